import type { Deps } from '#core/shared/deps.ts'

export type Limited = { retryAfterSeconds: number }
type Asked = { address: string | null; seats: number }
type Answer =
  | { ok: true; replayed: boolean; purchase: { purchaseId: string } }
  | { ok: false; reason: string }

/**
 * Books within the limits per network address, one for attempts and a lower one for seats. Seats are counted before the
 * booking and uncounted if it fails. After a refusal by the contact limit they stay counted, because strangers could use
 * such refusals to find out who has bookings.
 */
export async function countSeats<Booked extends Answer>(
  deps: Pick<Deps, 'db' | 'limits' | 'settings'>,
  { address, seats }: Asked,
  book: (limited: Limited | null) => Promise<Booked>,
): Promise<Booked> {
  const { limits, settings } = deps
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
    if (booked.ok && !booked.replayed) await noteBusyAddress(deps, booked.purchase, address)
    return booked
  } catch (error) {
    await giveBack()
    throw error
  }
}

/** One address must not use up the mails of a vendor: those about its further purchases of a day get only a part of them. */
async function noteBusyAddress(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  { purchaseId }: { purchaseId: string },
  address: string,
): Promise<void> {
  const purchase = db.selectFrom('purchases').where('id', '=', purchaseId)
  const { vendorId } = await purchase.select('vendorId').executeTakeFirstOrThrow()
  if ((await limits.purchasesPerAddressAndVendor.take(`${vendorId} ${address}`)).ok) return
  await db
    .updateTable('purchases')
    .set({ fromBusyAddress: true })
    .where('id', '=', purchaseId)
    .execute()
}
