import { createHash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type Contact, methodOf } from '#core/contacts/rules.ts'
import { lockContact, lockOrMakeContact } from '#core/contacts/steps/lock-contact.ts'
import { grantCredits, spendCredits } from '#core/passes/steps/credits.ts'
import { wayToPay } from '#core/classes/rules.ts'
import { findBundleOffer, hasUsableDates } from '../../passes/queries.ts'
import { bundleExpiry, bundleTermsText } from '../../passes/rules.ts'
import { planAllows } from '../../plans/queries.ts'
import { lockSessions } from '#core/seats/steps/lock-sessions.ts'
import { isBusy, sqlState, type Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { sign } from '#core/shared/signing.ts'
import { isId, newReference, type VendorId } from '#core/shared/ids.ts'
import { StartOver } from '#core/shared/settle.ts'
import { emit } from '#core/events/emit.ts'
import { recordMoney } from '#core/money/steps/record.ts'
import { findVendorOfSession } from '../queries/booking-facts.ts'
import { findKey, findPurchase, type Purchase } from '../queries/purchases.ts'
import { maxUnpaidSpots } from '../rules/limits.ts'
import { conditionRefusal, type ConditionRefusal, type Refusal } from '../rules/offer.ts'
import type { Seen } from '../rules/seen.ts'
import { type ContactProblem, contactOf, type FormContact, loggedIn } from '../steps/contact.ts'
import { countSeats } from '../steps/count-seats.ts'
import { makeRoom, overdue } from './expire-bookings.ts'
import {
  insertSpots,
  listSessionsToBook,
  type SessionOfBundle,
  sessionsRefusal,
  takeSpots,
} from '../steps/spots-of-bundle.ts'

export type BookBundle = {
  bundleId: string
  /** the dates, one spot each; the first in time begins the bundle */
  sessionIds: readonly string[]
  name: string
  contact: FormContact
  /** the customer has agreed that sessions without a date stay on the bundle */
  leaveRest: boolean
  /** the sentences that the customer confirmed, as they were shown */
  accepted: readonly string[]
  /** a page that showed no price, or another one, or other terms, is asked again */
  seen?: Seen | undefined
  /** the customer's choice, where the bundle leaves one */
  wantsCard?: boolean | undefined
  idempotencyKey: string
  language: 'en' | 'de' | 'ru'
  /** where the request came from; null is not counted */
  network: string | null
}

export type BundleRefusal =
  | Refusal
  | ContactProblem
  | 'rest_not_confirmed'
  | 'too_many_sessions'
  | 'after_expiry'
  | 'too_few_dates'
  | 'price_changed'
  | 'session_changed'
  | ConditionRefusal
  /** the vendor's plan has no bundles any more */
  | 'ask_vendor'
  | 'idempotency_conflict'
  | 'rate_limited'
  | 'busy'
/** `taken`: the sessions that have no spot left. */
export type BundleNotBooked = {
  ok: false
  reason: BundleRefusal
  taken: string[]
  retryAfterSeconds: number
}
export type BundleBooked = { ok: true; purchase: Purchase; replayed: boolean } | BundleNotBooked

/** Thrown inside the transaction to roll back the whole bundle if one of its sessions cannot be booked. */
class Refused extends Error {
  readonly answer: BundleNotBooked
  constructor(answer: BundleNotBooked) {
    super(answer.reason)
    this.answer = answer
  }
}

/** A customer buys a bundle and books all of its dates, or none. The same key again returns the same purchase. */
export async function bookBundle(deps: Deps, input: BookBundle): Promise<BundleBooked> {
  const [firstId] = input.sessionIds
  if (firstId === undefined || !input.sessionIds.every(isId)) return refuse('not_found')
  const vendor = await findVendorOfSession(deps.db, firstId)
  if (!vendor) return refuse('not_found')
  const contact =
    typeof input.contact === 'string'
      ? contactOf(input.contact, vendor.country)
      : loggedIn(input.contact.telegram)
  if (typeof contact === 'string') return refuse(contact)
  const requestHash = hashOf(input, contact)
  const seats = new Set(input.sessionIds).size
  return countSeats(deps, { network: input.network, seats }, async (limited) => {
    const known = limited && (await findKey(deps.db, input.idempotencyKey))
    if (known) return replay(deps, known, { contact, requestHash })
    if (limited) return { ...refuse('rate_limited'), ...limited }
    const buyer = { contact: { ...contact, vendorId: vendor.vendorId }, requestHash }
    return buyInRounds(deps, input, buyer)
  })
}

async function buyInRounds(deps: Deps, input: BookBundle, buyer: Buyer): Promise<BundleBooked> {
  // Retries if the same key was used in the meantime, a deadlock was resolved, or seats were freed.
  for (let round = 0; round < 3; round++) {
    try {
      const done = await deps.db.transaction().execute((tx) => buy(tx, deps, input, buyer))
      if (!('known' in done)) return { ok: true, purchase: done.bought, replayed: false }
      return await replay(deps, done.known, buyer)
    } catch (error) {
      if (error instanceof Refused) {
        // Expired requests return their seats before a customer gets "full".
        if ((await makeRoom(deps.db, await heldUp(deps, input, error.answer))) > 0) continue
        return error.answer
      }
      const again =
        error instanceof StartOver || ['23505', '40P01', '40001'].includes(sqlState(error) ?? '')
      if (!again && !isBusy(error)) throw error
      if (!again) break
    }
  }
  return refuse('busy')
}

/** The sessions in which overdue requests may be in the way: of a series that needs them all, any of the class. */
async function heldUp(
  { db }: Deps,
  { bundleId }: BookBundle,
  { reason, taken }: BundleNotBooked,
): Promise<string[]> {
  if (reason !== 'too_few_dates') return taken
  const inTheWay = await overdue(db)
    .innerJoin('sessionBundles as o', (join) =>
      join
        .onRef('o.vendorId', '=', 'bookings.vendorId')
        .onRef('o.classId', '=', 'bookings.classId'),
    )
    .where('o.id', '=', bundleId)
    .select('bookings.sessionId')
    .distinct()
    .execute()
  return inTheWay.map(({ sessionId }) => sessionId)
}

type Known = { purchaseId: string; requestHash: string }
type Buyer = { contact: Contact & { vendorId: VendorId }; requestHash: string }

async function buy(
  tx: Tx,
  deps: Deps,
  input: BookBundle,
  { contact, requestHash }: Buyer,
): Promise<{ bought: Purchase } | { known: Known }> {
  const offer = await findBundleOffer({ db: tx, settings: deps.settings }, input)
  // The same order as for a single spot: the contact, then the purchase under the key, then the sessions.
  const found = await lockContact(tx, contact.vendorId, contact)
  const known = await findKey(tx, input.idempotencyKey)
  if (known) return { known }
  if (!(await planAllows({ db: tx, settings: deps.settings }, contact.vendorId, 'bundles')))
    throw new Refused(refuse('ask_vendor'))
  if (!offer || contact.vendorId !== offer.vendorId) throw new Refused(refuse('not_found'))
  const ids = [...new Set(input.sessionIds)]
  if (ids.length > offer.sessionCount) throw new Refused(refuse('too_many_sessions'))
  if (ids.length < offer.sessionCount && !input.leaveRest)
    throw new Refused(refuse('rest_not_confirmed'))
  const terms = bundleTermsText(offer)
  if (input.seen?.priceMinor !== offer.bundlePriceMinor || (input.seen.terms ?? terms) !== terms)
    throw new Refused(refuse('price_changed'))

  // A new contact is written only for a bundle that can be sold: to a refusal it makes no difference who is known.
  await judgeDates(tx, ids, { offer, input })
  const { contactId, addressId } =
    found.contactId === null
      ? await lockOrMakeContact(tx, contact.vendorId, { ...contact, name: input.name })
      : found
  const fromNetwork = networkOf(deps, input)
  const way = wayToPay(offer.cards, offer.bundlePriceMinor)
  const mayBeHeld = way === 'card' || (way === 'choice' && input.wantsCard === true)
  const isCounted = mayBeHeld && !(await isKnown(tx, contactId))
  if (isCounted) await lockHolds(tx, offer.vendorId, fromNetwork)
  await lockSessions(tx, ids)
  // The sale may have ended, or its terms changed, while we waited for the locks.
  const still = await findBundleOffer({ db: tx, settings: deps.settings }, input)
  if (!isDeepStrictEqual(still, offer)) throw new StartOver()
  const { first, spots, expiresAt } = await judgeDates(tx, ids, { offer, input })
  const isByCard = mayBeHeld && !first.manual
  if (isByCard && isCounted)
    await refuseTooManyHolds(tx, offer.vendorId, { spots: ids.length, fromNetwork })
  throwIf(await takeSpots(tx, spots, { ...input, expiresAt, contactId, fromNetwork }))

  const reference = newReference()
  const { id: purchaseId } = await tx
    .insertInto('purchases')
    .values({
      vendorId: offer.vendorId,
      contactId,
      addressId,
      reference,
      idempotencyKey: input.idempotencyKey,
      requestHash: requestHash,
      source: 'public',
      customerName: input.name,
      customerEmail: contact.email,
      customerPhone: contact.phone,
      customerTelegram: contact.telegram?.address ?? null,
      customerTelegramName: contact.telegram?.name ?? null,
      bookingMethod: methodOf(contact),
      language: input.language,
      accepted: first.condition === null ? [] : [first.condition],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const passId = await grantCredits(tx, {
    vendorId: offer.vendorId,
    purchaseId,
    bundleId: offer.id,
    classId: offer.classId,
    name: offer.name,
    totalSessions: offer.sessionCount,
    priceMinor: offer.bundlePriceMinor,
    currency: offer.currency,
    startDate: first.date,
    expiryDays: offer.expiryDays,
    expiryStarts: offer.expiryStarts,
    expiresAt,
  })
  const booked = await insertSpots(tx, spots, {
    purchaseId,
    passId,
    vendorId: offer.vendorId,
    classId: offer.classId,
    currency: offer.currency,
    madeBy: 'customer',
    isHeld: isByCard,
  })
  const bookingIds = booked.map(({ id }) => id)
  if (!(await spendCredits(tx, passId, bookingIds))) throw new Refused(refuse('after_expiry'))
  const bought = {
    purchaseId,
    reference,
    tokenRotation: 0,
    boughtAt: new Date(),
    spots: booked,
  }
  if (isByCard) {
    await sql`select hold_for_payment(${offer.vendorId}, ${purchaseId}, '{}', ${passId}, ${offer.bundlePriceMinor}, ${offer.currency},
      ${first.startsAt}, ${fromNetwork})`.execute(tx)
    return { bought }
  }
  // Nothing is assumed of what is paid by card once it is confirmed.
  if (first.recordNewAsPaid && way !== 'card')
    await recordMoney(tx, [
      {
        vendorId: offer.vendorId,
        payer: { passId },
        amountMinor: offer.bundlePriceMinor,
        currency: offer.currency,
        method: 'door',
        recordedBy: null,
      },
    ])
  await emit(tx, first.manual ? 'booking.requested' : 'booking.confirmed', {
    purchaseId,
    bookingIds,
  })
  return { bought }
}

async function isKnown(tx: Tx, contactId: string | null): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    select has_been_confirmed(${contactId}) as is_known`.execute(tx)
  return rows[0]?.isKnown ?? false
}

/** Before the sessions, so that two of one network are counted one after the other. */
async function lockHolds(tx: Tx, vendorId: VendorId, fromNetwork: string | null): Promise<void> {
  if (fromNetwork !== null) await sql`select lock_holds(${vendorId}, ${fromNetwork})`.execute(tx)
}

/** New customers hold at most so many unpaid spots from one network; one bundle may have more dates than that. */
async function refuseTooManyHolds(
  tx: Tx,
  vendorId: VendorId,
  { spots, fromNetwork }: { spots: number; fromNetwork: string | null },
): Promise<void> {
  if (fromNetwork === null) return
  const { rows } = await sql<{ held: number }>`
    select unpaid_from(${vendorId}, ${fromNetwork})::integer as held`.execute(tx)
  if ((rows[0]?.held ?? 0) + Math.min(spots, maxUnpaidSpots) > maxUnpaidSpots)
    throw new Refused({ ...refuse('rate_limited'), retryAfterSeconds: 15 * 60 })
}

const networkOf = (deps: Deps, { network }: BookBundle): string | null =>
  network !== null && deps.settings.bookingRateLimit
    ? sign(deps.secretKeys, 'first booking', network)
    : null

type Offer = NonNullable<Awaited<ReturnType<typeof findBundleOffer>>>

type Asking = Pick<BookBundle, 'bundleId' | 'sessionIds' | 'seen' | 'accepted'>

/** Whether a customer who holds these dates could buy the bundle with them now instead. */
export async function mayBuyHeld(deps: Deps, input: Asking): Promise<boolean> {
  const offer = await findBundleOffer(deps, input)
  if (!offer || input.seen?.priceMinor !== offer.bundlePriceMinor) return false
  const ids = [...new Set(input.sessionIds)]
  try {
    await deps.db.transaction().execute((tx) => judgeDates(tx, ids, { offer, input, freed: 1 }))
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

/** The chosen dates with the end of a bundle that begins with them. Throws if nobody can buy them. */
async function judgeDates(
  tx: Tx,
  ids: readonly string[],
  { offer, input, freed = 0 }: { offer: Offer; input: Asking; freed?: number },
) {
  const sessions = await listSessionsToBook(tx, ids, offer.classId)
  const [first] = sessions
  if (!first || sessions.length < ids.length) throw new Refused(refuse('not_found'))
  const { zone, now } = first
  const expiresAt = bundleExpiry(offer, { now, firstStartsAt: first.startsAt, zone })
  const spots = sessions.map((session) => ({
    ...session,
    currentStudents: session.currentStudents - freed,
    bookingId: randomUUID(),
  }))
  throwIf(
    sessionsRefusal(spots, { ...input, expiresAt }) ??
      (await datesRefusal(tx, { ...offer, expiresAt })) ??
      notConfirmed(first, input),
  )
  return { first, spots, expiresAt }
}

function throwIf(refused: { reason: BundleRefusal; taken: string[] } | null): void {
  if (refused) throw new Refused({ ...refuse(refused.reason), taken: refused.taken })
}

function notConfirmed(
  session: Pick<SessionOfBundle, 'condition'>,
  { accepted }: Asking,
): { reason: ConditionRefusal; taken: string[] } | null {
  const reason = conditionRefusal(session, accepted)
  return reason && { reason, taken: [] }
}

/** A session that no date could use is not sold. */
async function datesRefusal(
  tx: Tx,
  { classId, sessionCount, expiresAt }: { classId: string; sessionCount: number; expiresAt: Date },
): Promise<{ reason: 'too_few_dates'; taken: string[] } | null> {
  const wanted = { classId, before: expiresAt, count: sessionCount }
  return (await hasUsableDates(tx, wanted)) ? null : { reason: 'too_few_dates', taken: [] }
}

async function replay(
  deps: Deps,
  known: Known,
  asked: { contact: Contact; requestHash: string },
): Promise<BundleBooked> {
  if (known.requestHash !== asked.requestHash) return refuse('idempotency_conflict')
  const purchase = await findPurchase(deps.db, {
    purchaseId: known.purchaseId,
    contact: asked.contact,
  })
  return purchase ? { ok: true, purchase, replayed: true } : refuse('idempotency_conflict')
}

/** The content that the key protects. Uses the normalised contact, not the typed one. */
function hashOf(input: BookBundle, contact: Contact): string {
  const sessionIds = [...new Set(input.sessionIds.map((id) => id.toLowerCase()))].toSorted()
  const content = [
    input.bundleId,
    sessionIds,
    input.name,
    contact.phone,
    contact.email,
    ...(contact.telegram ? [contact.telegram.address] : []),
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url')
}

export function refuse(reason: BundleRefusal): BundleNotBooked {
  return { ok: false, reason, taken: [], retryAfterSeconds: reason === 'busy' ? 2 : 0 }
}
