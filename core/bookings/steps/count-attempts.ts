import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { findVendorOfSession } from '../queries/booking-facts.ts'
import type { Contact } from './contact.ts'

/** `giveBack` when the attempt turned out to be a repetition. */
export type Counted =
  | { ok: true; giveBack(): Promise<void> }
  | { ok: false; limited: 'address' | 'contact'; retryAfterSeconds: number }

/** Counts an attempt to book per address and per contact with the vendor, before it is made. */
export async function countAttempt(
  { db, limits, settings }: Deps,
  { address, sessionId }: { address: string | null; sessionId: string },
  contact: Contact,
): Promise<Counted> {
  if (address === null || !settings.bookingRateLimit) return { ok: true, giveBack: async () => {} }
  const key = `${await vendorIdOf(db, sessionId)} ${contact.phone ?? contact.email}`
  const perAddress = await limits.bookingPerAddress.take(address)
  if (!perAddress.ok) return { ...perAddress, limited: 'address' }
  const perContact = await limits.bookingPerContact.take(key)
  if (!perContact.ok) return { ...perContact, limited: 'contact' }
  const giveBack = async () => {
    await limits.bookingPerAddress.giveBack(address)
    await limits.bookingPerContact.giveBack(key)
  }
  return { ok: true, giveBack }
}

// A session never changes its vendor, so one look at the database is enough for all who book it.
const mostRemembered = 10_000
const vendorIds = new Map<string, string>()
async function vendorIdOf(db: Db, sessionId: string): Promise<string> {
  const known = vendorIds.get(sessionId)
  if (known !== undefined) return known
  const vendorId = (await findVendorOfSession(db, sessionId))?.vendorId ?? ''
  if (vendorIds.size >= mostRemembered) vendorIds.clear()
  if (vendorId !== '') vendorIds.set(sessionId, vendorId)
  return vendorId
}
