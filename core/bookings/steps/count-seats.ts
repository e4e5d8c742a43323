import type { Deps } from '#core/shared/deps.ts'

export type Limited = { retryAfterSeconds: number }
type Asked = { network: string | null; seats: number }
type Answer =
  | { ok: true; replayed: boolean; purchase: { purchaseId: string } }
  | { ok: false; reason: string }

/**
 * Books within the limits per network, one for attempts and a lower one for seats. Seats are counted before the
 * booking and uncounted if it fails. After a refusal by the contact limit they stay counted, because strangers could use
 * such refusals to find out who has bookings.
 */
export async function countSeats<Booked extends Answer>(
  deps: Pick<Deps, 'db' | 'limits' | 'settings'>,
  { network, seats }: Asked,
  book: (limited: Limited | null) => Promise<Booked>,
): Promise<Booked> {
  const { limits, settings } = deps
  if (network === null || !settings.bookingRateLimit) return book(null)
  const tried = await limits.bookingTriesPerNetwork.take(network)
  if (!tried.ok) return book(tried)
  const giveBack = () => limits.seatsPerNetwork.giveBack(network, seats)
  const taken = await limits.seatsPerNetwork.take(network, seats)
  if (!taken.ok) {
    await giveBack()
    return book(taken)
  }
  try {
    const booked = await book(null)
    if (booked.ok ? booked.replayed : booked.reason !== 'contact_limit') await giveBack()
    if (booked.ok && booked.replayed) await limits.bookingTriesPerNetwork.giveBack(network)
    if (booked.ok && !booked.replayed) await noteBusyAddress(deps, booked.purchase, network)
    return booked
  } catch (error) {
    await giveBack()
    throw error
  }
}

/** One network must not use up the mails of a vendor: those about its further purchases of a day get only a part of them. */
async function noteBusyAddress(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  { purchaseId }: { purchaseId: string },
  network: string,
): Promise<void> {
  const purchase = db.selectFrom('purchases').where('id', '=', purchaseId)
  const { vendorId } = await purchase.select('vendorId').executeTakeFirstOrThrow()
  if ((await limits.purchasesPerNetworkAndVendor.take(`${vendorId} ${network}`)).ok) return
  await db
    .updateTable('purchases')
    .set({ fromBusyNetwork: true })
    .where('id', '=', purchaseId)
    .execute()
}
