import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { playwrightCounts, vitestCounts } from './test-counts.ts'

function aReport(content: unknown) {
  const folder = mkdtempSync(path.join(tmpdir(), 'openspot-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

test('the counts and the failures are those of the reports', () => {
  const vitest = aReport({ success: false, passed: 7, failed: 1, problems: ['a.test.ts > b\nno'] })
  const spec = {
    title: 'd',
    file: 'c.test.ts',
    tests: [
      { status: 'expected', results: [{ errors: [] }] },
      { status: 'unexpected', results: [{ errors: [{ message: 'gone' }] }] },
    ],
  }
  const playwright = aReport({
    errors: [],
    stats: { expected: 3, unexpected: 1, flaky: 1 },
    suites: [{ specs: [], suites: [{ specs: [spec] }] }],
  })
  expect(vitestCounts(vitest, 1)).toEqual({ passed: 7, failed: 1, problems: ['a.test.ts > b\nno'] })
  expect(playwrightCounts(playwright, 1)).toEqual({
    passed: 4,
    failed: 1,
    problems: ['c.test.ts > d\ngone'],
  })
})

test('a run that ends badly is never without a failure', () => {
  const brokenFile = aReport({ success: false, passed: 7, failed: 0, problems: ['a\nb'] })
  const noServer = aReport({
    suites: [],
    errors: [{ message: 'no server' }],
    stats: { expected: 0, unexpected: 0, flaky: 0 },
  })
  expect(vitestCounts(brokenFile, 1)).toEqual({ passed: 7, failed: 1, problems: ['a\nb'] })
  expect(playwrightCounts(noServer, 1)).toEqual({
    passed: 0,
    failed: 1,
    problems: ['outside every test\nno server'],
  })
  expect(vitestCounts('no such file', 1)).toMatchObject({ passed: 0, failed: 1 })
})
