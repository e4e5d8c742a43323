import { sql } from 'kysely'
import { fingerprint } from '#core/shared/fingerprint.ts'
import type { Contact } from '#core/contacts/rules.ts'
import { lockContacts } from '#core/contacts/steps/lock-contact.ts'
import { emit } from '#core/events/emit.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { StartOver } from '#core/shared/settle.ts'
import type { Editable } from '../queries/editable-booking.ts'
import type { EditBookingForm } from '../schema.ts'

/** A purchase with the address that is corrected. */
export type AlsoCorrected = {
  id: string
  customerName: string
  classTitle: string | null
  /** of its next session, else its last one */
  startsAt: Date | null
  zone: string
}

/** What has to be asked before an address is corrected. `agreement`: what the form sends to go on. */
export type AddressRefusal = {
  ok: false
  reason: 'address_asked'
  /** those that the vendor may choose to correct as well */
  purchases: AlsoCorrected[]
  /** the customer who already has the new address; null: nobody */
  owner: string | null
  agreement: string
}

/** What the form answers. `also`: the other purchases that have the new address from now on. */
export type Agreed = { agreement: string | undefined; also: readonly string[] }

type Named = Pick<
  Editable,
  | 'purchaseId'
  | 'vendorId'
  | 'contactId'
  | 'addressId'
  | 'customerEmail'
  | 'customerPhone'
  | 'bookingMethod'
>
export type WrittenAddress = Pick<
  EditBookingForm,
  'customerName' | 'customerEmail' | 'customerPhone'
>

const typedIn = ({ customerEmail, customerPhone }: WrittenAddress): Contact => ({
  email: customerEmail || null,
  phone: customerPhone || null,
})

/**
 * Letter by letter: mail goes to the spelling. The phone beside an email is a note, and so is everything beside a login with
 * Telegram, which nobody can correct.
 */
function isCorrection(named: Named, { email, phone }: Contact): boolean {
  if (named.bookingMethod === 'telegram' || (email === null && phone === null)) return false
  return email === null
    ? named.customerEmail !== null || named.customerPhone !== phone
    : named.customerEmail !== email
}

/** The new address, locked with its contact; null if the address stays. `isFree`: it was nobody's. */
export type Locked = {
  address: { contactId: string; addressId: string; isFree: boolean } | null
  /** the other purchases with the old address */
  others: string[]
}

/**
 * Locks what a corrected address may change: both contacts and the new address, then what `between` locks, then the purchases
 * with the old address. If nobody has the address yet, the contact gets it. Throws StartOver if something changed while we
 * waited.
 */
export async function lockForCorrection(
  tx: Tx,
  named: Named,
  written: WrittenAddress,
  between: () => Promise<void>,
): Promise<Locked> {
  const typed = typedIn(written)
  const address = isCorrection(named, typed)
    ? await lockAddress(tx, named, { ...typed, name: written.customerName })
    : null
  if (!address) await lockContacts(tx, [named.contactId])
  await between()
  const locked = await tx
    .selectFrom('purchases')
    .where((eb) =>
      eb.or([
        eb('id', '=', named.purchaseId),
        ...(address === null || named.addressId === null
          ? []
          : [eb('addressId', '=', named.addressId)]),
      ]),
    )
    .orderBy('id')
    .select(['id', 'contactId', 'addressId'])
    .forNoKeyUpdate()
    .execute()
  const own = locked.find(({ id }) => id === named.purchaseId)
  if (own?.contactId !== named.contactId || own.addressId !== named.addressId) throw new StartOver()
  return { address, others: locked.flatMap(({ id }) => (id === named.purchaseId ? [] : [id])) }
}

async function lockAddress(
  tx: Tx,
  { vendorId, contactId: own }: Named,
  typed: Contact & { name: string },
): Promise<NonNullable<Locked['address']>> {
  const found = await findAddress(tx, vendorId, typed)
  await lockContacts(tx, [own, found?.contactId ?? null])
  if (found) {
    const now = await findAddress(tx, vendorId, typed)
    if (now?.contactId !== found.contactId) throw new StartOver()
    return { ...now, isFree: false }
  }
  const contactId = own ?? (await makeContact(tx, vendorId, typed.name))
  return { contactId, addressId: await putAddress(tx, vendorId, contactId, typed), isFree: true }
}

async function findAddress(db: Db, vendorId: VendorId, { email, phone }: Contact) {
  const found = await db
    .selectFrom('contactAddresses')
    .where('vendorId', '=', vendorId)
    .where('kind', '=', email === null ? 'phone' : 'email')
    .where(sql<boolean>`value = coalesce(limit_email(${email}), ${phone})`)
    .select(['contactId', 'id as addressId'])
    .executeTakeFirst()
  return found ?? null
}

