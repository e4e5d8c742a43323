import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

// What a letter looks at before it is sent. Null: what it was to say is over.

const business = sql<string>`vendor_name(v)`.as('business')

type OfVendor = { vendorId: VendorId | null }

/** A vendor, while something is true of `v`. */
const vendorWhile =
  (isSo: RawBuilder<boolean>) =>
  async ({ db }: { db: Db }, { vendorId }: OfVendor) =>
    (await db
      .selectFrom('vendors as v')
      .where(sql<boolean>`v.id = ${vendorId}`)
      .where(isSo)
      .select([business, 'v.timeZone as zone', 'v.suspendedReason as because'])
      .executeTakeFirst()) ?? null

export const findClosed = vendorWhile(
  sql<boolean>`v.closed_at is not null and v.erasing_at is null`,
)
export const findReopened = vendorWhile(sql<boolean>`v.closed_at is null and v.erasing_at is null`)
export const findSuspended = vendorWhile(
  sql<boolean>`v.suspended_at is not null and v.erasing_at is null`,
)
export const findActivated = vendorWhile(
  sql<boolean>`v.suspended_at is null and v.erasing_at is null`,
)
/** Until it is connected again, or disconnected. */
export const findBrokenCalendar = vendorWhile(
  sql<boolean>`exists (select from calendar_connections c where c.vendor_id = v.id
    and c.google_calendar_connected_at is not null and c.broken_at is not null)`,
)

/** Until Stripe takes a key again, or card payments are disconnected. `problem`: null, it refuses the key. */
export async function findBrokenCards({ db }: { db: Db }, { vendorId }: OfVendor) {
  const row = await db
    .selectFrom('cardAccounts as c')
    .innerJoin('vendors as v', 'v.id', 'c.vendorId')
    .where(sql<boolean>`c.vendor_id = ${vendorId}`)
    .where('c.apiKey', 'is not', null)
    .where('c.brokenAt', 'is not', null)
    .select(['c.problem', business])
    .executeTakeFirst()
  return row ?? null
}

/** Until Telegram takes a token again, or the bot is disconnected. */
export async function findRefusedBot({ db }: { db: Db }, { vendorId }: OfVendor) {
  const row = await db
    .selectFrom('telegramBots as t')
    .innerJoin('vendors as v', 'v.id', 't.vendorId')
    .where(sql<boolean>`t.vendor_id = ${vendorId}`)
    .where('t.sealedToken', 'is not', null)
    .where('t.problem', '=', 'unauthorized')
    .select(['t.username as bot', business])
    .executeTakeFirst()
  return row ?? null
}

/** Until the address is confirmed, another one is entered, or the vendor is suspended. */
export async function findEntered(
  { db }: { db: Db },
  { vendorId, recipient }: OfVendor & { recipient: string },
): Promise<{ vendorId: string; username: string } | null> {
  const vendor = await db
    .selectFrom('vendors')
    .where(sql<boolean>`id = ${vendorId}`)
    .where('pendingContactEmail', '=', recipient)
    .where('suspendedAt', 'is', null)
    .select(['id', 'username'])
    .executeTakeFirst()
  return vendor?.username ? { vendorId: vendor.id, username: vendor.username } : null
}

/** Until the invitation is used, withdrawn or over. */
export async function findInvited(
  { db }: { db: Db },
  { facts }: { facts: { invitationId: string } },
): Promise<{ invitationId: string; expiresAt: string } | null> {
  const row = await db
    .selectFrom('invitations')
    .where('id', '=', facts.invitationId)
    .where('acceptedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .select('expiresAt')
    .executeTakeFirst()
  return row ? { ...facts, expiresAt: row.expiresAt.toISOString() } : null
}

export type Due = {
  business: string
  plan: 'professional' | 'enterprise'
  term: 'monthly' | 'yearly'
  priceMinor: number
  currency: string
  paidUntil: string
  endsAt: string
  zone: string
}

/** Until the payment is recorded, or the subscription has ended. */
export async function findDue(
  { db }: { db: Db },
  { facts }: { facts: { subscriptionId: string } },
): Promise<Due | null> {
  const row = await db
    .selectFrom('subscriptions as s')
    .innerJoin('vendors as v', 'v.id', 's.vendorId')
    .where('s.id', '=', facts.subscriptionId)
    .where('s.endedAt', 'is', null)
    .where(
      sql<boolean>`(s.cancel_at is null or s.cancel_at > now())
        and (s.paid_until + 1)::timestamp at time zone v.time_zone <= now()`,
    )
    .select(['s.plan', 's.term', 's.priceMinor', 's.currency', 's.paidUntil'])
    .select([business, 'v.timeZone as zone', sql<Date>`grace_ends_at(s, v)`.as('endsAt')])
    .executeTakeFirst()
  return row ? { ...row, endsAt: row.endsAt.toISOString() } : null
}

/** A vendor and the address of its owner. */
export async function findOwned(db: Db, vendorId: string) {
  const vendor = await db
    .selectFrom('vendors as v')
    .innerJoin('vendorMembers as m', (join) =>
      join.onRef('m.vendorId', '=', 'v.id').on('m.role', '=', 'owner'),
    )
    .innerJoin('users as u', 'u.id', 'm.userId')
    .where(sql<boolean>`v.id = ${vendorId}`)
    .select(['v.id', 'u.email', business])
    .executeTakeFirst()
  return vendor ?? null
}

export async function findEnquiry({ db }: { db: Db }, { facts }: { facts: { enquiryId: string } }) {
  const enquiry = await db
    .selectFrom('enquiries')
    .where('id', '=', facts.enquiryId)
    .select(['name', 'email', 'business', 'message'])
    .executeTakeFirst()
  return enquiry ?? null
}
