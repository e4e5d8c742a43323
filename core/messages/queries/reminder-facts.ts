import { sql } from 'kysely'
import { findPaymentNote } from '#core/bookings/queries/payment-note.ts'
import {
  isAddressOf,
  listPurchaseDetails,
  type PurchaseDetails,
} from '#core/bookings/queries/purchase-details.ts'
import { listPayable } from '#core/cards/queries.ts'
import { listPassesOfPurchase } from '#core/passes/queries.ts'
import type { PlanDeps } from '#core/plans/queries.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { mayRemind } from '../rules/reminders.ts'
import type { Entry, PurchaseFacts, ReminderFacts } from '../schema.ts'
import { entriesOf } from './entries.ts'
import { saidOf } from './news.ts'
import { findWishKey } from './wish-key.ts'

/** What a reminder says of one purchase. */
export type RemindedPurchase = {
  facts: PurchaseFacts & { entries: [Entry, ...Entry[]] }
  /** still to be paid for the spots and the bundle that pays for them, in minor units */
  owedMinor: number
  /** what of it can be paid by card now */
  cardMinor: number
  /** how to pay the rest, in the vendor's words */
  paymentNote: string | null
}

/** The purchases of a reminder as they are now, the next one first: what has ended or starts at another time is left out. */
export async function listReminded(
  deps: PlanDeps,
  told: ReminderFacts,
  recipient: string,
): Promise<RemindedPurchase[]> {
  const purchaseIds = [...new Set(told.spots.map(({ purchaseId }) => purchaseId))]
  const all: RemindedPurchase[] = []
  for (const purchase of await listPurchaseDetails(deps.db, purchaseIds)) {
    const spots = purchase.spots.filter((spot) => isStillToRemind(spot, told))
    if (purchase.erasedAt === null && isAddressOf(purchase, recipient) && spots.length > 0)
      all.push(...(await factsOf(deps, purchase, spots)))
  }
  const startOf = ({ facts: { entries } }: RemindedPurchase) => Date.parse(entries[0].startsAt)
  return all.toSorted((one, other) => startOf(one) - startOf(other))
}

type Spot = PurchaseDetails['spots'][number]

function isStillToRemind(
  { id, status, deletedAt, startsAt, timeZone: zone, now }: Spot,
  { which, spots }: ReminderFacts,
): boolean {
  const isTold = spots.some(
    (one) => one.bookingId === id && Date.parse(one.startsAt) === startsAt.getTime(),
  )
  const isBooked = status === 'confirmed' && deletedAt === null
  return isTold && isBooked && mayRemind(which, { startsAt, zone }, now)
}

async function factsOf(
  deps: PlanDeps,
  purchase: PurchaseDetails,
  spots: readonly Spot[],
): Promise<RemindedPurchase[]> {
  const ids = spots.map(({ id }) => id)
  const entries = entriesOf(purchase.spots, ids, new Map())
  if (!entries) return []
  const of = { vendorId: purchase.vendorId, purchaseId: purchase.id }
  const passes = spots.some(({ isOfBundle }) => isOfBundle)
    ? await listPassesOfPurchase(deps.db, purchase.id)
    : []
  const owedMinor = [...spots, ...passes].reduce((sum, one) => sum + Math.max(0, one.owedMinor), 0)
  const payable = owedMinor > 0 ? await listPayable(deps, of) : []
  return [
    {
      facts: {
        purchase: saidOf(purchase),
        vendor: {
          name: purchase.vendorName,
          email: purchase.contactEmail,
          phone: purchase.contactPhone,
          telegram: purchase.contactTelegram,
        },
        entries,
        apart: [],
        spotsHeld: spots.length,
        owedMinor,
        asksForLate: false,
        refundMinor: 0,
        backMinor: 0,
        forgivenMinor: 0,
        paidByCard: false,
        backToCard: false,
        bundle: null,
        isByHand: purchase.source === 'vendor',
        by: null,
        late: false,
        issuedLink: false,
        expiresAt: null,
      },
      owedMinor,
      cardMinor: payable.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      paymentNote: owedMinor > 0 ? await findPaymentNote(deps, of) : null,
    },
  ]
}

/** How a wish of the vendor names this address; null: no reminders are wanted there, or nobody can know. */
export async function findMarkToRemind(
  deps: Pick<Deps, 'db' | 'secretKeys'>,
  { vendorId, address }: { vendorId: VendorId; address: string },
): Promise<string | null> {
  const key = await findWishKey(deps)
  const { mark } = await deps.db
    .selectNoFrom(
      sql<string | null>`case when wants_reminders(${key}, ${vendorId}, ${address})
        then address_mark(${key}, ${vendorId}, ${address}) end`.as('mark'),
    )
    .executeTakeFirstOrThrow()
  return mark
}
