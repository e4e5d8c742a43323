import { sql } from 'kysely'
import { type Db, sqlState } from '#core/shared/db.ts'
import type { Language } from '#core/shared/languages.ts'
import type { Purchase } from '../queries/purchases.ts'
import { type BookingStatus, maxSpotsPerSession, maxUpcomingSpots } from '../rules.ts'

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
  /** null: the vendor's */
  language: Language | null
  /** null as long as it is not known whether the class wants a confirmation */
  confirmUntil: Date | null
  /** what the customer was told one spot costs; left out: it was not said */
  seenPriceMinor?: number | undefined
  /** how often time or place had changed when the customer saw the session; null: it was not said */
  seenVersion: number | null
}

type Row =
  | { outcome: 'refused' | 'contact_limit' | 'wants_confirmation' }
  | { outcome: 'known'; groupId: string; requestHash: string }
  | {
      outcome: 'booked'
      groupId: string
      classId: string
      bookingId: string
      status: BookingStatus
      priceMinor: number
      currency: string
      expiresAt: Date | null
    }

export type Called =
  | { outcome: 'refused' | 'contact_limit' | 'wants_confirmation' }
  | { outcome: 'try_again' }
  | { outcome: 'known'; groupId: string; requestHash: string }
  | { outcome: 'booked'; purchase: Purchase }

/**
 * The booking path: one call of book_session() takes the seats where the condition holds and writes group, spots,
 * seat ledger, payment and outbox with them, or tells why it did nothing. 'try_again': somebody else used the key, or
 * changed the class, at the same moment, and nothing was done. Throws lock_not_available (55P03) after 3 s.
 */
export async function callBookSession(db: Db, asked: NewPurchase): Promise<Called> {
  const call = sql<Row>`
    select * from book_session(${asked.sessionId}, ${asked.spots}, ${asked.name}, ${asked.email}, ${asked.phone},
      ${asked.idempotencyKey}, ${asked.requestHash}, ${asked.reference}, ${asked.source}, ${asked.language},
      ${asked.confirmUntil}, ${asked.seenPriceMinor ?? null}, ${asked.seenVersion}, ${maxSpotsPerSession}, ${maxUpcomingSpots})`
  const rows = await call.execute(db).then(
    (answer) => answer.rows,
    (error: unknown) => {
      const state = sqlState(error)
      if (state === '23505' || state === '40001') return null
      throw error
    },
  )
  if (rows === null) return { outcome: 'try_again' }
  const [first] = rows
  if (!first) throw new Error('book_session returned nothing.')
  if (first.outcome === 'known')
    return { outcome: 'known', groupId: first.groupId, requestHash: first.requestHash }
  if (first.outcome !== 'booked') return { outcome: first.outcome }
  return {
    outcome: 'booked',
    purchase: {
      groupId: first.groupId,
      reference: asked.reference,
      tokenRotation: 0,
      boughtAt: new Date(),
      spots: rows.flatMap((row) =>
        row.outcome === 'booked'
          ? {
              id: row.bookingId,
              status: row.status,
              sessionId: asked.sessionId,
              classId: row.classId,
              priceMinor: row.priceMinor,
              currency: row.currency,
              expiresAt: row.expiresAt,
            }
          : [],
      ),
    },
  }
}
