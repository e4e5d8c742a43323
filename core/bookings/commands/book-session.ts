import { hash } from 'node:crypto'
import type { Contact } from '#core/contacts/rules.ts'
import { isBusy } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import { newReference } from '#core/shared/ids.ts'
import { sign } from '#core/shared/signing.ts'
import { findConfirmationWait, findNewOffer } from '../queries/booking-facts.ts'
import { findKey, findPurchase, type Purchase } from '../queries/purchases.ts'
import { bookingRefusal, type ConditionRefusal, type Refusal } from '../rules/offer.ts'
import type { Party, PartyRefusal } from '../rules/party.ts'
import { type Seen, seenVersionOf } from '../rules/seen.ts'
import { confirmationExpiry } from '../rules/waiting.ts'
import { callBookSession } from '../steps/call-book-session.ts'
import { type ContactGiven, type ContactProblem, readContact } from '../steps/contact.ts'
import { countSeats, type Limited } from '../steps/count-seats.ts'
import { makeRoom } from './expire-bookings.ts'

export type BookSession = {
  /** what the page showed, or an API client; what has changed since is asked about again */
  seen?: Seen | undefined
  sessionId: string
  spots: number
  name: string
  contact: ContactGiven
  idempotencyKey: string
  source: 'public' | 'api'
  /** the sentences that the customer confirmed, as they were shown */
  accepted: readonly string[]
  /** of a facility */
  party?: Party | undefined
  /** the customer's choice, where the class leaves one */
  wantsCard?: boolean | undefined
  /** null: the vendor's */
  language: Language | null
  /** where the request came from; null is not counted */
  network: string | null
}

export type BookRefusal =
  | Refusal
  | ContactProblem
  | 'price_changed'
  | 'session_changed'
  | ConditionRefusal
  | PartyRefusal
  /** the vendor takes no more online bookings this month, or of further new customers from there */
  | 'ask_vendor'
  | 'idempotency_conflict'
  | 'rate_limited'
  | 'busy'
export type NotBooked = {
  ok: false
  reason: BookRefusal
  spotsLeft: number
  retryAfterSeconds: number
}
export type Booked = { ok: true; purchase: Purchase; replayed: boolean } | NotBooked

// Each round loses only to a change made by somebody else in between.
const maxRounds = 5

/**
 * A customer books one to four spots of a session. The same key again returns the same purchase to the contact that made it.
 */
export async function bookSession(deps: Deps, input: BookSession): Promise<Booked> {
  try {
    return await attempt(deps, input)
  } catch (error) {
    if (!isBusy(error)) throw error
    return refuse('busy')
  }
}

async function attempt(deps: Deps, input: BookSession): Promise<Booked> {
  const contact = await readContact(deps.db, input)
  if (typeof contact === 'string') return refuse(contact)
  const requestHash = hashRequest(input, contact)
  const asked = { input, contact, requestHash }
  return countSeats(deps, { ...input, seats: input.spots }, (limited) =>
    limited ? refuseTooMany(deps, asked, limited) : book(deps, asked),
  )
}

type Asked = { input: BookSession; contact: Contact; requestHash: string }

