import { sql } from 'kysely'
import { paidPlans, allows } from '#core/plans/rules.ts'
import type { PlanDeps } from '#core/plans/queries.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { wallClockOf } from '#core/shared/time.ts'
import {
  hoursTogether,
  isDue,
  mostHoursBefore,
  type Reminder,
  reminders,
  remindsAt,
} from '../rules/reminders.ts'

/** A start of sessions that customers are reminded of now; or soon, if another one that is due starts near it. */
export type DueStart = {
  date: string
  zone: string
  startsAt: Date
  which: Reminder
  /** who knew of it later is not reminded */
  at: Date
  isDue: boolean
}

/** The starts that are reminded of now, of all sessions there are: a class at 18:00 in Berlin has the same as all others then. */
export async function listDueStarts(db: Db, now: Date): Promise<DueStart[]> {
  const { rows } = await sql<Pick<DueStart, 'date' | 'zone' | 'startsAt'>>`
    select distinct session_date as date, time_zone as zone, starts_at from class_sessions
    where status = 'confirmed' and session_date between (${now}::timestamptz at time zone 'UTC')::date - 1
        and (${now}::timestamptz at time zone 'UTC')::date + 3
      and starts_at > ${now} and starts_at <= ${now}::timestamptz + make_interval(hours => ${mostHoursBefore + hoursTogether})`.execute(
    db,
  )
  return reminders.flatMap((which) => {
    const starts = rows.map((start) => ({
      ...start,
      which,
      at: remindsAt(which, start),
      isDue: isDue(which, start, now),
    }))
    const due = starts.filter((start) => start.isDue)
    const isNear = ({ at, startsAt }: DueStart) =>
      at > now &&
      due.some(
        (one) =>
          Math.abs(one.startsAt.getTime() - startsAt.getTime()) <= hoursTogether * 60 * 60_000,
      )
    return [...due, ...starts.filter((start) => !start.isDue && isNear(start))]
  })
}

/** A spot whose customer is to be reminded. */
export type Reminded = {
  vendorId: VendorId
  purchaseId: string
  bookingId: string
  sessionId: string
  which: Reminder
  startsAt: Date
  language: 'en' | 'de' | 'ru'
  /** where the customer is written to; null: only to a chat that the link has connected, or no reminders are wanted there */
  address: string | null
  chat: string | null
}

const together = sql`make_interval(hours => ${sql.lit(hoursTogether)})`

/** Null: there are no plans here, and everybody has everything. */
export const plansThatRemind = ({ settings }: Pick<PlanDeps, 'settings'>) =>
  settings.plans ? paidPlans.filter((plan) => allows(plan, 'reminders')) : null

/**
 * Notes the reminders that are due, for so many customers, and returns their spots together with those that start soon after. Each
 * start of a spot is noted once: what another worker has noted is not returned.
 */
export async function noteReminders(
  tx: Tx,
  starts: readonly DueStart[],
  { limit, plans, wishKey }: { limit: number; plans: readonly string[] | null; wishKey: string },
): Promise<Reminded[]> {
  const { rows } = await sql<Reminded>`
    with starts as (
      select * from jsonb_to_recordset(${JSON.stringify(starts)}::jsonb)
        as d (date date, zone text, "startsAt" timestamptz, which text, at timestamptz, "isDue" boolean)
    ), open as (
      select b.vendor_id, b.id as booking_id, d.which, s.starts_at, d."isDue" as is_due,
        coalesce(g.customer_email, g.customer_telegram) as typed
      from starts d
      join vendors v on v.suspended_at is null and v.closed_at is null
        and case d.which when 'day' then v.reminds_day else v.reminds_hours end
      join class_sessions s on s.vendor_id = v.id and s.session_date = d.date and s.time_zone = d.zone
        and s.starts_at = d."startsAt" and s.status = 'confirmed' and s.current_students > 0
      join classes c on c.vendor_id = s.vendor_id and c.id = s.class_id and not c.reminders_off
      join bookings b on b.vendor_id = s.vendor_id and b.session_id = s.id and b.status = 'confirmed' and b.deleted_at is null
        and known_since(b) <= d.at
      join purchases g on g.vendor_id = b.vendor_id and g.id = b.purchase_id and g.erased_at is null
        and (g.customer_email is not null or g.customer_telegram is not null and
          (customer_addresses(g) <> '{}' or linked_chat(g) is not null))
      where not exists (select from reminders r where r.vendor_id = b.vendor_id and r.booking_id = b.id
          and r.which = d.which and r.starts_at = s.starts_at)
        and plan_reminds(b, ${plans}::text[])
    ), near as (
      select o.*, bool_or(o.is_due) over (partition by vendor_id, which, typed order by starts_at
        range between ${together} preceding and ${together} following) as is_now
      from open o
    ), ranked as (
      select n.*, dense_rank() over (order by vendor_id, which, typed) as nth from near n where is_now
    ), noted as (
      insert into reminders (vendor_id, booking_id, which, starts_at)
      select vendor_id, booking_id, which, starts_at from ranked where nth <= ${limit} order by 1, 2, 3, 4
      on conflict do nothing
      returning vendor_id, booking_id, which, starts_at
    )
    select n.vendor_id, n.booking_id, n.which, n.starts_at, b.session_id, g.id as purchase_id, g.language,
      case when wants_reminders(${wishKey}, g.vendor_id, t.address) then t.address end as address,
      case when t.chat is not null and wants_reminders(${wishKey}, g.vendor_id, t.chat) then t.chat end as chat
    from noted n
    join bookings b on b.vendor_id = n.vendor_id and b.id = n.booking_id
    join purchases g on g.vendor_id = b.vendor_id and g.id = b.purchase_id
    -- Most have no chat, and thousands are asked for at once.
    cross join lateral (select
      case when g.customer_telegram is null then g.customer_email else (customer_addresses(g))[1] end as address,
      case when g.customer_telegram is not null then linked_chat(g) end as chat) t
    order by n.starts_at, n.booking_id`.execute(tx)
  return rows
}

