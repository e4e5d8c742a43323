import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { moneyForBooking } from '#core/money/queries.ts'
import type { EditBookingForm } from '../schema.ts'
import { listExtrasOfSlot } from './extras-of-slot.ts'
import { partyOfSpot } from './party.ts'

/** A booking of the vendor with all facts for Edit Booking, and the money of its own or of the bundle that pays for it. */
export async function findEditable(
  db: Db,
  { vendorId, bookingId }: { vendorId: VendorId; bookingId: string },
) {
  if (!isId(bookingId)) return null
  const row = await db
    .selectFrom('bookings as b')
    .innerJoin('purchases as g', 'g.id', 'b.purchaseId')
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .innerJoinLateral(moneyForBooking, (join) => join.onTrue())
    .where('b.id', '=', bookingId)
    .where('b.vendorId', '=', vendorId)
    .where('b.deletedAt', 'is', null)
    .select([
      'b.id',
      'b.purchaseId',
      'b.sessionId',
      'b.classId',
      'b.vendorId',
      'b.status',
      'b.attendance',
      'b.endedBy',
      'b.expiresAt',
      'b.waitsFor',
      'b.notes',
      'b.priceMinor',
      'b.currency',
      'b.passId',
      'g.customerName',
      'g.customerEmail',
      'g.customerPhone',
      'g.bookingMethod',
      'g.contactId',
      'g.addressId',
      'g.erasedAt',
      'g.language',
      'g.source',
      'g.customerGender',
      'g.customerBirthDate',
      's.startsAt',
    ])
    .select([
      'm.paymentStatus',
      'm.paidMinor',
      'm.owedMinor',
      'm.giveBackMinor',
      'm.state',
      partyOfSpot.as('party'),
    ])
    // A date of a bundle costs nothing by itself.
    .select(
      sql<number>`coalesce((select e.price_minor - e.reduction_minor from passes e where e.id = b.pass_id), b.price_minor)`.as(
        'payableMinor',
      ),
    )
    .select(
      sql<number>`least(m.most_back_minor, card_kept(b.vendor_id, case when b.pass_id is null then b.id end, b.pass_id))`.as(
        'cardMinor',
      ),
    )
    .executeTakeFirst()
  if (!row) return null
  return {
    ...row,
    payableMinor: Number(row.payableMinor),
    /** what can go back to the cards that paid */
    cardMinor: Number(row.cardMinor),
  }
}

export type Editable = NonNullable<Awaited<ReturnType<typeof findEditable>>>

type Edited = Pick<
  Editable,
  | 'customerName'
  | 'customerEmail'
  | 'customerPhone'
  | 'notes'
  | 'status'
  | 'paymentStatus'
  | 'paidMinor'
  | 'currency'
  | 'sessionId'
  | 'party'
  | 'customerGender'
  | 'customerBirthDate'
>

/** What the form shows. */
export function editFields(booking: Edited): EditBookingForm {
  return {
    customerName: booking.customerName,
    customerEmail: booking.customerEmail ?? '',
    customerPhone: booking.customerPhone ?? '',
    notes: booking.notes ?? '',
    status: booking.status,
    paymentStatus: booking.paymentStatus,
    amountPaidMinor: booking.paidMinor,
    currency: booking.currency,
    sessionId: booking.sessionId,
    people: booking.party?.people ?? null,
    extras: booking.party?.extras.map(({ id }) => id).toSorted() ?? [],
    customerGender: booking.customerGender,
    customerBirthDate: booking.customerBirthDate,
  }
}

/**
 * Of a booking of a facility: what it costs without extras, and the extras that it has or can have, at the price that was agreed
 * or is asked today. Null in a class.
 */
export async function findEditableParty(
  db: Db,
  { vendorId, bookingId }: { vendorId: VendorId; bookingId: string },
) {
  const booking = await db
    .selectFrom('bookings as b')
    .innerJoin('classes as c', 'c.id', 'b.classId')
    .where('b.id', '=', bookingId)
    .where('b.vendorId', '=', vendorId)
    .where('b.people', 'is not', null)
    .select(['b.sessionId', 'b.priceMinor', 'c.asksGender', 'c.asksBirthDate'])
    .select(sql<number>`coalesce(c.max_people, b.people)`.as('maxPeople'))
    .executeTakeFirst()
  if (!booking) return null
  const agreed = await db
    .selectFrom('bookingExtras')
    .where('vendorId', '=', vendorId)
    .where('bookingId', '=', bookingId)
    .orderBy('name')
    .select(['extraId as id', 'name', 'priceMinor', 'per', 'amountMinor'])
    .execute()
  const offered = await listExtrasOfSlot(db, booking.sessionId)
  const { sessionId: _session, priceMinor, ...facts } = booking
  return {
    ...facts,
    slotMinor: agreed.reduce((rest, { amountMinor }) => rest - amountMinor, priceMinor),
    extras: [...agreed, ...offered.filter(({ id }) => agreed.every((extra) => extra.id !== id))],
    offered,
  }
}
