import { hash } from 'node:crypto'
import { isBusy, sqlState } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { newReference } from '#core/shared/ids.ts'
import {
  findConfirmationWait,
  findVendorOfSession,
  readBookingFacts,
} from '../queries/booking-facts.ts'
import { findKey, findPurchase, type Purchase } from '../queries/purchases.ts'
import { confirmationExpiry, type Refusal, refusalFor } from '../rules.ts'
import { phoneOf } from '#core/shared/phones.ts'
import { type Contact, type ContactProblem, contactOf } from './contact.ts'
import { countAttempt } from './count-attempts.ts'
import { expireOverdueOfSession } from './expire-bookings.ts'
import { insertPurchase } from './book-together.ts'
import type { Inserted } from './insert-purchases.ts'

export type BookSession = {
  sessionId: string
  spots: number
  name: string
  /** what one field held, or phone and e-mail apart */
  contact: string | { phone: string | null; email: string | null }
  /** what the customer was told one spot costs; another price refuses the booking */
  seenPriceMinor?: number | undefined
  idempotencyKey: string
  source: 'public' | 'api'
  language: 'en' | 'de' | 'ru'
  /** where the request came from; null is not counted */
  address: string | null
}

export type BookRefusal =
  | Refusal
  | ContactProblem
  | 'price_changed'
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
  const contact = await readContact(deps, input)
  if (typeof contact === 'string') return no(contact)
  const requestHash = hashOf(input, contact)
  const counted = await countAttempt(deps, input, contact)
  if (!counted.ok) return refuseTooMany(deps, input, requestHash, counted.retryAfterSeconds)

  let confirmUntil: Date | null = null
  for (let round = 0; round < rounds; round++) {
    const inserted = await insert(deps, input, contact, requestHash, confirmUntil)
    if (inserted?.outcome === 'booked')
      return { ok: true, purchase: inserted.purchase, replayed: false }
    if (inserted?.outcome === 'known') {
      await counted.giveBack()
      return replay(deps, inserted, requestHash)
    }
    if (inserted?.outcome === 'wants_confirmation') {
      const wait = await findConfirmationWait(deps.db, input.sessionId)
      if (!wait) return no('not_found')
      confirmUntil = confirmationExpiry(wait)
      continue
    }
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

/** Null: the same key was used meanwhile. */
async function insert(
  deps: Deps,
  input: BookSession,
  contact: Contact,
  requestHash: string,
  confirmUntil: Date | null,
): Promise<Inserted | null> {
  try {
    return await insertPurchase(deps.db, {
      ...contact,
      sessionId: input.sessionId,
      spots: input.spots,
      name: input.name,
      idempotencyKey: input.idempotencyKey,
      source: input.source,
      language: input.language,
      reference: newReference(),
      requestHash,
      confirmUntil,
      seenPriceMinor: input.seenPriceMinor ?? null,
    })
  } catch (error) {
    if (sqlState(error) === '23505') return null
    throw error
  }
}

async function whyNot(deps: Deps, input: BookSession, contact: Contact): Promise<NotBooked | null> {
  const facts = await readBookingFacts(deps.db, { sessionId: input.sessionId, ...contact })
  if (!facts) return no('not_found')
  const { seenPriceMinor = facts.priceMinor } = input
  const reason =
    refusalFor(facts.session, facts.contact, input.spots, facts.now) ??
    (seenPriceMinor === facts.priceMinor ? null : 'price_changed')
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

/** The contact as it is kept. A phone without its country is one of the vendor's country. */
async function readContact(
  deps: Deps,
  { sessionId, contact }: BookSession,
): Promise<Contact | ContactProblem | 'not_found'> {
  const phone = typeof contact === 'string' ? contact : contact.phone
  const isLocal = phone !== null && !phone.includes('@') && !/^\s*\+/.test(phone)
  const vendor = isLocal ? await findVendorOfSession(deps.db, sessionId) : { country: '' }
  if (!vendor) return 'not_found'
  return typeof contact === 'string'
    ? contactOf(contact, vendor.country)
    : contactIn(contact, vendor.country)
}

function contactIn(
  contact: { phone: string | null; email: string | null },
  country: string,
): Contact | ContactProblem {
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
  return hash('sha256', JSON.stringify(content), 'base64url')
}

/** Whoever has tried too often still hears what an earlier try with the same key has booked. */
async function refuseTooMany(
  deps: Deps,
  input: BookSession,
  requestHash: string,
  retryAfterSeconds: number,
): Promise<Booked> {
  const known = await findKey(deps.db, input.idempotencyKey)
  return known ? replay(deps, known, requestHash) : { ...no('rate_limited'), retryAfterSeconds }
}

function no(reason: BookRefusal): NotBooked {
  return { ok: false, reason, spotsLeft: 0, retryAfterSeconds: reason === 'busy' ? 2 : 0 }
}
