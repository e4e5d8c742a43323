import fc from 'fast-check'

// Property tests draw the same cases in every run: a red `npm test` is red for everybody. `npm run model` draws new ones.
const usual = 20_261_126

fc.configureGlobal({ seed: Number(process.env['MODEL_SEED'] ?? usual) })
