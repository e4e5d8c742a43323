import { rmSync } from 'node:fs'
import { ensureChromium } from '#tests/support/chromium.ts'
import { run } from './run.ts'
import { playwrightCounts, vitestCounts } from './test-counts.ts'
import { vitestReportFile } from './vitest-report.ts'

const playwrightFile = '.data/test-reports/playwright.json'

process.env['CHROMIUM_PATH'] = ensureChromium()
rmSync('.data/test-reports', { recursive: true, force: true })

const checks = await run('node', ['scripts/check.ts'])

const vitest = await run('vitest', [
  'run',
  '--reporter=default',
  '--reporter=./scripts/vitest-report.ts',
])
const playwright = await run(
  'playwright',
  ['test', '--project=desktop', '--project=phone', '--reporter=list,json'],
  { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightFile },
)

const parts = [
  vitestCounts(vitestReportFile, vitest),
  playwrightCounts(playwrightFile, playwright),
  // A red check is a failure like any other; green ones are no tests.
  checks === 0
    ? { passed: 0, failed: 0, problems: [] }
    : { passed: 0, failed: 1, problems: ['The checks are red: `npm run check` says where.'] },
]
const passed = parts.reduce((sum, part) => sum + part.passed, 0)
const failed = parts.reduce((sum, part) => sum + part.failed, 0)
// A record of a long run often keeps only its end.
for (const problem of parts.flatMap((part) => part.problems)) {
  process.stdout.write(`\nFAILED ${problem.split('\n').slice(0, 25).join('\n')}\n`)
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
