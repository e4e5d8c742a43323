import { rmSync } from 'node:fs'
import { ensureChromium } from '#tests/support/chromium.ts'
import { run } from './run.ts'
import { playwrightCounts, vitestCounts } from './test-counts.ts'

const vitestFile = '.data/test-reports/vitest.json'
const playwrightFile = '.data/test-reports/playwright.json'

process.env['CHROMIUM_PATH'] = ensureChromium()
rmSync('.data/test-reports', { recursive: true, force: true })

const checks = await run('node', ['scripts/check.ts'])

const vitest = await run('vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestFile}`,
])
const playwright = await run(
  'playwright',
  ['test', '--project=desktop', '--project=phone', '--reporter=list,json'],
  { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightFile },
)

const parts = [
  vitestCounts(vitestFile, vitest),
  playwrightCounts(playwrightFile, playwright),
  // A red check is a failure like any other; green ones are no tests.
  { passed: 0, failed: checks === 0 ? 0 : 1 },
]
const passed = parts.reduce((sum, part) => sum + part.passed, 0)
const failed = parts.reduce((sum, part) => sum + part.failed, 0)
if (checks !== 0) process.stdout.write('\nThe checks are red: `npm run check` says where.\n')
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
