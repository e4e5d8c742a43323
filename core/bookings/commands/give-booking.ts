import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { findLanguageOf } from '#core/contacts/queries.ts'
import { type Contact, methodOf } from '#core/contacts/rules.ts'
import { lockContacts, lockOrMakeContact } from '#core/contacts/steps/lock-contact.ts'
import { emit } from '#core/events/emit.ts'
import { recordMoney, takeOut } from '#core/money/steps/record.ts'
import { lockSessionsOf } from '#core/seats/steps/lock-sessions.ts'
import { takeSeats } from '#core/seats/steps/move-seats.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { newReference, type VendorId } from '#core/shared/ids.ts'
import { makeOnce } from '#core/shared/make-once.ts'
import { StartOver } from '#core/shared/settle.ts'
import type { Version } from '#core/shared/version.ts'
import { undoIfRefused } from '#core/shared/undo.ts'
import { type Editable, findEditable } from '../queries/editable-booking.ts'
import { type GiveRefusal, giveRefusal } from '../rules/giving.ts'
import type { GiveBookingForm } from '../schema.ts'
import { type ContactProblem, contactOf } from '../steps/contact.ts'
import { endBookings } from '../steps/end-bookings.ts'
import { lockPurchase } from '../steps/lock-purchase.ts'
import { haveChanged } from '../steps/changed-spots.ts'

export type BookingGiven =
  /** `from`: who had the spot */
  | { ok: true; purchaseId: string; bookingId: string; from: string }
  | { ok: false; reason: GiveRefusal | 'same_customer' | 'not_found' | 'changed' | 'busy' }
  | { ok: false; reason: Exclude<ContactProblem, 'contact_missing'> }

type Vendor = { vendorId: VendorId; userId: string; country: string }
type Asked = { bookingId: string; version?: Version; form: GiveBookingForm }

/**
 * The vendor gives a spot to another customer: the booking ends, and a new purchase of the other customer takes the spot, in
 * one transaction. What was paid goes with the spot. The same form again returns the same purchase.
 */
export async function giveBooking(
  db: Db,
  vendor: Vendor,
  { bookingId, version = null, form }: Asked,
): Promise<BookingGiven> {
  const contact =
    form.contact === '' ? { phone: null, email: null } : contactOf(form.contact, vendor.country)
  if (contact === 'contact_missing') return { ok: false, reason: 'contact_invalid' }
  if (typeof contact === 'string') return { ok: false, reason: contact }
  return undoIfRefused<BookingGiven>(db, async (tx) => {
    const named = await findEditable(tx, { vendorId: vendor.vendorId, bookingId })
    if (!named) return { ok: false, reason: 'not_found' }
    const made = await makeOnce<Extract<BookingGiven, { ok: false }>>(
      tx,
      { kind: 'purchases', vendorId: vendor.vendorId, form: { ...form, bookingId } },
      async () => {
        const given = await give(tx, vendor, { named, version, name: form.customerName, contact })
        return given.ok ? { ok: true, id: given.purchaseId } : given
      },
    )
    if (!made.ok) return made
    const { id: given } = await tx
      .selectFrom('bookings')
      .where('purchaseId', '=', made.id)
      .where('vendorId', '=', vendor.vendorId)
      .select('id')
      .executeTakeFirstOrThrow()
    return { ok: true, purchaseId: made.id, bookingId: given, from: named.customerName }
  })
}

type Giving = { named: Editable; version: Version; name: string; contact: Contact }
type Given = { ok: true; purchaseId: string } | Extract<BookingGiven, { ok: false }>

