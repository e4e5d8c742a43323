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

test('the counts are those of the reports', () => {
  const vitest = aReport({ success: false, numPassedTests: 7, numFailedTests: 2 })
  const playwright = aReport({ errors: [], stats: { expected: 3, unexpected: 1, flaky: 1 } })
  expect(vitestCounts(vitest, 1)).toEqual({ passed: 7, failed: 2 })
  expect(playwrightCounts(playwright, 1)).toEqual({ passed: 4, failed: 1 })
})

test('a run that ends badly is never without a failure', () => {
  const brokenFile = aReport({ success: false, numPassedTests: 7, numFailedTests: 0 })
  const noServer = aReport({ errors: [{}], stats: { expected: 0, unexpected: 0, flaky: 0 } })
  expect(vitestCounts(brokenFile, 1)).toEqual({ passed: 7, failed: 1 })
  expect(playwrightCounts(noServer, 1)).toEqual({ passed: 0, failed: 1 })
  expect(vitestCounts('no such file', 1)).toEqual({ passed: 0, failed: 1 })
})
