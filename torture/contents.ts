import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { type KeptRow, readRows } from './rows.ts'

export type GroupRow = {
  id: string
  key: string
  reference: string
  name: string
  hasEmail: boolean
  /** its links are other ones since, and its form and key no longer show it */
  isCorrected: boolean
}
export type BookingRow = {
  id: string
  purchaseId: string
  sessionId: string
  status: string
  endedBy: string | null
  /** ms since the epoch */
  confirmedAt: number | null
  /** the bundle it was bought with */
  passId: string | null
  /** cancelled so late that it was not given back */
  late: boolean
  /** held until it is paid by card */
  byCard: boolean
  /** of a court: how many people, and the extras with what the booking costs without them */
  party: { people: number; extras: string[]; slotMinor: number } | null
} & Paid
export type PassRow = { id: string; purchaseId: string; total: number; remaining: number } & Paid
/** Its price, the amount waived, whether it is marked as paid, and the sum of its payments. */
type Paid = { priceMinor: number; reductionMinor: number; isPaid: boolean; paidMinor: number }
export type CreditRow = {
  passId: string
  bookingId: string | null
  delta: number
  reason: string
}
/** `transaction` and `committedAt` (ms since the epoch) are PostgreSQL's own. */
export type LedgerRow = {
  id: number
  sessionId: string
  bookingId: string | null
  delta: number
  reason: string
  maxStudents: number
  transaction: string
  committedAt: number
}
export type SessionRow = {
  id: string
  status: string
  manual: boolean
  /** ms since the epoch */
  startsAt: number
  location: string | null
  currentStudents: number
  maxStudents: number
}
export type MessageRow = {
  id: string
  purchaseId: string | null
  audience: string
  kind: string
  status: string
  /** the chat that it went to */
  chat: string | null
  /** ms since the epoch */
  finishedAt: number | null
}
/** What a reader of a purchase was last told of one of its spots. */
export type ToldRow = {
  purchaseId: string
  reader: string
  spotId: string
  status: string
  /** ms since the epoch */
  startsAt: number
  location: string | null
}

/** The database's content when all work is done. */
export type Contents = {
  groups: readonly GroupRow[]
  bookings: readonly BookingRow[]
  ledger: readonly LedgerRow[]
  sessions: readonly SessionRow[]
  messages: readonly MessageRow[]
  told: readonly ToldRow[]
  passes: readonly PassRow[]
  credits: readonly CreditRow[]
  rows: readonly KeptRow[]
  /** work nobody did */
  left: { outbox: number; jobs: number; locked: number; overdue: number }
}

export async function readContents(db: Db): Promise<Contents> {
  const [groups, bookings, ledger, sessions, messages, told, passes, credits, rows, left] =
    await Promise.all([
      sql<GroupRow>`
      select id, idempotency_key as key, reference, customer_name as name,
        customer_email is not null as "hasEmail", token_rotation > 0 as "isCorrected" from purchases`.execute(
        db,
      ),
      sql<BookingRow>`
      select id, purchase_id as "purchaseId", session_id as "sessionId", status, ended_by as "endedBy",
        extract(epoch from confirmed_at)::float8 * 1000 as "confirmedAt",
        pass_id as "passId", attendance is not distinct from 'late_cancel' as late,
        exists (select from classes c where c.vendor_id = b.vendor_id and c.id = b.class_id and c.pays = 'card') as "byCard",
        case when people is not null then (
          select json_build_object('people', b.people, 'slotMinor', b.price_minor - coalesce(sum(x.amount_minor), 0),
            'extras', coalesce(json_agg(x.extra_id) filter (where x.extra_id is not null), '[]'))
          from booking_extras x where x.booking_id = b.id) end as party,
        price_minor as "priceMinor", 0 as "reductionMinor", m.payment_status = 'paid' as "isPaid", m.paid_minor::float8 as "paidMinor"
      from bookings b, money_of(b) m where deleted_at is null`.execute(db),
      sql<LedgerRow>`
      select id, session_id as "sessionId", booking_id as "bookingId", delta, reason,
        max_students as "maxStudents", xmin::text as transaction,
        extract(epoch from pg_xact_commit_timestamp(xmin))::float8 * 1000 as "committedAt"
      from seat_ledger order by id`.execute(db),
      sql<SessionRow>`
      select s.id, s.status, c.confirmation_mode = 'manual' as manual,
        floor(extract(epoch from s.starts_at)::float8 * 1000) as "startsAt", s.location,
        s.current_students as "currentStudents", s.max_students as "maxStudents"
      from class_sessions s join classes c on c.id = s.class_id`.execute(db),
      sql<MessageRow>`
      select id, purchase_id as "purchaseId", audience, kind, status,
        case when channel = 'telegram' then recipient end as chat,
        extract(epoch from finished_at)::float8 * 1000 as "finishedAt" from messages`.execute(db),
      sql<ToldRow>`
      select purchase_id as "purchaseId", reader, spot.key as "spotId", spot.value->>'status' as status,
        floor(extract(epoch from (spot.value->>'startsAt')::timestamptz)::float8 * 1000) as "startsAt",
        spot.value->>'location' as location
      from told, jsonb_each(spots) as spot`.execute(db),
      sql<PassRow>`
      select id, purchase_id as "purchaseId", total_sessions as total, remaining_sessions as remaining,
        price_minor as "priceMinor", reduction_minor as "reductionMinor", m.payment_status = 'paid' as "isPaid", m.paid_minor::float8 as "paidMinor"
      from passes e, money_of(e) m`.execute(db),
      sql<CreditRow>`
      select pass_id as "passId", booking_id as "bookingId", delta, reason
      from pass_entries order by id`.execute(db),
      readRows(db),
      readLeft(db),
    ])
  return {
    groups: groups.rows,
    bookings: bookings.rows,
    ledger: ledger.rows,
    sessions: sessions.rows,
    messages: messages.rows,
    told: told.rows,
    passes: passes.rows,
    credits: credits.rows,
    rows,
    left,
  }
}

/**
 * A job that was replaced by another one of its key while its worker had it: the worker died, and nobody runs it any more.
 */
export const wasReplaced = sql<boolean>`(key is null and attempts >= max_attempts and last_error is null and locked_at is null)`

export async function readLeft(db: Db): Promise<Contents['left']> {
  const { rows } = await sql<Contents['left']>`
    select (select count(*)::integer from outbox) as outbox,
      (select count(*)::integer from graphile_worker.jobs where not ${wasReplaced}) as jobs,
      (select count(*)::integer from graphile_worker.jobs where locked_at is not null) as locked,
      (select count(*)::integer from bookings
        where status = 'pending' and deleted_at is null and expires_at <= now()) as overdue`.execute(
    db,
  )
  return rows[0] ?? { outbox: 0, jobs: 0, locked: 0, overdue: 0 }
}
