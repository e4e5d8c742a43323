/** `giveBackMinor`: of a button that gives back. */
export type SpotMoney = { paidMinor: number; owedMinor: number; giveBackMinor?: number }

type SpotShown = {
  sessionId: string
  isHeld: boolean
  /** of the spot, or of the bundle that pays for it; missing: the button is not about money */
  money?: SpotMoney | undefined
}

/** A spot that a button of the vendor's is about, and what its page showed of it. */
export type VersionedSpot = { bookingId: string; version: string | null }

/** The version of a spot: short enough to be what it names. */
export function spotVersion({ sessionId, isHeld, money }: SpotShown): string {
  const seat = isHeld ? 'held' : 'over'
  return [
    sessionId,
    seat,
    ...(money ? [money.paidMinor, money.owedMinor, money.giveBackMinor ?? []].flat() : []),
  ].join(' ')
}

export type BundleMoney = Required<SpotMoney>

/** The version of a bundle that a button about its money names. */
export const bundleVersion = ({ paidMinor, owedMinor, giveBackMinor }: BundleMoney): string =>
  [paidMinor, owedMinor, giveBackMinor].join(' ')
