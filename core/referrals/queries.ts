import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { todayIn } from '#core/shared/time.ts'
import {
  type ReferralFacts,
  type ReferralStatus,
  type ReferralSummary,
  referralStatus,
  shortenedEmail,
  summarise,
} from './rules.ts'

/** Whether a referral link with this code is somebody's. */
export async function isReferralCode(db: Db, code: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select referrer_of(${code}) is not null as known`.execute(db)
  return rows[0]?.known === true
}

export async function findReferralCode(db: Db, vendorId: VendorId): Promise<string> {
  const { referralCode } = await db
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select('referralCode')
    .executeTakeFirstOrThrow()
  return referralCode
}

export type Referral = {
  id: string
  /** null until the friend has chosen one: before, it is the beginning of the address */
  name: string | null
  /** shortened; null: the account is gone */
  email: string | null
  avatarUrl: string | null
  /** on the vendor's calendar */
  signupDate: string
  status: ReferralStatus
}

/** Whether a vendor signed up with somebody's link and has still to publish a class for its months. */
export async function hasPendingReward(db: Db, vendorId: VendorId): Promise<boolean> {
  const row = await db
    .selectFrom('referrals')
    .where('friendId', '=', vendorId)
    .where('activatedAt', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

const isOpen = sql<boolean>`f.id is not null and f.closed_at is null and f.suspended_at is null`

/** Without friends who left before they published a class. */
const invitedBy = (db: Db, vendorId: VendorId) =>
  db
    .selectFrom('referrals as r')
    .leftJoin('vendors as f', 'f.id', 'r.friendId')
    .where('r.vendorId', '=', vendorId)
    .where((eb) => eb.or([eb('r.friendId', 'is not', null), eb('r.activatedAt', 'is not', null)]))

export async function findReferralSummary(db: Db, vendorId: VendorId): Promise<ReferralSummary> {
  const groups = await invitedBy(db, vendorId)
    .select((eb) => [
      eb.fn.max('r.activatedAt').as('activatedAt'),
      isOpen.as('isOpen'),
      sql<number>`count(*)::integer`.as('count'),
    ])
    .groupBy([sql`r.activated_at is null`, isOpen])
    .execute()
  return summarise(groups)
}

const atMost = 100

/** Who signed up with a vendor's link, the newest first. */
export async function listReferrals(
  db: Db,
  { id, timeZone }: { id: VendorId; timeZone: string },
): Promise<Referral[]> {
  const rows = await invitedBy(db, id)
    .leftJoin('vendorMembers as m', (join) =>
      join.onRef('m.vendorId', '=', 'f.id').on('m.role', '=', 'owner'),
    )
    .leftJoin('users as u', 'u.id', 'm.userId')
    .leftJoin('profiles as p', 'p.userId', 'm.userId')
    .orderBy('r.createdAt', 'desc')
    .orderBy('r.id')
    .limit(atMost)
    .select(['r.id', 'r.createdAt', 'r.activatedAt', 'u.email', 'p.avatarUrl', isOpen.as('isOpen')])
    .select(
      sql<string | null>`case when f.set_up_at is not null then vendor_name(f) end`.as('name'),
    )
    .execute()
  return rows.map((row) => toReferral(row, timeZone))
}

type Row = ReferralFacts & {
  id: string
  name: string | null
  email: string | null
  avatarUrl: string | null
  createdAt: Date
}

function toReferral({ id, name, email, avatarUrl, createdAt, ...facts }: Row, zone: string) {
  return {
    id,
    name,
    email: email === null ? null : shortenedEmail(email),
    avatarUrl,
    signupDate: todayIn(zone, createdAt),
    status: referralStatus(facts),
  }
}
