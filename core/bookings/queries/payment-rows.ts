import { sql } from 'kysely'
import type { DeskMethod } from '#core/money/rules.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { Span } from './overview-figures.ts'

export type PaymentRow = {
  id: string
  at: Date
  /** the moment to the microsecond, for the next part */
  atText: string
  customerName: string
  reference: string
  /** the class or the bundle */
  title: string
  /** the day of the session; null: a bundle */
  date: string | null
  kind: 'paid' | 'refunded' | 'disputed'
  state: 'open' | 'done' | 'failed'
  method: DeskMethod | 'door' | 'correction' | 'given'
  currency: string
  /** below 0: it went back */
  minor: number
  /** the same as far as `listMoney` counts it as received, or 0 */
  receivedMinor: number
  /** through Stripe, not a terminal at the studio */
  isOnline: boolean
  /** what Stripe calls it */
  stripeId: string | null
}

type Asked = Span & { vendorId: VendorId; after: PaymentRow | null; limit: number }

/** Payments, refunds and disputes in a span of time, the oldest first. What was recorded for a deleted booking disappears with it. */
export async function listPaymentRows(
  db: Db,
  { vendorId, from, to, after, limit }: Asked,
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select p.id, p.at, p.at::text as at_text, u.customer_name, u.reference, coalesce(e.name, c.title) as title, s.session_date as date,
      p.kind, p.state, p.method, p.currency, n.minor,
      case when p.state = 'done' and p.kind in ('paid', 'refunded') then n.minor else 0 end as received_minor, g.provider_id as stripe_id, p.method = 'card' and g.id is not null as is_online
    from payments p
    cross join lateral (select case p.kind when 'paid' then p.amount_minor else -p.amount_minor end as minor) n
    left join bookings b on b.vendor_id = p.vendor_id and b.id = p.booking_id
    left join class_sessions s on s.vendor_id = b.vendor_id and s.id = b.session_id
    left join classes c on c.vendor_id = b.vendor_id and c.id = b.class_id
    left join passes e on e.vendor_id = p.vendor_id and e.id = p.pass_id
    join purchases u on u.vendor_id = p.vendor_id and u.id = coalesce(b.purchase_id, e.purchase_id)
    left join payment_groups g on g.vendor_id = p.vendor_id and g.id = p.group_id and g.provider = 'stripe'
    where p.vendor_id = ${vendorId} and p.at >= ${from} and p.at < ${to} and p.kind in ('paid', 'refunded', 'disputed') and p.method <> 'again'
      and b.deleted_at is null
      and (${after?.atText ?? null}::timestamptz is null or (p.at, p.id) > (${after?.atText ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by p.at, p.id limit ${limit}`.execute(db)
  return rows.map((row) => ({
    ...row,
    minor: Number(row.minor),
    receivedMinor: Number(row.receivedMinor),
  }))
}
