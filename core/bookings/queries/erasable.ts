import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { purchasesOf } from './blocked.ts'
import { formerHolder, holderOfSpot } from './former-holders.ts'

/** Whose personal data a deletion would erase, with what is left of their purchases. */
export type Erasable = Person & {
  name: string
  email: string | null
  phone: string | null
  tokenRotation: number
  /** the names under which they are stored, sorted */
  names: string[]
  bookings: number
  /** bookings whose session has not ended */
  upcoming: number
  /** messages to them that are still to be sent, and events about these purchases that may still become one */
  waiting: number
  /** sessions left on bundles that can still be used */
  sessionsLeft: number
}

type Person = {
  /** the purchases that are theirs now */
  groupIds: string[]
  /** these, and those that were theirs before */
  purchaseIds: string[]
  /** what `holderKey` says of them */
  holders: string[]
}

/** The key of row `h` of former_holders. A present owner has the id of the purchase. */
export const formerKey = sql`concat_ws(' ', h.group_id, h.token_rotation)`

const holderKey = (groupId: Sql, isTheirs: Sql) => sql<string>`coalesce((
  select ${formerKey} from former_holders h where h.group_id = ${groupId} and ${isTheirs}
  order by h.token_rotation limit 1), ${groupId}::text)`
type Sql = ReturnType<typeof sql>

/** Who has or had spot `b`. */
export const holderOfBooking = holderKey(sql`b.group_id`, sql`h.token_rotation >= b.ended_rotation`)

const rotationOfMessage = sql`coalesce(m.facts->'purchase'->>'tokenRotation', m.facts->>'tokenRotation')::integer`
/** Whom message `m` about a purchase names. Links that somebody asked for are for several purchases and say no rotation. */
export const holderOfMessage = holderKey(
  sql`m.group_id`,
  sql`(h.token_rotation >= ${rotationOfMessage}
    or ${rotationOfMessage} is null and m.recipient in (h.customer_email, h.customer_phone))`,
)

/**
 * The purchases of the person who has a spot, or had it when it ended: those of the same contact, or only the one of this spot
 * if there is no contact.
 */
export async function findErasable(
  db: Db,
  of: { vendorId: VendorId; bookingId: string },
): Promise<Erasable | null> {
  const named = await findHolder(db, of)
  if (!named) return null
  const { name, email, phone, tokenRotation, groupId, holderNumber, isFormer } = named
  const contact = { vendorId: of.vendorId, email, phone }
  const person = await sql<Person & Pick<Erasable, 'names'>>`
    with owned as (
      select g.id, g.customer_name, g.holder_number from booking_groups g
      where g.id = ${isFormer ? null : groupId} or g.id in (${purchasesOf(db, contact)})
    ), theirs as (
      -- A purchase that was given back, or whose address was corrected, is still the same person's.
      select ${groupId}::uuid as group_id, ${holderNumber}::integer as holder_number
      union select id, holder_number from owned
      union select h.group_id, h.holder_number from former_holders h
      where h.vendor_id = ${of.vendorId} and (limit_email(h.customer_email) = limit_email(${email})
        or h.customer_email is null and h.customer_phone = ${phone})
    ), former as (
      select ${formerKey} as key, h.group_id, h.customer_name from former_holders h
      where (h.group_id, h.holder_number) in (select group_id, holder_number from theirs)
    )
    select array(select id from owned order by id) as group_ids,
      array(select id from owned union select group_id from former order by 1) as purchase_ids,
      array(select id::text from owned union select key from former order by 1) as holders,
      array(select customer_name from owned union select customer_name from former order by 1) as names`.execute(
    db,
  )
  const [theirs] = person.rows
  if (!theirs) return null
  const left = await sql<Left>`
    with owned as (select unnest(${theirs.groupIds}::uuid[]) as id),
    purchases as (select unnest(${theirs.purchaseIds}::uuid[]) as id),
    holders as (select unnest(${theirs.holders}::text[]) as key),
    spots as (
      select b.status in ('pending', 'confirmed') and s.ends_at > now() as is_upcoming
      from bookings b join class_sessions s on s.id = b.session_id
      where b.group_id in (select id from purchases) and b.deleted_at is null
        and ${holderOfBooking} in (select key from holders)
    ), unsaid as (
      select o.payload->>'groupId' as group_id from outbox o
      union all
      select j.payload->'payload'->>'groupId' from graphile_worker._private_jobs j where j.attempts < j.max_attempts
    )
    select (select count(*)::integer from spots) as bookings,
      (select count(*)::integer from spots where is_upcoming) as upcoming,
      (select count(*)::integer from messages m where m.group_id in (select id from purchases) and m.status = 'queued'
          and ${holderOfMessage} in (select key from holders))
        + (select count(*)::integer from unsaid where group_id in (select id::text from purchases)) as waiting,
      (select coalesce(sum(e.remaining_sessions), 0)::integer from entitlements e
        where e.group_id in (select id from owned) and bundle_is_held(e)) as sessions_left`.execute(
    db,
  )
  const [counted] = left.rows
  return counted ? { name, email, phone, tokenRotation, ...theirs, ...counted } : null
}

async function findHolder(
  db: Db,
  { vendorId, bookingId }: { vendorId: VendorId; bookingId: string },
) {
  if (!isId(bookingId)) return null
  const row = await db
    .selectFrom('bookings as b')
    .innerJoin('bookingGroups as g', 'g.id', 'b.groupId')
    .leftJoin(formerHolder.as('former'), (join) => join.onTrue())
    .where('b.id', '=', bookingId)
    .where('b.vendorId', '=', vendorId)
    .where('b.deletedAt', 'is', null)
    .select(['b.groupId', 'g.tokenRotation'])
    .select([
      holderOfSpot.name.as('name'),
      holderOfSpot.email.as('email'),
      holderOfSpot.phone.as('phone'),
      holderOfSpot.number.as('holderNumber'),
      sql<boolean>`former.customer_name is not null`.as('isFormer'),
    ])
    .executeTakeFirst()
  // A phone beside an email may be anybody’s.
  return row ? { ...row, phone: row.email === null ? row.phone : null } : null
}

type Left = Pick<Erasable, 'bookings' | 'upcoming' | 'waiting' | 'sessionsLeft'>

/** The text by which the form agrees to erase exactly these purchases. */
export const agreementToErase = ({ holders, tokenRotation, sessionsLeft }: Erasable) =>
  hash('sha256', JSON.stringify([holders, tokenRotation, sessionsLeft]), 'base64url').slice(0, 16)
