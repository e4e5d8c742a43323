import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** `problems` names each failure: where it was, then its message. */
export type Counts = { passed: number; failed: number; problems: string[] }

const vitestReport = z.object({
  success: z.boolean(),
  passed: z.number(),
  failed: z.number(),
  problems: z.array(z.string()),
})

const playwrightError = z.object({ message: z.string().optional() })

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(z.object({ errors: z.array(playwrightError) })),
    }),
  ),
})

const playwrightSuite = z.object({
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional()
  },
})

const playwrightReport = z.object({
  errors: z.array(playwrightError),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(playwrightSuite),
})

/** What the report says; a run that ended badly without a failed test counts as one failure. */
export function vitestCounts(file: string, exitCode: number): Counts {
  const report = vitestReport.safeParse(reportIn(file))
  if (!report.success) return without(file)
  const { success, ...counts } = report.data
  return honest(counts, success && exitCode === 0)
}

/** As above; a journey that passed on a second try has passed. */
export function playwrightCounts(file: string, exitCode: number): Counts {
  const report = playwrightReport.safeParse(reportIn(file))
  if (!report.success) return without(file)
  const { stats, errors, suites } = report.data
  const problems = [
    ...errors.map((error) => `outside every test\n${error.message ?? ''}`),
    ...suites.flatMap(specsIn).flatMap(({ file: spec, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ results }) => {
          const messages = results.flatMap((result) => result.errors.map((error) => error.message))
          return `${spec} > ${title}\n${messages[0] ?? ''}`
        }),
    ),
  ]
  const counts = { passed: stats.expected + stats.flaky, failed: stats.unexpected, problems }
  return honest(counts, errors.length === 0 && exitCode === 0)
}

function specsIn(suite: z.infer<typeof playwrightSuite>): z.infer<typeof playwrightSpec>[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsIn)]
}

function honest(counts: Counts, good: boolean): Counts {
  return good || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

function without(file: string): Counts {
  return { passed: 0, failed: 1, problems: [`no report in ${file}`] }
}

function reportIn(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
