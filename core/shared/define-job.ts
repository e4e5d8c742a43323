import type { Tx } from './db.ts'
import type { Deps } from './deps.ts'
import type { VendorId } from './ids.ts'
import type { LocalDate, LocalTime } from './time.ts'

/** Work that comes again with a pause in between. */
export type PeriodicJob = {
  name: string
  every: Temporal.DurationLike
  /**
   * `process`: every worker does it, for itself or so that it is safe side by side.
   * `cluster`: one worker does it for all, once per period.
   */
  once: 'process' | 'cluster'
  /** Returns how much it did. */
  run: (deps: Deps) => Promise<number>
}

/** `now`: when the worker looked whose turn it is; `date`: the vendor's own day then. */
export type VendorDay = { tx: Tx; vendorId: VendorId; date: LocalDate; now: Date }

/**
 * Work that is done for each vendor once per local day, when the vendor's clock has reached the time; later on the
 * same day when no worker ran then. A time that the clock skips that day is reached when it has jumped over it.
 */
export type DailyJob = {
  name: string
  localTime: LocalTime
  once: 'cluster'
  /** In the transaction that notes the day as done, so that what it writes there is written exactly once. */
  run: (deps: Deps, day: VendorDay) => Promise<void>
}

export type Job = PeriodicJob | DailyJob

/** A feature's part of the worker's timetable. */
export function defineJob(job: PeriodicJob): PeriodicJob
export function defineJob(job: DailyJob): DailyJob
export function defineJob(job: Job): Job {
  return job
}
