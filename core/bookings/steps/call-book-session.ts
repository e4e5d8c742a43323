import { sql } from 'kysely'
import type { TelegramAccount } from '#core/contacts/rules.ts'
import { sqlState } from '#core/shared/db.ts'
import type { Language } from '#core/shared/languages.ts'
import { freeLimits, type PlanDeps } from '../../plans/queries.ts'
import type { Purchase } from '../queries/purchases.ts'
import {
  maxNewcomerPurchases,
  maxNewcomerSpots,
  maxSpotsPerSession,
  maxUnpaidSpots,
  maxUpcomingSpots,
} from '../rules/limits.ts'
import type { Party } from '../rules/party.ts'
import type { BookingStatus, WaitsFor } from '../rules/status.ts'

export type NewPurchase = {
  sessionId: string
  spots: number
  name: string
  email: string | null
  phone: string | null
  telegram?: TelegramAccount | null
  idempotencyKey: string
  requestHash: string
  reference: string
  source: 'public' | 'api'
  /** a digest of the network address; null is not counted */
  fromNetwork: string | null
  /** null: the vendor's */
  language: Language | null
  /** null as long as it is not known whether the class wants a confirmation */
  confirmUntil: Date | null
  /** the price of one spot that the customer saw; undefined if unknown */
  seenPriceMinor?: number | undefined
  /** the session version that the customer saw; null if unknown */
  seenVersion: number | null
  /** the sentences that the customer confirmed, as they were shown */
  accepted: readonly string[]
  /** of a facility */
  party?: Party | undefined
  /** the customer's choice, where the class leaves one */
  wantsCard?: boolean | undefined
}

type Refused = 'refused' | 'used_up' | 'contact_limit' | 'wants_confirmation' | 'too_many_holds'
type Row =
  | { outcome: Refused }
  | { outcome: 'known'; purchaseId: string; requestHash: string }
  | {
      outcome: 'booked'
      purchaseId: string
      classId: string
      bookingId: string
      status: BookingStatus
      waitsFor: WaitsFor | null
      priceMinor: number
      currency: string
      expiresAt: Date | null
    }

export type Called =
  | { outcome: Refused }
  | { outcome: 'try_again' }
  | { outcome: 'known'; purchaseId: string; requestHash: string }
  | { outcome: 'booked'; purchase: Purchase }

const noParty = { people: null, extras: [], gender: null, birthDate: null }

/**
 * The booking path: one call of book_session() takes the seats where the condition holds and writes purchase, spots, seat
 * ledger, payment and outbox with them, or returns why it did nothing. 'try_again': the key was used, or the class
 * changed, at the same moment; nothing was written. Throws lock_not_available (55P03) after 3 s.
 */
export async function callBookSession(
  { db, settings }: PlanDeps,
  asked: NewPurchase,
): Promise<Called> {
  const { people, extras, gender, birthDate } = asked.party ?? noParty
  const call = sql<Row>`
    select * from book_session(${asked.sessionId}, ${asked.spots}, ${asked.name}, ${asked.email}, ${asked.phone},
      ${asked.telegram?.address ?? null}, ${asked.telegram?.name ?? null}, ${asked.idempotencyKey}, ${asked.requestHash}, ${asked.reference}, ${asked.source}, ${asked.language},
      ${asked.confirmUntil}, ${asked.seenPriceMinor ?? null}, ${asked.seenVersion}, ${[...asked.accepted]}::text[], ${maxSpotsPerSession}, ${maxUpcomingSpots},
      ${settings.plans ? freeLimits.bookings : null}, ${asked.fromNetwork}, ${maxNewcomerPurchases}, ${maxNewcomerSpots}, ${people}, ${[...extras]}::uuid[], ${gender}, ${birthDate},
      ${asked.wantsCard ?? false}, ${maxUnpaidSpots})`
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
    return { outcome: 'known', purchaseId: first.purchaseId, requestHash: first.requestHash }
  if (first.outcome !== 'booked') return { outcome: first.outcome }
  return {
    outcome: 'booked',
    purchase: {
      purchaseId: first.purchaseId,
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
              waitsFor: row.waitsFor,
            }
          : [],
      ),
    },
  }
}