async function give(
  tx: Tx,
  { vendorId, userId }: Vendor,
  { named, version, name, contact }: Giving,
): Promise<Given> {
  const bookingId = named.id
  const other = await lockBoth(tx, vendorId, { named, name, contact })
  await lockSessionsOf(tx, [bookingId])
  await lockPurchase(tx, named.purchaseId)
  if (await haveChanged(tx, vendorId, [{ bookingId, version }]))
    return { ok: false, reason: 'changed' }
  const booking = await findEditable(tx, { vendorId, bookingId })
  if (!booking) return { ok: false, reason: 'not_found' }
  if (booking.contactId !== named.contactId) throw new StartOver()
  if (other.contactId !== null && other.contactId === booking.contactId)
    return { ok: false, reason: 'same_customer' }
  const refused = giveRefusal({ ...booking, isOfBundle: booking.passId !== null }, new Date())
  if (refused !== null) return { ok: false, reason: refused }

  const money = await takeOut(tx, { vendorId, bookingId, recordedBy: userId })
  const ended = await endBookings(tx, {
    bookingIds: [bookingId],
    from: ['confirmed'],
    to: 'cancelled',
    by: 'vendor',
  })
  if (ended.length === 0) throw new StartOver()
  const id = randomUUID()
  if (!(await takeSeats(tx, booking.sessionId, [id], 'given_away')))
    throw new Error('A seat that was just given back could not be taken.')
  const { id: purchaseId } = await tx
    .insertInto('purchases')
    .values({
      vendorId,
      ...other,
      reference: newReference(),
      idempotencyKey: `hand-${randomUUID()}`,
      requestHash: '',
      source: 'vendor',
      customerName: name,
      customerEmail: contact.email,
      customerPhone: contact.phone,
      bookingMethod: methodOf(contact),
      language: (await findLanguageOf(tx, other.contactId)) ?? booking.language,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('bookings')
    .columns([
      'id',
      'purchaseId',
      'vendorId',
      'classId',
      'sessionId',
      'status',
      'priceMinor',
      'currency',
      'confirmedAt',
      'calendarId',
      'agreedVersion',
      'noticeMinutes',
      'people',
      'madeBy',
    ])
    .expression((eb) =>
      eb
        .selectFrom('bookings as b')
        .innerJoin('classSessions as s', 's.id', 'b.sessionId')
        .where('b.id', '=', bookingId)
        .select([
          sql<string>`${id}::uuid`.as('id'),
          sql<string>`${purchaseId}::uuid`.as('purchaseId'),
          'b.vendorId',
          'b.classId',
          'b.sessionId',
          sql<'confirmed'>`'confirmed'`.as('status'),
          'b.priceMinor',
          'b.currency',
          sql<Date>`now()`.as('confirmedAt'),
          sql<string>`${purchaseId}::uuid`.as('calendarId'),
          's.calendarSequence as agreedVersion',
          'b.noticeMinutes',
          'b.people',
          sql<'vendor'>`'vendor'`.as('madeBy'),
        ]),
    )
    .execute()
  // What the party booked with the slot goes with it.
  await sql`insert into booking_extras (booking_id, extra_id, vendor_id, name, price_minor, per, amount_minor)
    select ${id}, extra_id, vendor_id, name, price_minor, per, amount_minor
    from booking_extras where vendor_id = ${vendorId} and booking_id = ${bookingId}`.execute(tx)
  await recordMoney(
    tx,
    money.map((row) => ({ ...row, payer: { bookingId: id } })),
  )
  await emit(tx, 'booking.confirmed', { purchaseId, bookingIds: [id] })
  await writeAudit(tx, {
    vendorId,
    userId,
    action: 'booking.given',
    subject: ['booking', bookingId],
    details: { to: purchaseId },
  })
  return { ok: true, purchaseId }
}

/** Locks who has the spot and who gets it, by ascending id. */
async function lockBoth(
  tx: Tx,
  vendorId: VendorId,
  { named, name, contact }: { named: Editable; name: string; contact: Contact },
) {
  const known = await tx
    .selectFrom('contactAddresses')
    .where('vendorId', '=', vendorId)
    .where('kind', '=', contact.email === null ? 'phone' : 'email')
    .where(sql<boolean>`value = coalesce(limit_email(${contact.email}), ${contact.phone})`)
    .select('contactId')
    .executeTakeFirst()
  await lockContacts(tx, [named.contactId, known?.contactId ?? null])
  const other = await lockOrMakeContact(tx, vendorId, { ...contact, name })
  if (known && other.contactId !== known.contactId) throw new StartOver()
  return other
}
