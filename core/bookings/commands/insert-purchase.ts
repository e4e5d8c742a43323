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
  /** null as long as it is not known whether the class wants a confirmation */
  confirmUntil: Date | null
}

type Row =
  | { outcome: 'refused' | 'wants_confirmation' }
  | { outcome: 'known'; group_id: string; request_hash: string }
  | {
      outcome: 'booked'
      group_id: string
      class_id: string
      booking_id: string
      status: BookingStatus
      price_minor: number
      currency: string
      expires_at: Date | null
    }

export type Inserted =
  | { outcome: 'refused' | 'wants_confirmation' }
  | { outcome: 'known'; groupId: string; requestHash: string }
  | { outcome: 'booked'; purchase: Purchase }

/**
 * The booking path: one call (`book_session` in the database) takes the seats if the condition holds and
 * writes group, spots, seat ledger, payment and outbox with them, or tells why it did nothing.
 * Throws unique_violation (23505) when the key was used meanwhile, lock_not_available (55P03) after 3 s.
 */
export async function insertPurchase(db: Db, input: NewPurchase): Promise<Inserted> {
  const { rows } = await sql<Row>`select * from book_session(${input.sessionId}, ${input.spots},
    ${input.name}, ${input.email}, ${input.phone}, ${input.idempotencyKey}, ${input.requestHash},
    ${input.reference}, ${input.source}, ${input.language}, ${input.confirmUntil},
    ${mostSpotsPerSession}, ${mostComingSpots})`.execute(db)
  const [first] = rows
  if (!first) throw new Error('book_session answered nothing.')
  if (first.outcome === 'known')
    return { outcome: 'known', groupId: first.group_id, requestHash: first.request_hash }
  if (first.outcome !== 'booked') return { outcome: first.outcome }
  return {
    outcome: 'booked',
    purchase: {
      groupId: first.group_id,
      reference: input.reference,
      tokenRotation: 0,
      sessionId: input.sessionId,
      classId: first.class_id,
      spots: rows.flatMap((row) =>
        row.outcome === 'booked'
          ? {
              id: row.booking_id,
              status: row.status,
              priceMinor: row.price_minor,
              currency: row.currency,
              expiresAt: row.expires_at,
            }
          : [],
      ),
    },
  }
}
