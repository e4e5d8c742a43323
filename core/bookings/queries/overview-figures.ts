import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { mayOwe, moneyOfBooking } from '#core/money/queries.ts'

export type Span = { from: Date; to: Date }
/** In minor units. `received`: payments less refunds, without those of deleted bookings. `due`: what is still to be paid for spots of the sessions. */
export type MoneyOfSpan = { currency: string; received: number; due: number }

/** A vendor's money in a span of time, by currency: payments by their moment, unpaid spots by the start of their session. */
export async function listMoney(
  db: Db,
  { vendorId, from, to }: Span & { vendorId: VendorId },
): Promise<MoneyOfSpan[]> {
  const [received, due] = await Promise.all([
    db
      .selectFrom('payments')
      .where('vendorId', '=', vendorId)
      .where('at', '>=', from)
      .where('at', '<', to)
      // What was recorded for a booking disappears with it.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('bookings as b')
              .whereRef('b.id', '=', 'payments.bookingId')
              .where('b.deletedAt', 'is not', null)
              .select('b.id'),
          ),
        ),
      )
      .where('state', '=', 'done')
      .where('kind', 'in', ['paid', 'refunded'])
      // As in the file of payments: what only makes a price owed again is no money.
      .where('method', '!=', 'again')
      .groupBy('currency')
      .select([
        'currency',
        sql<string>`sum(case kind when 'paid' then amount_minor else -amount_minor end)`.as(
          'minor',
        ),
      ])
      .execute(),
    listDue(db, { vendorId, from, to }),
  ])
  const sumOf = (rows: readonly { currency: string; minor: string }[], currency: string) =>
    Number(rows.find((row) => row.currency === currency)?.minor ?? 0)
  const currencies = [...new Set([...received, ...due].map(({ currency }) => currency))]
  return currencies
    .toSorted()
    .map((currency) => ({
      currency,
      received: sumOf(received, currency),
      due: sumOf(due, currency),
    }))
    .filter((one) => one.received !== 0 || one.due !== 0)
}

type DueSpots = Span & { vendorId: VendorId; over?: boolean }

/** What is still to be paid for the spots of sessions that start in a span of time, by currency. `over`: only if they have ended. */
export function listDue(db: Db, { vendorId, from, to, over = false }: DueSpots) {
  return db
    .selectFrom(
      db
        .selectFrom('classSessions as s')
        .innerJoin('bookings as b', 'b.sessionId', 's.id')
        .where('s.vendorId', '=', vendorId)
        .where('s.startsAt', '>=', from)
        .where('s.startsAt', '<', to)
        .$if(over, (spots) => spots.where('s.endsAt', '<=', sql<Date>`now()`).where(mayOwe))
        .where('b.deletedAt', 'is', null)
        // Nothing is owed for what is not confirmed.
        .where('b.status', '!=', 'pending')
        .innerJoinLateral(moneyOfBooking, (join) => join.onTrue())
        .where('m.owedMinor', '>', 0)
        .select(['b.currency', 'm.owedMinor'])
        .as('spot'),
    )
    .groupBy('currency')
    .select(['currency', sql<string>`sum(owed_minor)`.as('minor')])
    .execute()
}

/** What became of the spots that were booked since a moment. */
export type NewBookings = { booked: number; cancelled: number }

export async function countNewBookings(
  db: Db,
  { vendorId, since }: { vendorId: VendorId; since: Date },
): Promise<NewBookings> {
  return db
    .selectFrom('bookings as b')
    .where('b.vendorId', '=', vendorId)
    .where('b.bookedAt', '>=', since)
    .where('b.deletedAt', 'is', null)
    .select([
      sql<number>`count(*)::integer`.as('booked'),
      sql<number>`(count(*) filter (where b.status = 'cancelled'))::integer`.as('cancelled'),
    ])
    .executeTakeFirstOrThrow()
}
