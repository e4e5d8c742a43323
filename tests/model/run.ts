import { randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { run } from '../../scripts/run.ts'

// npm run model -- --runs 2000 --seed 7: every test with drawn cases, those of the model longer than `npm test` runs them,
// and from a new seed unless one is named.
const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } })

const seed = values.seed ?? String(randomInt(2 ** 31))
const files = globSync('{api,app,core,server,tests}/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes("from 'fast-check'"),
)

process.stdout.write(`Seed ${seed}\n`)
process.exitCode = await run('vitest', ['run', '--project=unit', '--project=model', ...files], {
  MODEL_RUNS: values.runs ?? '1000',
  MODEL_SEED: seed,
})
if (process.exitCode !== 0)
  process.stdout.write(`\nTo draw the same cases again: npm run model -- --seed ${seed}\n`)
