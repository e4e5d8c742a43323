import { type CancelFacts, cancellation } from './cancelling.ts'

/**
 * A spot as a page showed it. `isFree`: the page said that cancelling is free.
 */
export type ShownSpot = {
  bookingId: string
  sessionId: string
  isFree: boolean
  /** whether it holds a seat; null: the page did not say */
  isHeld: boolean | null
  /** what was paid for it, or for its bundle; null: the page did not say */
  paidMinor: number | null
  /** what the page said is still owed for its bundle; missing: it did not say */
  dueMinor?: number
}

type Told = {
  id: string
  sessionId: string
  isFree?: boolean
  isHeld?: boolean
  paidMinor?: number
  dueMinor?: number
}

/** As a form sends it. */
export function shownSpotText(spot: Told): string {
  const { id, sessionId, isFree, isHeld, paidMinor, dueMinor } = spot
  const seat = isHeld === undefined ? '-' : isHeld ? 'held' : 'over'
  const cost = isFree ? 'free' : '-'
  const money = [paidMinor ?? '-', ...(dueMinor === undefined ? [] : [dueMinor])]
  return [id, sessionId, cost, seat, ...money].join(' ')
}

export function readShownSpot(text: string): ShownSpot {
  const [bookingId = '', sessionId = '', cost, seat, ...money] = text.split(' ')
  const isHeld = seat === 'held' || seat === 'over' ? seat === 'held' : null
  const [paidMinor = null, dueMinor = null] = money.map((sum) =>
    /^-?\d{1,15}$/.test(sum) ? Number(sum) : null,
  )
  const spot = { bookingId, sessionId, isFree: cost === 'free', isHeld, paidMinor }
  return dueMinor === null ? spot : { ...spot, dueMinor }
}

/** Whether a spot is in another session than its page showed, or cancelling is no longer free as shown. */
export function differsFromShown(
  spot: CancelFacts & { id: string; sessionId: string },
  shown: readonly ShownSpot[],
  now: Date,
): boolean {
  const said = shown.find(({ bookingId }) => bookingId === spot.id)
  if (!said) return false
  return spot.sessionId !== said.sessionId || (said.isFree && cancellation(spot, now) === 'late')
}

/**
 * The session versions that a page showed, sent back with its form. A version counts changes of time or place; sessions
 * with version 0 are left out.
 */
export type SeenVersions = ReadonlyMap<string, number>

type Versioned = { id: string; version: number }

/** The text that a form sends; it is never empty: '0 0a2f… 3 7d0f… 1', where 0 stands for every other session. */
export function seenVersionsText(sessions: readonly Versioned[]): string {
  const changed = sessions.filter(({ version }) => version > 0)
  return ['0', ...changed.map(({ id, version }) => `${id} ${version}`)].join(' ')
}

export function readSeenVersions(text: string): SeenVersions {
  const [, ...words] = text.split(' ')
  const pairs = words.flatMap((id, at) =>
    at % 2 === 0 && /^\d{1,9}$/.test(words[at + 1] ?? '')
      ? [[id, Number(words[at + 1])] as const]
      : [],
  )
  return new Map(pairs)
}

/** The version of a session that the page showed; null if the form does not say. */
export function seenVersionOf(seen: SeenVersions | undefined, sessionId: string): number | null {
  return seen ? (seen.get(sessionId.toLowerCase()) ?? 0) : null
}

/** Whether a session's time and place are still those the page showed. */
export function isAsSeen(seen: SeenVersions | undefined, { id, version }: Versioned): boolean {
  return (seenVersionOf(seen, id) ?? version) === version
}
