import type { FormEvent } from 'react'
import type { listAttendance } from '#core/attendance/queries.ts'
import type { Mark, Owed } from '#core/attendance/rules.ts'

type Listed = Awaited<ReturnType<typeof listAttendance>>[number]

/** Only what the list shows: the page is kept on the device. */
export type SpotShown = Pick<
  Listed['spots'][number],
  | 'id'
  | 'sessionId'
  | 'storedStatus'
  | 'reference'
  | 'customerName'
  | 'status'
  | 'waitsFor'
  | 'attendance'
  | 'attendanceMarkedAt'
  | 'lateWaivedAt'
  | 'isFirstTime'
  | 'spotInSession'
  | 'currency'
> & {
  /** of a slot of a facility */
  party: { people: number; extras: { name: string }[] } | null
  /** missing: an instructor sees only what is still to be paid */
  paidMinor?: number
  owed: Owed | null
}

export type SessionShown = Omit<Listed, 'spots'> & { spots: SpotShown[] }

export type DayShown = {
  /** the page that shows it, to which its forms lead back */
  here: string
  date: string
  isToday: boolean
  previous: string
  next: string
  /** of an empty day: the nearest ones with sessions */
  others: { before: string | null; after: string | null } | null
  zone: string
  manages: boolean
  /** whose list it is: a member of a vendor */
  account: string
  loadedAt: Date
  sessions: SessionShown[]
}

/** `isWaiting`: it is only on this device so far. */
export type ShownMark = { mark: Mark | null; isWaiting: boolean }

/** What the rows of the list can do: with a script, marks are kept on the device first. */
export type Marking = {
  markOf(spot: SpotShown): ShownMark
  mark(event: FormEvent<HTMLFormElement>, spots: readonly SpotShown[], mark: Mark | null): void
}
