import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

export type EndingKind = 'request' | 'bundle' | 'plan' | 'class'
export const endingSteps = ['before', 'dayBefore', 'due', 'after'] as const
export type EndingStep = (typeof endingSteps)[number]

/** Something that ends, and what is still to be said of it. */
export type Ending = {
  vendorId: VendorId
  kind: EndingKind
  /** the purchase, the pass, the vendor or the class */
  subject: string
  step: EndingStep
  endsAt: Date
}

type Due = { vendorId: VendorId; subject: string; endsAt: Date; zone: string }

const told = (kind: EndingKind) => sql<boolean>`exists (
  select from ending_notices n where n.vendor_id = e.vendor_id and n.kind = ${kind} and n.subject = e.subject
    and n.step = 'before' and n.ends_at = e.ends_at)`

/** Requests that expire within a day and of which the vendor was not reminded. */
export async function listOpenRequests(db: Db, now: Date): Promise<(Due & { askedAt: Date })[]> {
  const { rows } = await sql<Due & { askedAt: Date }>`
    select e.*, v.time_zone as zone from (
      select b.vendor_id, b.purchase_id as subject, min(b.expires_at) as ends_at, min(b.booked_at) as asked_at
      from bookings b
      where asks_vendor(b) and b.expires_at > ${now} and b.expires_at <= ${now}::timestamptz + interval '1 day'
      group by b.vendor_id, b.purchase_id
    ) e join vendors v on v.id = e.vendor_id
    where not ${told('request')}`.execute(db)
  return rows
}

/** For how long before its end the customer of a bundle with sessions left knows of it. */
export const bundleDaysBefore = 7

/** Bundles with sessions left that end within a week, and were sold before it. */
export async function listEndingBundles(db: Db, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select e.vendor_id, e.subject, e.ends_at, v.time_zone as zone from (
      select p.vendor_id, p.id as subject, p.expires_at as ends_at, p.class_id from passes p
      where p.status = 'active' and p.remaining_sessions > 0
        and p.expires_at > ${now} and p.expires_at <= ${now}::timestamptz + make_interval(days => ${sql.lit(bundleDaysBefore)})
        and p.created_at < p.expires_at - make_interval(days => ${sql.lit(bundleDaysBefore)})
    ) e join vendors v on v.id = e.vendor_id left join classes c on c.id = e.class_id and c.vendor_id = e.vendor_id
    where coalesce(class_is_offered(c), false) and not ${told('bundle')}`.execute(db)
  return rows
}

/** For how long before its last session the vendor of a weekly class knows of it. */
export const classDaysBefore = 21

/**
 * When the last session of class `c` begins, if all its weekly times end and their sessions exist; null for one without weekly
 * times, and for one that goes on.
 */
const lastSession = sql<Date | null>`(
  select max(s.starts_at) from class_sessions s
  where s.vendor_id = c.vendor_id and s.class_id = c.id and s.status <> 'cancelled'
    and exists (select from class_times t where t.vendor_id = c.vendor_id and t.class_id = c.id)
    and not exists (select from class_times t where t.vendor_id = c.vendor_id and t.class_id = c.id
      and (t.ends_on is null or t.filled_until is null or t.filled_until < t.ends_on)))`

/** A class, if its last session still begins then; null: it goes on, ends at another time, or was deleted. */
export async function findEndingClass(
  db: Db,
  { classId, endsAt }: { classId: string; endsAt: string },
): Promise<{ title: string } | null> {
  const { rows } = await sql<{ title: string }>`
    select c.title from classes c where c.id = ${classId} and c.archived_at is null
      and ${lastSession} = ${endsAt}::timestamptz`.execute(db)
  return rows[0] ?? null
}

/** Weekly classes whose last session begins within three weeks, and which ran before them. */
export async function listEndingClasses(db: Db, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select e.* from (
      select c.vendor_id, c.id as subject, ${lastSession} as ends_at, v.time_zone as zone, c.created_at
      from classes c join vendors v on v.id = c.vendor_id
      where c.kind = 'class' and c.archived_at is null and c.status = 'active'
        and exists (select from class_times t where t.vendor_id = c.vendor_id and t.class_id = c.id
          and t.ends_on > (${now}::timestamptz)::date - 60)
    ) e
    where e.ends_at > ${now} and e.ends_at <= ${now}::timestamptz + make_interval(days => ${sql.lit(classDaysBefore)})
      and e.created_at < e.ends_at - make_interval(days => ${sql.lit(classDaysBefore)})
      and not ${told('class')}`.execute(db)
  return rows
}

/** Vendors of whose plan something ends within a week, ended lately, or is past due. */
export async function listVendorsWithEnds(
  db: Db,
  now: Date,
): Promise<{ vendorId: VendorId; zone: string }[]> {
  const soon = sql`between ${now}::timestamptz - interval '3 days' and ${now}::timestamptz + interval '7 days'`
  const { rows } = await sql<{ vendorId: VendorId; zone: string }>`
    select v.id as vendor_id, v.time_zone as zone from vendors v
    where v.closed_at is null and v.suspended_at is null and (v.trial_ends_at ${soon}
      or exists (select from plan_grants g where g.vendor_id = v.id and g.ends_at > g.starts_at and g.ends_at ${soon})
      or exists (select from subscriptions s where s.vendor_id = v.id
        and (s.ended_at ${soon} or s.cancel_at ${soon}
          or s.ended_at is null and s.cancel_at is null and s.paid_until < (${now}::timestamptz at time zone v.time_zone)::date)))`.execute(
    db,
  )
  return rows
}