/** Whether the vendor reminds of any spot of a purchase: then its customer can say that they want none. */
export async function isReminded(
  { db, settings }: PlanDeps,
  { vendorId, purchaseId }: { vendorId: VendorId; purchaseId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from bookings b
    join vendors v on v.id = b.vendor_id and (v.reminds_day or v.reminds_hours)
    join classes c on c.vendor_id = b.vendor_id and c.id = b.class_id and not c.reminders_off
    where b.vendor_id = ${vendorId} and b.purchase_id = ${purchaseId} and b.deleted_at is null
      and plan_reminds(b, ${plansThatRemind({ settings })}::text[])
    limit 1`.execute(db)
  return rows.length > 0
}

/** A spot of tomorrow whose customer only the vendor can remind, from its own phone. */
export type ToRemind = {
  bookingId: string
  purchaseId: string
  reference: string
  tokenRotation: number
  customerName: string
  customerPhone: string
  language: 'en' | 'de' | 'ru'
  classTitle: string
  startsAt: Date
  zone: string
  business: string
}

/** The spots of tomorrow, on the clock of their session, whose customers have only a phone, and were not reminded yet. */
export async function listToRemind(
  { db, settings }: PlanDeps,
  { vendorId, zone, now }: { vendorId: VendorId; zone: string; now: Date },
): Promise<ToRemind[]> {
  const { date } = wallClockOf(now, zone)
  const { rows } = await sql<ToRemind>`
    select b.id as booking_id, g.id as purchase_id, g.reference, g.token_rotation, g.customer_name, g.customer_phone, g.language,
      c.title as class_title, s.starts_at, s.time_zone as zone, vendor_name(v) as business
    from class_sessions s
    join vendors v on v.id = s.vendor_id and v.reminds_day
    join classes c on c.vendor_id = s.vendor_id and c.id = s.class_id and not c.reminders_off
    join bookings b on b.vendor_id = s.vendor_id and b.session_id = s.id and b.status = 'confirmed' and b.deleted_at is null
    join purchases g on g.vendor_id = b.vendor_id and g.id = b.purchase_id and g.erased_at is null
    where s.vendor_id = ${vendorId} and s.session_date = ${date}::date + 1 and s.status = 'confirmed'
      and s.starts_at between ${now}::timestamptz and ${now}::timestamptz + interval '3 days'
      and g.customer_phone is not null and customer_addresses(g) = '{}' and linked_chat(g) is null
      and (known_since(b) at time zone s.time_zone)::date < s.session_date - 1
      and not exists (select from reminders r where r.vendor_id = b.vendor_id and r.booking_id = b.id
        and r.which = 'day' and r.starts_at = s.starts_at)
      and plan_reminds(b, ${plansThatRemind({ settings })}::text[])
    order by s.starts_at, g.customer_name, b.id`.execute(db)
  return rows
}