async function makeContact(tx: Tx, vendorId: VendorId, name: string): Promise<string> {
  const { id } = await tx
    .insertInto('contacts')
    .values({ vendorId, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Gives an address that is nobody's to a contact. */
async function putAddress(
  tx: Tx,
  vendorId: VendorId,
  contactId: string,
  { email, phone }: Contact,
): Promise<string> {
  const put = await tx
    .insertInto('contactAddresses')
    .values({
      vendorId,
      contactId,
      kind: email === null ? 'phone' : 'email',
      value: sql<string>`coalesce(limit_email(${email}), ${phone})`,
      typed: email ?? phone ?? '',
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  // Somebody has just booked with it.
  if (!put) throw new StartOver()
  return put.id
}

type Correction = {
  booking: Editable
  values: WrittenAddress
  locked: Locked
  agreed: Agreed
}

/**
 * Writes the name and the address of a purchase as the vendor has typed them. Another address is written to this purchase and
 * to those with the old one that the vendor has chosen; they belong to the contact of the new address from now on, and their
 * links are renewed and sent once to it. Returns what has to be asked first; the caller undoes everything then.
 */
export async function writeCorrection(
  tx: Tx,
  member: { vendorId: VendorId; userId: string },
  { booking, values, locked, agreed }: Correction,
): Promise<AddressRefusal | null> {
  const typed = typedIn(values)
  const { address, others } = locked
  if (address !== null) {
    const isTaken = booking.contactId !== null && address.contactId !== booking.contactId
    if (isTaken || others.length > 0) {
      const agreement = fingerprint([isTaken ? address.contactId : '', ...others])
      if (agreed.agreement !== agreement)
        return {
          ok: false,
          reason: 'address_asked',
          purchases: others.length === 0 ? [] : await listAlsoCorrected(tx, others),
          owner: isTaken ? await nameOf(tx, address.contactId) : null,
          agreement,
        }
    }
    const changed = [booking.purchaseId, ...others.filter((id) => agreed.also.includes(id))]
    const isLeft = changed.length <= others.length
    await moveToAddress(tx, {
      booking,
      typed,
      address,
      changed,
      isLeft,
      name: values.customerName,
    })
    for (const purchaseId of changed) await emit(tx, 'address.corrected', { purchaseId })
    await writeAudit(tx, {
      ...member,
      action: 'contact.corrected',
      subject: ['purchase', booking.purchaseId],
      details: { purchases: changed.length },
    })
  }
  // Who reads the old mailbox knows the link.
  const isRenewed =
    booking.bookingMethod === 'telegram' &&
    booking.customerEmail !== null &&
    booking.customerEmail !== typed.email
  if (isRenewed) await emit(tx, 'address.corrected', { purchaseId: booking.purchaseId })
  if (values.customerName !== booking.customerName)
    await emit(tx, 'purchase.renamed', { purchaseId: booking.purchaseId })
  await tx
    .updateTable('purchases')
    .where('id', '=', booking.purchaseId)
    .set((eb) => ({
      customerName: values.customerName,
      customerEmail: typed.email,
      customerPhone: typed.phone,
      ...(isRenewed && { tokenRotation: eb('tokenRotation', '+', 1) }),
      updatedAt: eb.fn<Date>('now'),
    }))
    .execute()
  return null
}

type Moving = {
  booking: Editable
  typed: Contact
  address: NonNullable<Locked['address']>
  /** this purchase and those that the vendor has chosen */
  changed: readonly string[]
  /** others stay with the old address */
  isLeft: boolean
  name: string
}

async function moveToAddress(
  tx: Tx,
  { booking, typed, address, changed, isLeft, name }: Moving,
): Promise<void> {
  const { contactId: old, addressId: oldAddress, vendorId } = booking
  let { contactId } = address
  if (address.isFree && old !== null && isLeft) {
    contactId = await makeContact(tx, vendorId, name)
    await tx
      .updateTable('contactAddresses')
      .where('id', '=', address.addressId)
      .set({ contactId })
      .execute()
    // Whom the vendor has blocked stays blocked under the corrected address.
    await sql`update contacts c set blocked_at = o.blocked_at, blocked_by = o.blocked_by
      from contacts o where o.id = ${old} and c.id = ${contactId}`.execute(tx)
  }
  await tx
    .updateTable('purchases')
    .where('id', 'in', changed)
    .set((eb) => ({
      contactId,
      addressId: address.addressId,
      customerEmail: typed.email,
      // The phone beside an email is a note of each purchase.
      ...(typed.email === null && { customerPhone: typed.phone }),
      // People who can read the old mailbox know this link, and may have connected their Telegram with it.
      ...(oldAddress !== null && { tokenRotation: eb('tokenRotation', '+', 1) }),
      customerTelegram: null,
      customerTelegramName: null,
      updatedAt: eb.fn<Date>('now'),
    }))
    .execute()
  if (oldAddress === null || oldAddress === address.addressId) return
  await tx
    .deleteFrom('contactAddresses as a')
    .where('a.id', '=', oldAddress)
    // A block needs it, and a phone that an email was added to still finds the customer.
    .where(
      sql<boolean>`not exists (select from purchases p where p.address_id = a.id)
        and not exists (select from contacts c where c.id = a.contact_id and c.blocked_at is not null)
        and (a.kind = 'email' or a.value is distinct from ${typed.phone} or a.contact_id <> ${contactId})`,
    )
    .execute()
  if (old === null || old === contactId) return
  await tx
    .deleteFrom('contacts as c')
    .where('c.id', '=', old)
    .where('c.blockedAt', 'is', null)
    .where(
      sql<boolean>`not exists (select from purchases p where p.contact_id = c.id)
        and not exists (select from contact_addresses a where a.contact_id = c.id)`,
    )
    .execute()
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
