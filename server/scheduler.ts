import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from '#core/shared/define-job.ts'
import type { Deps } from '#core/shared/deps.ts'
import { runForVendors, runInTurn } from './job-runs.ts'

const seconds = 1000
/** How often a worker looks whether it is its turn. */
const lookForTurnMs = 10 * seconds
/** How often a worker looks at the vendors' clocks. */
const lookAtClocksMs = 30 * seconds
const longestBackOffMs = 10 * 60 * seconds

/** Runs each job immediately and then again after each pause, never twice at the same time. A failure is logged and the next try waits longer. */
export function startScheduler(deps: Deps, jobs: readonly Job[]): { stop(): Promise<void> } {
  const ending = new AbortController()
  const loops = jobs.map((job) => loop(deps, job, ending.signal))
  return {
    /** Waits for what is running. */
    async stop() {
      ending.abort()
      await Promise.all(loops)
    },
  }
}

type Part = {
  pauseMs: number
  /** the longest pause after failures */
  backOffMs: number
  run: (deps: Deps) => Promise<number>
}

/** What one worker does of a job, and how often. */
function partOf(job: Job): Part {
  if ('localTime' in job)
    return {
      pauseMs: lookAtClocksMs,
      backOffMs: longestBackOffMs,
      run: (deps) => runForVendors(deps, job, new Date()),
    }
  const periodMs = Temporal.Duration.from(job.every).total('milliseconds')
  if (job.once === 'process')
    return { pauseMs: periodMs, backOffMs: Math.max(periodMs, 10 * seconds), run: job.run }
  return {
    pauseMs: Math.min(periodMs, lookForTurnMs),
    backOffMs: Math.min(periodMs, longestBackOffMs),
    run: (deps) => runInTurn(deps, job, periodMs),
  }
}

async function loop(deps: Deps, job: Job, signal: AbortSignal): Promise<void> {
  const { pauseMs, backOffMs, run } = partOf(job)
  let failures = 0
  while (!signal.aborted) {
    try {
      const done = await run(deps)
      if (done > 0) deps.log.debug({ job: job.name, done }, 'scheduled job')
      failures = 0
    } catch (error) {
      failures += 1
      deps.log.error({ job: job.name, failures, reason: String(error) }, 'a scheduled job failed')
    }
    const backOff = failures === 0 ? 0 : Math.min(backOffMs, 500 * 2 ** Math.min(failures, 12))
    await pause(Math.max(pauseMs, backOff), undefined, { signal }).catch(() => {})
  }
}
