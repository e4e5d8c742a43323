import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { countContactSpots, findLanguageOf } from '#core/contacts/queries.ts'
import { type Contact, methodOf } from '#core/contacts/rules.ts'
import { type FoundContact, lockOrMakeContact } from '#core/contacts/steps/lock-contact.ts'
import { emit } from '#core/events/emit.ts'
import { recordTogether } from '#core/money/steps/record.ts'
import { lockVendor } from '#core/classes/steps/lock-vendor.ts'
import { lockSessions } from '#core/seats/steps/lock-sessions.ts'
import { noteSessionChange, takeSeats } from '#core/seats/steps/move-seats.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { newReference, type VendorId } from '#core/shared/ids.ts'
import type { Language } from '#core/shared/languages.ts'
import { makeOnce } from '#core/shared/make-once.ts'
import { undoIfRefused } from '#core/shared/undo.ts'
import { contactRefusal, type ContactFacts } from '../rules/limits.ts'
import { fullSessionText, maxCapacity } from '../rules/offer.ts'
import { extrasText } from '../rules/party.ts'
import { isAsSeen } from '../rules/seen.ts'
import { confirmationExpiry } from '../rules/waiting.ts'
import { listExtrasOfSlot } from '../queries/extras-of-slot.ts'
import type { AddBookingForm } from '../schema.ts'
import { contactOf, type ContactProblem } from '../steps/contact.ts'
import { markTold } from '../steps/mark-told.ts'
import { listSessionsToBook } from '../steps/spots-of-bundle.ts'
import { makeRoom } from './expire-bookings.ts'

type Held = Pick<ContactFacts, 'onSession' | 'upcoming'>

export type BookingAdded =
  | {
      ok: true
      purchaseId: string
      /** what the contact now holds, if it is more than a customer may book */
      aboveLimit: Held | null
      /** the same form added somebody before, and these spots are no longer as it says: nobody was added */
      hasChanged: boolean
    }
  | {
      ok: false
      reason:
        | 'not_found'
        | 'session_cancelled'
        | 'session_changed'
        | 'capacity_limit'
        /** of a facility: it has no second place */
        | 'slot_taken'
        /** one of them is gone, or costs something else */
        | 'extras_changed'
        | 'busy'
    }
  /** the price was typed in a currency that the vendor no longer has */
  | { ok: false; reason: 'currency_changed' }
  | { ok: false; reason: Exclude<ContactProblem, 'contact_missing'> }
  | SessionIsFull

/** `agreement`: what the form has to send to raise the session's capacity to `needed`. */
export type SessionIsFull = {
  ok: false
  reason: 'session_full'
  taken: number
  capacity: number
  needed: number
  agreement: string
}

type Vendor = { vendorId: VendorId; userId: string; country: string }

/**
 * The vendor adds somebody to an upcoming, running or past session. The same form again returns the same purchase. A full
 * session takes more only if the form agrees to exactly that number.
 */
export async function addBooking(
  db: Db,
  vendor: Vendor,
  form: AddBookingForm,
): Promise<BookingAdded> {
  const contact = form.contact === '' ? noContact : contactOf(form.contact, vendor.country)
  if (contact === 'phone_unsure' || contact === 'phone_short') return { ok: false, reason: contact }
  if (typeof contact === 'string') return { ok: false, reason: wrongContact(form.contact) }
  // A refusal leaves no contact behind.
  const attempt = () =>
    undoIfRefused<BookingAdded>(db, (tx) => addOnce(tx, vendor, { form, contact }))
  const first = await attempt()
  const isFull = !first.ok && first.reason === 'session_full'
  // An expiry returns credits: it locks bundles, and runs in a transaction of its own.
  return isFull && (await makeRoom(db, [form.sessionId])) > 0 ? attempt() : first
}

/** What looks like a number was meant as one. */
const wrongContact = (typed: string) =>
  /^[\d\s+()/.-]+$/.test(typed.normalize('NFKC')) ? 'phone_invalid' : 'contact_invalid'

const noContact: Contact = { phone: null, email: null }

type Asked = { form: AddBookingForm; contact: Contact }

async function addOnce(tx: Tx, vendor: Vendor, asked: Asked): Promise<BookingAdded> {
  const { agreed: _agreed, seen: _seen, ...content } = asked.form
  let aboveLimit: Held | null = null
  let isNew = false
  const made = await makeOnce<Extract<BookingAdded, { ok: false }>>(
    tx,
    { kind: 'purchases', vendorId: vendor.vendorId, form: content },
    async () => {
      const added = await add(tx, vendor, asked)
      if (!added.ok) return added
      ;({ aboveLimit } = added)
      isNew = true
      return { ok: true, id: added.purchaseId }
    },
  )
  if (!made.ok) return made
  const hasChanged = !isNew && (await hasChangedSince(tx, made.id, asked.form))
  return { ok: true, purchaseId: made.id, aboveLimit, hasChanged }
}

