import type { Limit } from '#core/integrations/rate-limits.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { findVendorOfSession } from '../queries/booking-facts.ts'
import type { Contact } from './contact.ts'

export type Limited = { by: 'address' | 'contact'; retryAfterSeconds: number }
type Asked = { address: string | null; sessionId: string; seats: number }
type Answer = { ok: true; replayed: boolean } | { ok: false }

/**
 * Books under the limits. Tries are counted per network address, with room for many refusals; seats per address and per
 * contact with the vendor, before they are booked, and given back unless they are. So nobody can use up another person's
 * limit with tries that are refused.
 */
export async function countSeats<Booked extends Answer>(
  { db, limits, settings }: Deps,
  { address, sessionId, seats }: Asked,
  contact: Contact,
  book: (limited: Limited | null) => Promise<Booked>,
): Promise<Booked> {
  if (address === null || !settings.bookingRateLimit) return book(null)
  const tried = await limits.bookingTriesPerAddress.take(address)
  if (!tried.ok) return book({ ...tried, by: 'address' })
  const vendorId = await vendorIdOf(db, sessionId)
  const counts: { limit: Limit; key: string; by: Limited['by'] }[] = [
    { limit: limits.seatsPerAddress, key: address, by: 'address' },
    ...contactsOf(contact).map((one) => ({
      limit: limits.seatsPerContact,
      key: `${vendorId} ${one}`,
      by: 'contact' as const,
    })),
  ]
  const counted: typeof counts = []
  const giveBack = async () => {
    for (const { limit, key } of counted) await limit.giveBack(key, seats)
  }
  for (const count of counts) {
    counted.push(count)
    const taken = await count.limit.take(count.key, seats)
    if (taken.ok) continue
    await giveBack()
    return book({ ...taken, by: count.by })
  }
  try {
    const booked = await book(null)
    if (booked.ok && !booked.replayed) return booked
    await giveBack()
    if (booked.ok) await limits.bookingTriesPerAddress.giveBack(address)
    return booked
  } catch (error) {
    await giveBack()
    throw error
  }
}

/** Each of them is counted: another phone beside the same email is no other person. */
function contactsOf({ phone, email }: Contact): string[] {
  return [phone, email && withoutTag(email)].filter((one) => one !== null)
}

/** 'carla+yoga@example.com' reaches the mailbox of carla@example.com. As limit_email() in the database. */
function withoutTag(email: string): string {
  const at = email.lastIndexOf('@')
  const [mailbox = ''] = email.slice(0, at).split('+', 1)
  return mailbox + email.slice(at)
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
