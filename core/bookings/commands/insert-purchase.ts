import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Purchase } from '../queries.ts'
import type { BookingStatus } from '../rules.ts'
import { mostComingSpots, mostSpotsPerSession } from '../rules.ts'

export type NewPurchase = {
  sessionId: string
  spots: number
  name: string
  email: string | null
  phone: string | null
  idempotencyKey: string
  requestHash: string
  reference: string
  source: 'public' | 'api'
  language: 'en' | 'de' | 'ru'
  /** counts when the class wants a confirmation */
  expiresAt: Date
  notes: string
}

type Row = {
  group_id: string
  class_id: string
  id: string
  status: BookingStatus
  price_minor: number
  currency: string
  expires_at: Date | null
}

/**
 * The booking path: one statement takes the seats if the condition holds and writes group, spots, seat
 * ledger, payment and outbox with them. No row comes back when the condition refused.
 * Throws unique_violation (23505) when the key was used meanwhile, lock_not_available (55P03) after 3 s.
 */
export async function insertPurchase(db: Db, input: NewPurchase): Promise<Purchase | null> {
  const { rows } = await sql<Row>`
    with offer as materialized (
      select s.id, s.vendor_id, s.class_id, c.price_minor, v.currency, v.max_spots_per_booking,
        c.confirmation_mode = 'manual' as manual,
        c.price_minor = 0 or v.record_new_as_paid as paid,
        v.record_new_as_paid and c.price_minor > 0 as paid_at_the_door
      from class_sessions s
      join classes c on c.id = s.class_id
      join vendors v on v.id = s.vendor_id
      where s.id = ${input.sessionId}
        and c.status = 'active' and c.visibility <> 'closed'
        and v.suspended_at is null and v.set_up_at is not null
    ), contact as materialized (
      select k.on_session, k.coming
      from offer, contact_spots(offer.vendor_id, offer.id, ${input.email}, ${input.phone}, null) k
    ), seat as (
      update class_sessions s
      set current_students = s.current_students + ${input.spots}, updated_at = now()
      from offer, contact
      where s.id = offer.id
        and s.status = 'confirmed'
        and s.starts_at > now()
        and s.booking_closes_at > now()
        and s.current_students + ${input.spots} <= s.max_students
        and ${input.spots} <= offer.max_spots_per_booking
        and contact.on_session + ${input.spots} <= ${mostSpotsPerSession}
        and contact.coming + ${input.spots} <= ${mostComingSpots}
      returning s.max_students, offer.*
    ), purchase as (
      insert into booking_groups (vendor_id, reference, idempotency_key, request_hash, source,
        customer_name, customer_email, customer_phone, booking_method, language)
      select vendor_id, ${input.reference}, ${input.idempotencyKey}, ${input.requestHash}, ${input.source},
        ${input.name}, ${input.email}, ${input.phone}, ${input.phone === null ? 'email' : 'phone'}, ${input.language}
      from seat
      returning id
    ), spot as (
      insert into bookings (group_id, vendor_id, class_id, session_id, status, price_minor, currency,
        payment_status, notes, expires_at, confirmed_at, calendar_id)
      select purchase.id, seat.vendor_id, seat.class_id, seat.id,
        case when seat.manual then 'pending' else 'confirmed' end, seat.price_minor, seat.currency,
        case when seat.paid then 'paid' else 'pending' end, ${input.notes},
        case when seat.manual then ${input.expiresAt}::timestamptz end,
        case when not seat.manual then now() end, purchase.id
      from seat, purchase, (values (1), (2), (3), (4)) as nth (n)
      where nth.n <= ${input.spots}
      returning *
    ), ledger as (
      insert into seat_ledger (vendor_id, session_id, booking_id, delta, reason, max_students)
      select spot.vendor_id, spot.session_id, spot.id, 1, 'booked', seat.max_students from spot, seat
    ), payment as (
      insert into payments (vendor_id, booking_id, amount_minor, currency, method)
      select spot.vendor_id, spot.id, spot.price_minor, spot.currency, 'door' from spot, seat where seat.paid_at_the_door
    ), news as (
      insert into outbox (kind, payload)
      select case when seat.manual then 'booking.requested' else 'booking.confirmed' end,
        jsonb_build_object('groupId', purchase.id, 'bookingIds', (select jsonb_agg(id) from spot))
      from seat, purchase
    )
    select group_id, class_id, id, status, price_minor, currency, expires_at from spot`.execute(db)
  const [first] = rows
  if (!first) return null
  return {
    groupId: first.group_id,
    reference: input.reference,
    tokenRotation: 0,
    sessionId: input.sessionId,
    classId: first.class_id,
    spots: rows.map((row) => ({
      id: row.id,
      status: row.status,
      priceMinor: row.price_minor,
      currency: row.currency,
      expiresAt: row.expires_at,
    })),
  }
}