/** Whether a purchase has other spots in the session, or another name, than the form that made it says. */
async function hasChangedSince(
  tx: Tx,
  purchaseId: string,
  { sessionId, customerName, spots }: AddBookingForm,
): Promise<boolean> {
  const { held } = await tx
    .selectFrom('bookings as b')
    .innerJoin('purchases as g', 'g.id', 'b.purchaseId')
    .where('b.purchaseId', '=', purchaseId)
    .where('b.sessionId', '=', sessionId)
    .where('g.customerName', '=', customerName)
    .where(sql<boolean>`holds_seat(b)`)
    .select(sql<number>`coalesce(max(b.people), count(*))`.as('held'))
    .executeTakeFirstOrThrow()
  return Number(held) !== spots
}

async function add(tx: Tx, vendor: Vendor, { form, contact }: Asked): Promise<BookingAdded> {
  const { vendorId } = vendor
  const owned = await findOwned(tx, { vendorId, sessionId: form.sessionId })
  if (!owned) return { ok: false, reason: 'not_found' }
  // Limits per contact do not bind the vendor, but a customer who books at the same moment is counted with these spots.
  const found = await lockOrMakeContact(tx, vendorId, { ...contact, name: form.customerName })
  const { currency } = await lockVendor(tx, vendorId)
  if (form.currency !== currency) return { ok: false, reason: 'currency_changed' }
  await lockSessions(tx, [form.sessionId])
  const [session] = await listSessionsToBook(tx, [form.sessionId], owned.classId)
  if (!session) return { ok: false, reason: 'not_found' }
  if (session.status === 'cancelled') return { ok: false, reason: 'session_cancelled' }
  if (!isAsSeen(form.seen, session)) return { ok: false, reason: 'session_changed' }
  const offered = await listExtrasOfSlot(tx, session.id)
  const extras = offered.filter(({ id }) => form.extra.includes(id))
  if (extras.length < form.extra.length || haveChanged(form, offered))
    return { ok: false, reason: 'extras_changed' }
  const priceMinor = extras.reduce((sum, extra) => sum + extra.amountMinor, form.priceMinor)
  const isFacility = owned.kind === 'facility'
  const raised = isFacility ? roomFor(session) : await raiseCapacity(tx, vendor, { session, form })
  if (!raised.ok) return raised
  // In a facility, the number is the people of the party, which takes one place.
  const spots = Array.from({ length: isFacility ? 1 : form.spots }, () => randomUUID())
  if (!(await takeSeats(tx, session.id, spots, 'booked')))
    throw new Error('A locked session had room and gave no seat.')

  const isUpcoming = session.startsAt > session.now
  const isRequest = isUpcoming && session.manual && form.isRequest
  const language = (await findLanguageOf(tx, found.contactId)) ?? owned.language
  const purchaseId = await insertPurchase(tx, { ...found, vendorId, language }, { form, contact })
  await tx
    .insertInto('bookings')
    .values((eb) =>
      spots.map((id) => ({
        id,
        purchaseId,
        vendorId,
        classId: owned.classId,
        sessionId: session.id,
        status: isRequest ? ('pending' as const) : ('confirmed' as const),
        waitsFor: isRequest ? ('vendor' as const) : null,
        priceMinor,
        currency,
        madeBy: 'vendor' as const,
        notes: form.notes || null,
        expiresAt: isRequest ? confirmationExpiry(session) : null,
        confirmedAt: isRequest ? null : eb.fn<Date>('now'),
        calendarId: purchaseId,
        agreedVersion: session.version,
        noticeMinutes: session.noticeMinutes,
        people: isFacility ? form.spots : null,
      })),
    )
    .execute()
  await insertExtras(tx, vendorId, { bookingIds: spots, extras })
  if (form.isPaid && priceMinor > 0)
    await recordTogether(
      tx,
      spots.map((bookingId) => ({
        vendorId,
        payer: { bookingId },
        amountMinor: priceMinor,
        currency,
        method: 'cash' as const,
        recordedBy: vendor.userId,
      })),
    )
  await writeAudit(tx, {
    vendorId,
    userId: vendor.userId,
    action: 'booking.added',
    subject: ['purchase', purchaseId],
    details: { sessionId: session.id, spots: form.spots, isPaid: form.isPaid },
  })
  // Without an email nobody is owed a message: the vendor has just spoken to this person.
  if (!form.tells || contact.email === null) await markTold(tx, [purchaseId])
  await emit(tx, isRequest ? 'booking.requested' : 'booking.confirmed', {
    purchaseId,
    bookingIds: spots,
  })
  const aboveLimit = await countAboveLimit(tx, found.contactId, session.id)
  return { ok: true, purchaseId, aboveLimit, hasChanged: false }
}

