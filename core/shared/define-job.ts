import type { Tx } from './db.ts'
import type { Deps } from './deps.ts'
import type { VendorId } from './ids.ts'
import type { LocalDate, LocalTime } from './time.ts'

/** Work that repeats with a pause in between. */
export type PeriodicJob = {
  name: string
  every: Temporal.DurationLike
  /** `process`: every worker runs it; it must be safe in parallel. `cluster`: one worker runs it, once per period. */
  once: 'process' | 'cluster'
  /** Returns how much it did. */
  run: (deps: Deps) => Promise<number>
}

/** `now`: when the worker checked; `date`: the vendor's local day at that time. */
export type VendorDay = { tx: Tx; vendorId: VendorId; date: LocalDate; now: Date }

/**
 * Work for each vendor once per local day, at a local time, or later that day if no worker was running. A time that the
 * clock skips is reached when the clock jumps.
 */
export type DailyJob = {
  name: string
  /** the same for every vendor, or the hour that each of them chose */
  localTime: LocalTime | { hourIn: 'agendaHour' }
  /** how many hours later it is still worth doing; by default until the day ends */
  lateHours?: number
  once: 'cluster'
  /** Runs in the transaction that marks the day as done, so that its writes happen exactly once. */
  run: (deps: Deps, day: VendorDay) => Promise<void>
}

export type Job = PeriodicJob | DailyJob

/** The scheduled jobs of a feature. */
export function defineJob(job: PeriodicJob): PeriodicJob
export function defineJob(job: DailyJob): DailyJob
export function defineJob(job: Job): Job {
  return job
}
