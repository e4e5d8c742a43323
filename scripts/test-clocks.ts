import { globSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildWhenStale } from '#tests/support/build.ts'
import { browserClocks, clocks, leftOut } from './clocks.ts'
import { run } from './run.ts'
import { playwrightCounts, vitestCounts } from './test-counts.ts'
import { vitestReportFile } from './vitest-report.ts'

// npm run test:clocks -- --at berlin-spring tests/http core/bookings
// npm run test:clocks -- --browser tests/e2e/facility.test.ts
// The tests as if it were another day and hour, for Node, PostgreSQL and the pages in the browser alike.

const { values, positionals } = parseArgs({
  options: {
    at: { type: 'string', multiple: true },
    browser: { type: 'boolean' },
    list: { type: 'boolean' },
  },
  allowPositionals: true,
})

if (values.list) {
  for (const { name, at, why } of [...clocks, ...browserClocks])
    process.stdout.write(`${name.padEnd(24)}${at}  ${why}\n`)
  process.exit(0)
}

const [library] = globSync('/usr/lib/{*/,}faketime/libfaketimeMT.so.1')
if (library === undefined) {
  process.stderr.write(
    'This needs libfaketime. On Debian and Ubuntu, install the package faketime: apt install faketime\n',
  )
  process.exit(1)
}

const usual = values.browser ? browserClocks : clocks
const asked = values.at ?? usual.map(({ name }) => name)
const chosen = asked.map((text) => ({
  name: text,
  instant: new Date([...clocks, ...browserClocks].find(({ name }) => name === text)?.at ?? text),
}))
const unknown = chosen.filter(({ instant }) => Number.isNaN(instant.getTime()))
if (unknown.length > 0) {
  process.stderr.write(
    `Neither a name of --list nor an instant such as 2028-02-29T22:30Z: ${unknown.map(({ name }) => name).join(', ')}\n`,
  )
  process.exit(1)
}

buildWhenStale()

const playwrightFile = '.data/test-reports/playwright.json'
const others = `^(?!.*(?:${leftOut.map(({ test }) => RegExp.escape(test)).join('|')}))`

async function inProcess(clock: Record<string, string>) {
  const code = await run(
    'vitest',
    [
      'run',
      '--project=unit',
      '--project=http',
      `--testNamePattern=${others}`,
      '--reporter=default',
      '--reporter=./scripts/vitest-report.ts',
      ...positionals,
    ],
    clock,
  )
  return vitestCounts(vitestReportFile, code)
}

async function inBrowser(clock: Record<string, string>) {
  const code = await run(
    'playwright',
    ['test', '--project=desktop', '--project=phone', '--reporter=list,json', ...positionals],
    { ...clock, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightFile },
  )
  return playwrightCounts(playwrightFile, code)
}

const results: string[] = []
let failed = 0
for (const { name, instant } of chosen) {
  process.stdout.write(`\n— ${name}: ${instant.toISOString()}\n`)
  const seconds = Math.round((instant.getTime() - Date.now()) / 1000)
  const counts = await (values.browser ? inBrowser : inProcess)({
    LD_PRELOAD: library,
    // A distance, not a date: a date would be read in each process's own zone, from its own start on.
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    // How long something takes stays true.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
  failed += counts.failed
  for (const problem of counts.problems) {
    process.stdout.write(`\nFAILED ${problem.split('\n').slice(0, 12).join('\n')}\n`)
  }
  results.push(`${name.padEnd(24)}${counts.passed} passed, ${counts.failed} failed`)
}
process.stdout.write(`\n${results.join('\n')}\n`)
process.exitCode = failed === 0 ? 0 : 1