type Offered = Awaited<ReturnType<typeof listExtrasOfSlot>>

/** Whether somebody who ticked an extra saw others, or other prices. */
const haveChanged = ({ extra, seen }: AddBookingForm, offered: Offered) =>
  extra.length > 0 && seen?.extras !== undefined && seen.extras !== extrasText(offered)

async function findOwned(tx: Tx, of: { vendorId: VendorId; sessionId: string }) {
  return tx
    .selectFrom('classSessions as s')
    .innerJoin('classes as c', 'c.id', 's.classId')
    .innerJoin('vendors as v', 'v.id', 's.vendorId')
    .where('s.id', '=', of.sessionId)
    .where('s.vendorId', '=', of.vendorId)
    .select(['s.classId', 'c.kind', 'v.language'])
    .executeTakeFirst()
}

type Full = {
  session: { id: string; currentStudents: number; maxStudents: number }
  form: AddBookingForm
}

function roomFor({ currentStudents }: Full['session']) {
  return currentStudents === 0
    ? ({ ok: true } as const)
    : ({ ok: false, reason: 'slot_taken' } as const)
}

/** Makes room in a locked session if the form agrees to the number it is raised to; nothing if there is room. */
async function raiseCapacity(
  tx: Tx,
  { vendorId, userId }: Vendor,
  { session, form }: Full,
): Promise<{ ok: true } | SessionIsFull | { ok: false; reason: 'capacity_limit' }> {
  const { currentStudents: taken, maxStudents: capacity } = session
  const needed = taken + form.spots
  if (needed <= capacity) return { ok: true }
  if (needed > maxCapacity) return { ok: false, reason: 'capacity_limit' }
  const agreement = fullSessionText({ taken, capacity, spots: form.spots })
  if (form.agreed !== agreement)
    return { ok: false, reason: 'session_full', taken, capacity, needed, agreement }
  await tx
    .updateTable('classSessions')
    .set((eb) => ({ maxStudents: needed, updatedAt: eb.fn<Date>('now') }))
    .where('id', '=', session.id)
    .execute()
  await noteSessionChange(tx, [{ id: session.id, vendorId, maxStudents: needed }], 'capacity')
  await emit(tx, 'session.changed', { sessionIds: [session.id] })
  await writeAudit(tx, {
    vendorId,
    userId,
    action: 'session.capacity_raised',
    subject: ['session', session.id],
    details: { from: capacity, to: needed },
  })
  return { ok: true }
}

async function insertPurchase(
  tx: Tx,
  {
    vendorId,
    language,
    contactId,
    addressId,
  }: FoundContact & {
    vendorId: VendorId
    language: Language
  },
  { form, contact }: Asked,
): Promise<string> {
  const { id } = await tx
    .insertInto('purchases')
    .values({
      vendorId,
      contactId,
      addressId,
      reference: newReference(),
      // The form's own key makes it once.
      idempotencyKey: `hand-${randomUUID()}`,
      requestHash: '',
      source: 'vendor',
      customerName: form.customerName,
      customerEmail: contact.email,
      customerPhone: contact.phone,
      bookingMethod: methodOf(contact),
      language,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Chosen = { bookingIds: readonly string[]; extras: Offered }

async function insertExtras(
  tx: Tx,
  vendorId: VendorId,
  { bookingIds, extras }: Chosen,
): Promise<void> {
  const rows = bookingIds.flatMap((bookingId) =>
    extras.map(({ id: extraId, ...extra }) => ({ bookingId, extraId, vendorId, ...extra })),
  )
  if (rows.length > 0) await tx.insertInto('bookingExtras').values(rows).execute()
}

async function countAboveLimit(
  tx: Tx,
  contactId: string | null,
  sessionId: string,
): Promise<Held | null> {
  const { onSession, upcoming } = await countContactSpots(tx, contactId, sessionId)
  // Checks one spot on top of the others: could a customer still have booked it?
  const before = { onSession: onSession - 1, upcoming: upcoming - 1 }
  const isAbove = contactRefusal(before, { onSession: 1, inAll: 1 }) !== null
  return isAbove ? { onSession, upcoming } : null
}
