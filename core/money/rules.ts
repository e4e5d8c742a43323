/**
 * What became of the money for a booking or a bundle. `due`: something is owed; `paid`: some of what was paid is still here;
 * `refunded`: all of it was given back; `free`: nothing has to be paid; `none`: nothing was paid, and nothing is asked for.
 */
export const moneyStates = ['due', 'paid', 'refunded', 'free', 'none'] as const
export type MoneyState = (typeof moneyStates)[number]

/** The same in the words of Edit Booking, of the export and of the API. */
export type PaymentStatus = 'pending' | 'paid' | 'failed' | 'refunded'

/** How a payment came in that somebody notes. A card there is one at a terminal: Stripe knows nothing of it. */
export const deskMethods = ['cash', 'bank', 'card'] as const
export type DeskMethod = (typeof deskMethods)[number]

/** The money of a booking or a bundle, in minor units: money_of() in the database. */
export type Money = {
  /** what it costs, as far as it can be asked for */
  dueMinor: number
  waivedMinor: number
  /** payments less refunds */
  paidMinor: number
  owedMinor: number
  /** what the vendor has to give back */
  giveBackMinor: number
  /** the most that can be given back */
  mostBackMinor: number
  state: MoneyState
  paymentStatus: PaymentStatus
}

/** The sums of its payments, in minor units. */
export type PaymentSums = {
  paid: number
  waived: number
  refunded: number
  /** refunds on their way */
  refunding: number
  disputed: number
  /** payments that failed, and are still to be made */
  failed: number
}

/**
 * The money that follows from a price and the payments for it; money_from() in the database says the same. A refund or a
 * dispute never makes anybody owe. `asks`: the price can be asked for.
 */
export function moneyFrom(
  { priceMinor, asks }: { priceMinor: number; asks: boolean },
  { paid, waived, refunded, refunding, disputed, failed }: PaymentSums,
): Money {
  const dueMinor = asks ? priceMinor : 0
  const kept = paid - refunded - refunding
  const paidMinor = paid - refunded
  const owedMinor = Math.max(0, dueMinor - waived - paid)
  const facts = { owedMinor, paidMinor, refunded, asks }
  const state = stateOf(facts)
  const statuses = { due: failed > 0 ? 'failed' : 'pending', none: 'pending' } as const
  return {
    dueMinor,
    waivedMinor: waived,
    paidMinor,
    owedMinor,
    giveBackMinor: Math.max(0, Math.min(kept - Math.max(0, dueMinor - waived), kept - disputed)),
    mostBackMinor: Math.max(0, kept - disputed),
    state,
    paymentStatus:
      state === 'due' || state === 'none'
        ? statuses[state]
        : state === 'refunded'
          ? 'refunded'
          : 'paid',
  }
}

function stateOf(of: {
  owedMinor: number
  paidMinor: number
  refunded: number
  asks: boolean
}): MoneyState {
  if (of.owedMinor > 0) return 'due'
  if (of.paidMinor > 0) return 'paid'
  if (of.refunded > 0) return 'refunded'
  return of.asks ? 'free' : 'none'
}

/** A spot with its money, or that of the bundle that pays for it. */
export type AllMoney = Pick<Money, 'owedMinor' | 'giveBackMinor' | 'paidMinor' | 'state'> & {
  currency: string
  bundle: object | null
}

/** The money of a spot as instructors see it: only what is still to be paid, 0 if nothing is. */
export type UnpaidOnly = { unpaidMinor: number; currency: string }

/** What a page knows of the money of a spot, the same for all of its spots. */
export type MoneyFacts = AllMoney | UnpaidOnly

export type MoneyShown =
  | { kind: 'free' | 'paid' | 'refunded' | 'bundle' }
  | { kind: 'due'; minor: number }

/** What is still to be paid for these spots, or how it was; null: nothing was paid, and nothing is asked for. */
export function moneyOf(spots: readonly [MoneyFacts, ...MoneyFacts[]]): MoneyShown | null {
  const [first] = spots
  if (!('unpaidMinor' in first) && first.bundle !== null) return { kind: 'bundle' }
  const minor = spots.reduce((sum, spot) => sum + owedOf(spot), 0)
  if (minor > 0) return { kind: 'due', minor }
  const state = 'unpaidMinor' in first ? 'none' : first.state
  return state === 'none' || state === 'due' ? null : { kind: state }
}

const owedOf = (spot: MoneyFacts) =>
  'unpaidMinor' in spot ? spot.unpaidMinor : Number(spot.owedMinor)
