import { parseArgs } from 'node:util'
import { run } from '../../scripts/run.ts'

// npm run model -- --runs 2000 --seed 7: the model tests, longer than `npm test` runs them.
const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } })

process.exitCode = await run('vitest', ['run', '--project', 'model'], {
  MODEL_RUNS: values.runs ?? '1000',
  ...(values.seed !== undefined && { MODEL_SEED: values.seed }),
})
