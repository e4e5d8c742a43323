import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter } from 'vitest/node'

export const vitestReportFile = '.data/test-reports/vitest.json'

/** Stores what `npm test` counts and repeats at its end: `test-counts.ts` has the shape. */
export default class VitestReport implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, unhandled, reason) => {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const failed = tests.filter((test) => test.result().state === 'failed')
    const problems = [
      ...modules.flatMap((module) =>
        module.errors().map((error) => problem(module.relativeModuleId, error)),
      ),
      ...failed.map((test) =>
        problem(`${test.module.relativeModuleId} > ${test.fullName}`, test.result().errors?.[0]),
      ),
      ...unhandled.map((error) => problem('outside every test', error)),
    ]
    const report = {
      success: reason === 'passed' && unhandled.length === 0,
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: failed.length,
      problems,
    }
    mkdirSync(path.dirname(vitestReportFile), { recursive: true })
    writeFileSync(vitestReportFile, JSON.stringify(report))
  }
}

function problem(where: string, error: { message: string; stack?: string } | undefined): string {
  return `${where}\n${error?.stack ?? error?.message ?? ''}`
}
