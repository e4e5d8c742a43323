import { sql } from 'kysely'
import { fingerprint } from '#core/shared/fingerprint.ts'
import {
  type FoundContact,
  lockContacts,
  lockOrMakeContact,
  type Typed,
} from '#core/contacts/steps/lock-contact.ts'
import { emit } from '#core/events/emit.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { StartOver } from '#core/shared/settle.ts'
import type { Editable } from '../queries/editable-booking.ts'
import type { EditBookingForm } from '../schema.ts'

/** A purchase that a corrected address changes too. */
export type AlsoCorrected = {
  id: string
  customerName: string
  classTitle: string | null
  /** of its next session, else its last one */
  startsAt: Date | null
  zone: string
}

export type AddressRefusal =
  /** other purchases have the address too: their links change with it. `agreement`: what the form sends to go on */
  | { ok: false; reason: 'corrects_more'; purchases: AlsoCorrected[]; agreement: string }
  /** the address is another customer's. `agreement`: sent to make one customer of both */
  | { ok: false; reason: 'address_taken'; name: string; agreement: string }

type Named = Pick<Editable, 'purchaseId' | 'contactId' | 'addressId'>
type Written = Pick<EditBookingForm, 'customerEmail' | 'customerPhone'>

const typedIn = ({ customerEmail, customerPhone }: Written): Typed => ({
  email: customerEmail || null,
  phone: customerPhone || null,
})

/** The locked purchases with the address, and whose the typed address is. */
export type Locked = { purchaseIds: string[]; typed: FoundContact }

/**
 * Locks what a corrected address may change: both contacts, then what `between` locks, then the purchases with the address.
 * Throws StartOver if one of them changed hands meanwhile.
 */
export async function lockForCorrection(
  tx: Tx,
  named: Named & { vendorId: VendorId },
  written: Written,
  between: () => Promise<void>,
): Promise<Locked> {
  const { vendorId } = named
  const before = await findAddress(tx, vendorId, typedIn(written))
  await lockContacts(tx, [named.contactId, before.contactId])
  await between()
  const joins = before.contactId !== null && before.contactId !== named.contactId
  const purchaseIds = await lockPurchasesWith(tx, named, joins)
  const typed = await findAddress(tx, vendorId, typedIn(written))
  if (typed.contactId !== before.contactId) throw new StartOver()
  const own = await tx
    .selectFrom('purchases')
    .where('id', '=', named.purchaseId)
    .select(['contactId', 'addressId'])
    .executeTakeFirst()
  if (own?.contactId !== named.contactId || own.addressId !== named.addressId) throw new StartOver()
  return { purchaseIds, typed }
}

/** The purchases with the address; locked with them, all of the contact if it is joined with another one. */
async function lockPurchasesWith(
  tx: Tx,
  { purchaseId, contactId, addressId }: Named,
  joins: boolean,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('purchases')
    .where((eb) =>
      eb.or([
        eb('id', '=', purchaseId),
        ...(addressId === null ? [] : [eb('addressId', '=', addressId)]),
        ...(joins && contactId !== null ? [eb('contactId', '=', contactId)] : []),
      ]),
    )
    .orderBy('id')
    .select(['id', 'addressId'])
    .forNoKeyUpdate()
    .execute()
  return rows
    .filter((row) => row.id === purchaseId || (addressId !== null && row.addressId === addressId))
    .map(({ id }) => id)
}

async function findAddress(db: Db, vendorId: VendorId, { email, phone }: Typed) {
  const found = await db
    .selectFrom('contactAddresses')
    .where('vendorId', '=', vendorId)
    .where('kind', '=', email === null ? 'phone' : 'email')
    .where(sql<boolean>`value = coalesce(limit_email(${email}), ${phone})`)
    .select(['contactId', 'id as addressId'])
    .executeTakeFirst()
  return found ?? { contactId: null, addressId: null }
}

type Correction = {
  booking: Editable
  values: EditBookingForm
  locked: Locked
  agreed: string | undefined
}

/**
 * Writes the name and the addresses of a purchase as the vendor has typed them. Where its address is another one now, all
 * purchases with the old one follow: their links are renewed and sent once to the new address. An address that is added
 * beside the old one changes this purchase only. Returns what has to be asked first; writes nothing then.
 */
