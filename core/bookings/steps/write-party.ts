import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import { shrinkWaiver } from '#core/money/steps/record.ts'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { EditPlan } from './plan-edit.ts'

type Own = { id: string; vendorId: VendorId; purchaseId: string }

/** Another number of people, other extras. New extras cost what they cost today with the slot; the price follows. */
export async function writeParty(
  tx: Tx,
  { id: bookingId, vendorId, purchaseId }: Own,
  { people, added, removed }: NonNullable<EditPlan['party']>,
): Promise<void> {
  const gone = await tx
    .deleteFrom('bookingExtras')
    .where('vendorId', '=', vendorId)
    .where('bookingId', '=', bookingId)
    .where(sql<boolean>`extra_id = any(${[...removed]}::uuid[])`)
    .returning('amountMinor')
    .execute()
  const { rows: come } = await sql<{ amountMinor: number }>`
    insert into booking_extras (booking_id, extra_id, vendor_id, name, price_minor, per, amount_minor)
    select b.id, e.id, e.vendor_id, e.name, e.price_minor, e.per, extra_amount(e, s)
    from bookings b join class_sessions s on s.vendor_id = b.vendor_id and s.id = b.session_id
    join facility_extras e on e.vendor_id = b.vendor_id and e.class_id = b.class_id
    where b.vendor_id = ${vendorId} and b.id = ${bookingId} and e.retired_at is null
      and e.id = any(${[...added]}::uuid[])
    returning amount_minor`.execute(tx)
  const sum = (extras: readonly { amountMinor: number }[]) =>
    extras.reduce((total, { amountMinor }) => total + Number(amountMinor), 0)
  const { priceMinor: price } = await tx
    .updateTable('bookings')
    .set((eb) => ({
      people,
      priceMinor: eb('priceMinor', '+', sum(come) - sum(gone)),
      updatedAt: eb.fn<Date>('now'),
    }))
    .where('vendorId', '=', vendorId)
    .where('id', '=', bookingId)
    .returning('priceMinor')
    .executeTakeFirstOrThrow()
  const from = price - sum(come) + sum(gone)
  await shrinkWaiver(tx, { vendorId, payer: { bookingId }, from, to: price })
  await emit(tx, 'booking.changed', { purchaseId, bookingIds: [bookingId] })
}
