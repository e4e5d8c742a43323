import type { BookingStatus } from './status.ts'

export type GiveRefusal =
  /** a bundle pays for it */
  | 'of_bundle'
  /** it waits for an answer, or holds no spot any more */
  | 'not_confirmed'
  /** or somebody has been marked already: marks open a little before the start */
  | 'has_begun'

/** Why a spot cannot be given to another customer; null: it can. */
export function giveRefusal(
  {
    isOfBundle,
    status,
    startsAt,
    attendance,
  }: { isOfBundle: boolean; status: BookingStatus; startsAt: Date; attendance: string | null },
  now: Date,
): GiveRefusal | null {
  if (isOfBundle) return 'of_bundle'
  if (status !== 'confirmed') return 'not_confirmed'
  return startsAt <= now || attendance !== null ? 'has_begun' : null
}
