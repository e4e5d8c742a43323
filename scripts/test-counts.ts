import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

export type Counts = { passed: number; failed: number }

const vitestReport = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
})

const playwrightReport = z.object({
  errors: z.array(z.unknown()),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
})

/** What the report says; a run that ended badly without a failed test counts as one failure. */
export function vitestCounts(file: string, exitCode: number): Counts {
  const report = vitestReport.safeParse(reportIn(file))
  if (!report.success) return { passed: 0, failed: 1 }
  const { success, numPassedTests, numFailedTests } = report.data
  return honest({ passed: numPassedTests, failed: numFailedTests }, success && exitCode === 0)
}

/** As above; a journey that passed on a second try has passed. */
export function playwrightCounts(file: string, exitCode: number): Counts {
  const report = playwrightReport.safeParse(reportIn(file))
  if (!report.success) return { passed: 0, failed: 1 }
  const { stats, errors } = report.data
  const counts = { passed: stats.expected + stats.flaky, failed: stats.unexpected }
  return honest(counts, errors.length === 0 && exitCode === 0)
}

function honest(counts: Counts, good: boolean): Counts {
  return good || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

function reportIn(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
