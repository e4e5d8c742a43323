import { createHash } from 'node:crypto'
import type { Taken } from '../../integrations/rate-limits.ts'
import { isBusy, sqlState } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { newReference } from '#core/shared/ids.ts'
import { findOffer, findPurchase, type Offer, type Purchase, readBookingFacts } from '../queries.ts'
import { confirmationExpiry, type Refusal, refusalFor } from '../rules.ts'
import { type Contact, type ContactProblem, contactOf, phoneOf } from './contact.ts'
import { expireOverdueOfSession } from './expire-bookings.ts'
import { insertPurchase } from './insert-purchase.ts'

export type BookSession = {
  sessionId: string
  spots: number
  name: string
  /** what one field held, or phone and e-mail apart */
  contact: string | { phone: string | null; email: string | null }
  idempotencyKey: string
  source: 'public' | 'api'
  language: 'en' | 'de' | 'ru'
  /** where the request came from; null is not counted */
  address: string | null
}

export type BookRefusal =
  | Refusal
  | ContactProblem
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
const rounds = 5

/** A customer books one to four spots of a session. The same key again answers the same purchase. */
export async function bookSession(deps: Deps, input: BookSession): Promise<Booked> {
  try {
    return await attempt(deps, input)
  } catch (error) {
    if (!isBusy(error)) throw error
    return no('busy')
  }
}

async function attempt(deps: Deps, input: BookSession): Promise<Booked> {
  let counted = false
  for (let round = 0; round < rounds; round++) {
    const offer = await findOffer(deps.db, input.sessionId, input.idempotencyKey)
    if (!offer) return no('not_found')
    const contact = contactIn(input, offer.country)
    if (typeof contact === 'string') return no(contact)
    const requestHash = hashOf(input, contact)
    if (offer.existing) return replay(deps, offer.existing, requestHash)

    if (!counted) {
      const taken = await countAttempt(
        deps,
        input.address,
        `${offer.vendorId} ${contact.phone ?? contact.email}`,
      )
      if (!taken.ok) return { ...no('rate_limited'), retryAfterSeconds: taken.retryAfterSeconds }
      counted = true
    }
    const purchase = await insert(deps, input, offer, contact, requestHash)
    if (purchase) return { ok: true, purchase, replayed: false }

    const refused = await whyNot(deps, input, contact)
    if (refused === null) continue
    // Seats held by requests whose time is over are given back before anyone is told "full".
    if (
      refused.reason === 'session_full' &&
      (await expireOverdueOfSession(deps.db, input.sessionId)) > 0
    )
      continue
    return refused
  }
  return no('busy')
}

/** Null: the condition said no, or the same key was used meanwhile. */
async function insert(
  deps: Deps,
  input: BookSession,
  offer: Offer,
  contact: Contact,
  requestHash: string,
): Promise<Purchase | null> {
  const { now, startsAt, timeoutMinutes, minuteOfDay, clockText } = offer
  try {
    return await insertPurchase(deps.db, {
      ...input,
      ...contact,
      reference: newReference(),
      requestHash,
      expiresAt: confirmationExpiry({ now, startsAt, timeoutMinutes, minuteOfDay }),
      notes: `Booked by ${contact.phone === null ? 'email' : 'phone'}, ${clockText}`,
    })
  } catch (error) {
    if (sqlState(error) === '23505') return null
    throw error
  }
}

async function whyNot(deps: Deps, input: BookSession, contact: Contact): Promise<NotBooked | null> {
  const facts = await readBookingFacts(deps.db, { sessionId: input.sessionId, ...contact })
  if (!facts) return no('not_found')
  const reason = refusalFor(facts.session, facts.contact, input.spots, facts.now)
  if (reason === null) return null
  return {
    ...no(reason),
    spotsLeft: Math.max(0, facts.session.maxStudents - facts.session.currentStudents),
  }
}

async function replay(
  deps: Deps,
  existing: { groupId: string; requestHash: string },
  requestHash: string,
): Promise<Booked> {
  if (existing.requestHash !== requestHash) return no('idempotency_conflict')
  const purchase = await findPurchase(deps.db, existing.groupId)
  return purchase ? { ok: true, purchase, replayed: true } : no('not_found')
}

function contactIn({ contact }: BookSession, country: string): Contact | ContactProblem {
  if (typeof contact === 'string') return contactOf(contact, country)
  const phone = contact.phone ? phoneOf(contact.phone, country) : null
  if (contact.phone && phone === null) return 'phone_invalid'
  const email = contact.email || null
  return phone === null && email === null ? 'contact_missing' : { phone, email }
}

/** What the key stands for. The contact counts as it is kept, not as it was typed. */
function hashOf(input: BookSession, contact: Contact): string {
  const content = [
    input.sessionId.toLowerCase(),
    input.spots,
    input.name,
    contact.phone,
    contact.email,
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url')
}

async function countAttempt(deps: Deps, address: string | null, contact: string): Promise<Taken> {
  if (address === null || !deps.settings.bookingRateLimit) return { ok: true }
  const perAddress = await deps.limits.bookingPerAddress.take(address)
  return perAddress.ok ? deps.limits.bookingPerContact.take(contact) : perAddress
}

function no(reason: BookRefusal): NotBooked {
  return { ok: false, reason, spotsLeft: 0, retryAfterSeconds: reason === 'busy' ? 2 : 0 }
}