async function book(deps: Deps, { input, contact, requestHash }: Asked): Promise<Booked> {
  let confirmUntil: Date | null = null
  const { network } = input
  const fromNetwork =
    network !== null && deps.settings.bookingRateLimit
      ? sign(deps.secretKeys, 'first booking', network)
      : null
  for (let round = 0; round < maxRounds; round++) {
    const called = await callBookSession(deps, {
      ...input,
      ...contact,
      wantsCard: input.wantsCard ?? false,
      seenPriceMinor: input.seen?.priceMinor,
      seenVersion: seenVersionOf(input.seen, input.sessionId),
      requestHash,
      fromNetwork,
      confirmUntil,
      reference: newReference(),
    })
    switch (called.outcome) {
      // The next round finds the purchase under the key, or the reason why the class cannot be booked any more.
      case 'try_again':
        break
      case 'booked':
        return { ok: true, purchase: called.purchase, replayed: false }
      case 'known':
        return replay(deps, called, { contact, requestHash })
      case 'contact_limit':
        return refuse('contact_limit')
      case 'used_up':
        return refuse('ask_vendor')
      case 'too_many_holds':
        return { ...refuse('rate_limited'), retryAfterSeconds: 15 * 60 }
      case 'wants_confirmation': {
        const wait = await findConfirmationWait(deps.db, input.sessionId)
        if (!wait) return refuse('not_found')
        confirmUntil = confirmationExpiry(wait)
        break
      }
      case 'refused': {
        const refused = await findRefusal(deps, input)
        // Expired requests return their seats before a customer gets "full".
        const isFull = refused?.reason === 'session_full'
        if (isFull && (await makeRoom(deps.db, [input.sessionId])) > 0) break
        if (refused) return refused
      }
    }
  }
  return refuse('busy')
}

type Asking = Pick<BookSession, 'sessionId' | 'spots' | 'seen' | 'accepted' | 'party'>

/** Whether a customer who holds these spots could book them now instead. */
export async function mayBookHeld(deps: Deps, input: Asking): Promise<boolean> {
  return (await findRefusal(deps, input, { freed: input.spots })) === null
}

/** Why no customer could book this now; null: it could be booked. */
async function findRefusal(
  deps: Deps,
  input: Asking,
  { freed = 0 }: { freed?: number } = {},
): Promise<NotBooked | null> {
  const found = await findNewOffer(deps.db, input.sessionId, input.party?.extras)
  if (!found) return refuse('not_found')
  const { now } = found
  const offer = { ...found.offer, currentStudents: found.offer.currentStudents - freed }
  const seenVersion = seenVersionOf(input.seen, input.sessionId)
  const reason = bookingRefusal(
    offer,
    { ...input, seenPriceMinor: input.seen?.priceMinor, seenVersion },
    now,
  )
  if (reason === null) return null
  return { ...refuse(reason), spotsLeft: Math.max(0, offer.maxStudents - offer.currentStudents) }
}

async function replay(
  deps: Deps,
  known: { purchaseId: string; requestHash: string },
  asked: { contact: Contact; requestHash: string },
): Promise<Booked> {
  if (known.requestHash !== asked.requestHash) return refuse('idempotency_conflict')
  const purchase = await findPurchase(deps.db, {
    purchaseId: known.purchaseId,
    contact: asked.contact,
  })
  return purchase ? { ok: true, purchase, replayed: true } : refuse('idempotency_conflict')
}

/** The content that the key protects. Uses the normalised contact, not the typed one. */
function hashRequest(input: BookSession, contact: Contact): string {
  const content = [
    input.sessionId.toLowerCase(),
    input.spots,
    input.name,
    contact.phone,
    contact.email,
    ...(contact.telegram ? [contact.telegram.address] : []),
    ...(input.party ? partyText(input.party) : []),
  ]
  return hash('sha256', JSON.stringify(content), 'base64url')
}

const partyText = ({ people, extras, gender, birthDate }: Party) => [
  people,
  extras.toSorted(),
  gender,
  birthDate,
]

/** After too many tries: what an earlier try with the same key has booked is still returned. */
async function refuseTooMany(
  deps: Deps,
  { input, contact, requestHash }: Asked,
  { retryAfterSeconds }: Limited,
): Promise<Booked> {
  const known = await findKey(deps.db, input.idempotencyKey)
  if (known) return replay(deps, known, { contact, requestHash })
  return { ...refuse('rate_limited'), retryAfterSeconds }
}

export function refuse(reason: BookRefusal): NotBooked {
  return { ok: false, reason, spotsLeft: 0, retryAfterSeconds: reason === 'busy' ? 2 : 0 }
}
