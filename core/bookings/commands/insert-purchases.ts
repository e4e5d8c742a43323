import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Purchase } from '../queries/purchases.ts'
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
  /** what the customer was told one spot costs; null: it was not said */
  seenPriceMinor: number | null
}

type Row = { nth: number } & (
  | { outcome: 'refused' | 'wants_confirmation' | 'locked' }
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
)

export type Inserted =
  | { outcome: 'refused' | 'wants_confirmation' }
  | { outcome: 'known'; groupId: string; requestHash: string }
  | { outcome: 'booked'; purchase: Purchase }

/** Somebody else holds the contact or the session: nothing was done. */
export type Locked = { outcome: 'locked' }

/**
 * The booking path: one call (`book_session` in the database, once for each) takes the seats where the condition
 * holds and writes group, spots, seat ledger, payment and outbox with them, or tells why it did nothing. They are
 * committed or fail together; the answers come in the order asked. Waits for nobody who holds a contact or a session.
 * Throws unique_violation (23505) when a key was used meanwhile, lock_not_available (55P03) after 3 s.
 */
export function insertTogether(
  db: Db,
  asked: readonly NewPurchase[],
): Promise<(Inserted | Locked)[]> {
  return insert(db, asked, 'nobody')
}

/** The same for one session that all of them want: whoever holds it is waited for first. */
export function insertOnSession(
  db: Db,
  asked: readonly NewPurchase[],
): Promise<(Inserted | Locked)[]> {
  return insert(db, asked, 'session')
}

/** The same for one purchase, which waits for contact and session. */
export async function insertAlone(db: Db, asked: NewPurchase): Promise<Inserted> {
  const [answer] = await insert(db, [asked], 'all')
  if (answer === undefined || answer.outcome === 'locked')
    throw new Error('A booking that waits was not answered.')
  return answer
}

async function insert(
  db: Db,
  asked: readonly NewPurchase[],
  waitsFor: 'nobody' | 'session' | 'all',
): Promise<(Inserted | Locked)[]> {
  const { rows } = await sql<Row>`
    select a.nth, b.*
    from jsonb_to_recordset(${JSON.stringify(asked.map((purchase, nth) => ({ ...purchase, nth })))}) as a (
      nth integer, "sessionId" uuid, spots integer, name text, email text, phone text, "idempotencyKey" text,
      "requestHash" text, reference text, source text, language text, "confirmUntil" timestamptz,
      "seenPriceMinor" bigint)
    cross join lateral book_session(a."sessionId", a.spots, a.name, a.email, a.phone, a."idempotencyKey",
      a."requestHash", a.reference, a.source, a.language, a."confirmUntil",
      ${mostSpotsPerSession}, ${mostComingSpots}, ${waitsFor}, a."seenPriceMinor") b`.execute(db)
  const rowsOf = asked.map((): Row[] => [])
  for (const row of rows) rowsOf[row.nth]?.push(row)
  return asked.map((purchase, nth) => insertedOf(purchase, rowsOf[nth] ?? []))
}

function insertedOf(asked: NewPurchase, rows: readonly Row[]): Inserted | Locked {
  const [first] = rows
  if (!first) throw new Error('book_session answered nothing.')
  if (first.outcome === 'known')
    return { outcome: 'known', groupId: first.group_id, requestHash: first.request_hash }
  if (first.outcome !== 'booked') return { outcome: first.outcome }
  return {
    outcome: 'booked',
    purchase: {
      groupId: first.group_id,
      reference: asked.reference,
      tokenRotation: 0,
      sessionId: asked.sessionId,
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
