import { ensureChromium } from '#tests/support/chromium.ts'
import { run } from './run.ts'
import { playwrightCounts } from './test-counts.ts'

// npm run accessibility: every state of every page, in both themes and all languages.
const file = '.data/test-reports/accessibility.json'

process.env['CHROMIUM_PATH'] = ensureChromium()
const code = await run('playwright', ['test', '--project=accessibility', '--reporter=list,json'], {
  PLAYWRIGHT_JSON_OUTPUT_FILE: file,
})
const { passed, failed } = playwrightCounts(file, code)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
