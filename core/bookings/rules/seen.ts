import { type CancelFacts, cancellation } from './cancelling.ts'

/**
 * What a page showed to who chooses: a price, times, terms. Its form sends it back in one field, and what is not the same any
 * more is asked about again. What is missing was not shown, and is not compared.
 */
export type Seen = {
  /** of one spot, of a slot with its extras, or of a bundle */
  priceMinor?: number | undefined
  /** of a bundle: bundleTermsText() */
  terms?: string | undefined
  /** on offer, and what they cost: extrasText(), or extraPricesText() */
  extras?: string | undefined
  /** the versions of the sessions, which count changes of time or place; one that is not here has version 0 */
  sessions?: Readonly<Record<string, number>> | undefined
  /** of a purchase. `isFree`: the page said that cancelling is free */
  spots?: readonly SeenSpot[] | undefined
}

export type SeenSpot = { id: string; sessionId: string; isFree: boolean }

type Versioned = { id: string; version: number }

/** As a form sends it; `seenField` reads it. */
export function seenText({
  sessions,
  ...seen
}: Omit<Seen, 'sessions'> & { sessions?: readonly Versioned[] }): string {
  const changed = sessions?.filter(({ version }) => version > 0)
  return JSON.stringify({
    ...seen,
    ...(changed && {
      sessions: Object.fromEntries(changed.map(({ id, version }) => [id, version])),
    }),
  })
}

/** The version of a session that the page showed; null if the form does not say. */
export function seenVersionOf(seen: Seen | undefined, sessionId: string): number | null {
  return seen?.sessions ? (seen.sessions[sessionId.toLowerCase()] ?? 0) : null
}

/** Whether a session's time and place are still those the page showed. */
export function isAsSeen(seen: Seen | undefined, { id, version }: Versioned): boolean {
  return (seenVersionOf(seen, id) ?? version) === version
}

/** Whether a spot is in another session than its page showed, or cancelling is no longer free as shown. */
export function differsFromSeen(
  spot: CancelFacts & { id: string; sessionId: string },
  seen: Seen | undefined,
  now: Date,
): boolean {
  const said = seen?.spots?.find(({ id }) => id === spot.id)
  if (!said) return false
  return spot.sessionId !== said.sessionId || (said.isFree && cancellation(spot, now) === 'late')
}
