import type { Deps } from '#core/shared/deps.ts'

export type Limited = { retryAfterSeconds: number }
type Asked = { address: string | null; seats: number }
type Answer = { ok: true; replayed: boolean } | { ok: false; reason: string }

/**
 * Books under the limits of the network address: many tries, and fewer seats. Seats are counted before they are booked,
 * and given back unless they are. Those that a contact may not hold as well stay counted: with such refusals strangers
 * could ask which people hold spots.
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