export async function writeCorrection(
  tx: Tx,
  member: { vendorId: VendorId; userId: string },
  { booking, values, locked, agreed }: Correction,
): Promise<AddressRefusal | null> {
  const typed = typedIn(values)
  const present = booking.addressId === null ? null : await readAddress(tx, booking.addressId)
  const isSame = present !== null && isAddress(typed, present)
  let addressId = booking.addressId
  let { contactId } = booking
  let changed = [booking.purchaseId]
  if (!isSame && (typed.email !== null || typed.phone !== null)) {
    // The old address stays beside a new one: a phone, and an email that the vendor has added to it.
    const keepsOld =
      present?.kind === 'phone' && typed.phone === present.value && typed.email !== null
    if (present !== null && !keepsOld) changed = locked.purchaseIds
    const isTaken = locked.typed.contactId !== null && locked.typed.contactId !== contactId
    if (isTaken && contactId !== null) {
      const other = locked.typed.contactId ?? ''
      const agreement = `joins ${fingerprint([contactId, other, ...changed])}`
      if (agreed !== agreement)
        return { ok: false, reason: 'address_taken', name: await nameOf(tx, other), agreement }
    } else if (changed.length > 1) {
      const agreement = `corrects ${fingerprint(changed)}`
      if (agreed !== agreement) {
        const others = changed.filter((id) => id !== booking.purchaseId)
        return {
          ok: false,
          reason: 'corrects_more',
          purchases: await listAlsoCorrected(tx, others),
          agreement,
        }
      }
    }
    if (contactId === null || isTaken) {
      const own = contactId
      const found = await lockOrMakeContact(tx, member.vendorId, {
        ...typed,
        name: values.customerName,
      })
      ;({ contactId, addressId } = found)
      if (own !== null && contactId !== null)
        await joinContacts(tx, member, { own, into: contactId })
    } else {
      addressId = await putAddress(tx, member.vendorId, {
        contactId,
        typed,
        known: locked.typed.addressId,
      })
    }
    await tx
      .updateTable('purchases')
      .where('id', 'in', changed)
      .set((eb) => ({
        contactId,
        addressId,
        customerEmail: typed.email,
        // The phone beside an email is a note of this purchase.
        ...(typed.email === null && { customerPhone: typed.phone }),
        // People who can read the old mailbox know this link.
        ...(booking.addressId !== null && { tokenRotation: eb('tokenRotation', '+', 1) }),
        updatedAt: eb.fn<Date>('now'),
      }))
      .execute()
    if (!keepsOld && addressId !== booking.addressId && booking.addressId !== null)
      await tx
        .deleteFrom('contactAddresses')
        .where('id', '=', booking.addressId)
        .where('contactId', '=', contactId)
        .execute()
    for (const purchaseId of changed) await emit(tx, 'address.corrected', { purchaseId })
    await writeAudit(tx, {
      ...member,
      action: 'contact.corrected',
      subject: ['purchase', booking.purchaseId],
      details: { purchases: changed.length },
    })
  }
  await tx
    .updateTable('purchases')
    .where('id', '=', booking.purchaseId)
    .set((eb) => ({
      customerName: values.customerName,
      customerEmail: typed.email,
      customerPhone: typed.phone,
      updatedAt: eb.fn<Date>('now'),
    }))
    .execute()
  return null
}

function readAddress(tx: Tx, id: string) {
  return tx
    .selectFrom('contactAddresses')
    .where('id', '=', id)
    .select(['kind', 'value', 'typed'])
    .executeTakeFirstOrThrow()
}

/** Whether the typed address is this one, letter by letter: mail goes to the spelling. */
function isAddress(
  { email, phone }: Typed,
  present: { kind: string; value: string; typed: string },
): boolean {
  return present.kind === (email === null ? 'phone' : 'email') && present.typed === (email ?? phone)
}

async function nameOf(tx: Tx, contactId: string): Promise<string> {
  const { name } = await tx
    .selectFrom('contacts')
    .where('id', '=', contactId)
    .select('name')
    .executeTakeFirstOrThrow()
  return name
}

function listAlsoCorrected(tx: Tx, purchaseIds: readonly string[]): Promise<AlsoCorrected[]> {
  return tx
    .selectFrom('purchases as g')
    .innerJoin('vendors as v', 'v.id', 'g.vendorId')
    .leftJoin(
      sql<{ title: string; startsAt: Date }>`lateral (
        select c.title, s.starts_at from bookings b
          join class_sessions s on s.id = b.session_id join classes c on c.id = b.class_id
        where b.purchase_id = g.id and b.deleted_at is null
        order by s.starts_at <= now(), abs(extract(epoch from s.starts_at - now())) limit 1)`.as(
        'next',
      ),
      (join) => join.onTrue(),
    )
    .where('g.id', 'in', [...purchaseIds])
    .orderBy('g.createdAt')
    .select([
      'g.id',
      'g.customerName',
      'next.title as classTitle',
      'next.startsAt',
      'v.timeZone as zone',
    ])
    .execute()
}

type NewAddress = { contactId: string; typed: Typed; known: string | null }

/** The row of the typed address, which is the contact's or nobody's. */
async function putAddress(
  tx: Tx,
  vendorId: VendorId,
  { contactId, typed: { email, phone }, known }: NewAddress,
): Promise<string> {
  const typed = email ?? phone ?? ''
  if (known !== null) {
    await tx.updateTable('contactAddresses').where('id', '=', known).set({ typed }).execute()
    return known
  }
  const put = await tx
    .insertInto('contactAddresses')
    .values({
      vendorId,
      contactId,
      kind: email === null ? 'phone' : 'email',
      value: sql<string>`coalesce(limit_email(${email}), ${phone})`,
      typed,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  // Somebody has just booked with it.
  if (!put) throw new StartOver()
  return put.id
}

/** Makes one customer of two. Both are locked. The row of the first stays, and says with whom it was joined. */
async function joinContacts(
  tx: Tx,
  member: { vendorId: VendorId; userId: string },
  { own, into }: { own: string; into: string },
): Promise<void> {
  await tx
    .updateTable('contactAddresses')
    .where('contactId', '=', own)
    .set({ contactId: into })
    .execute()
  const { numUpdatedRows } = await tx
    .updateTable('purchases')
    .where('contactId', '=', own)
    .set({ contactId: into })
    .executeTakeFirst()
  await sql`
    update contacts c set blocked_at = coalesce(c.blocked_at, o.blocked_at), blocked_by = coalesce(c.blocked_by, o.blocked_by)
    from contacts o where o.id = ${own} and c.id = ${into}`.execute(tx)
  await tx
    .updateTable('contacts')
    // Those that were joined with it before follow.
    .where((eb) => eb.or([eb('id', '=', own), eb('joinedInto', '=', own)]))
    .set((eb) => ({ joinedInto: into, joinedAt: eb.fn.coalesce('joinedAt', eb.fn<Date>('now')) }))
    .execute()
  await writeAudit(tx, {
    ...member,
    action: 'contact.joined',
    subject: ['contact', into],
    details: { joined: own, purchases: Number(numUpdatedRows) },
  })
}
