import type { Deps } from '#core/shared/deps.ts'

export type Limited = { retryAfterSeconds: number }
type Asked = { address: string | null; seats: number }
type Answer = { ok: true; replayed: boolean } | { ok: false; reason: string }

/**
 * Books within the limits per network address, one for attempts and a lower one for seats. Seats are counted before the
 * booking and uncounted if it fails. After a refusal by the contact limit they stay counted, because strangers could use
 * such refusals to find out who has bookings.
 */
export async function countSeats<Booked extends Answer>(
  { limits, settings }: Pick<Deps, 'limits' | 'settings'>,
  { address, seats }: Asked,
  book: (limited: Limited | null) => Promise<Booked>,
): Promise<Booked> {
  if (address === null || !settings.bookingRateLimit) return book(null)
  const tried = await limits.bookingTriesPerAddress.take(address)
  if (!tried.ok) return book(tried)
  const giveBack = () => limits.seatsPerAddress.giveBack(address, seats)
  const taken = await limits.seatsPerAddress.take(address, seats)
  if (!taken.ok) {
    await giveBack()
    return book(taken)
  }
  try {
    const booked = await book(null)
    if (booked.ok ? booked.replayed : booked.reason !== 'contact_limit') await giveBack()
    if (booked.ok && booked.replayed) await limits.bookingTriesPerAddress.giveBack(address)
    return booked
  } catch (error) {
    await giveBack()
    throw error
  }
}
