import { purchaseRows } from '#app/features/vendor-bookings/purchase-rows.ts'
import { listDue } from '#core/bookings/queries/overview-figures.ts'
import { listBookings } from '#core/bookings/queries/own-bookings.ts'
import { listRefundsDue } from '#core/bookings/queries/refunds-due.ts'
import { listSoldPasses } from '#core/passes/queries.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { addDays, type LocalDate, startOfDay } from '#core/shared/time.ts'

const mostUnpaid = 40

export type Owed = NonNullable<Awaited<ReturnType<typeof listOwed>>>

/** Spots of sessions that are over and not paid for, bundles with money owed, and refunds due; null: nothing is. */
export async function listOwed(
  db: Db,
  { vendorId, date, zone }: { vendorId: VendorId; date: LocalDate; zone: string },
) {
  const [unpaid, passes, refunds, due] = await Promise.all([
    listBookings(db, vendorId, {
      when: 'past',
      status: null,
      classId: null,
      from: null,
      to: null,
      search: '',
      payment: 'due',
      seesContacts: false,
      cursor: null,
      limit: mostUnpaid,
    }),
    listSoldPasses(db, { vendorId, only: 'owed' }),
    listRefundsDue(db, vendorId),
    listDue(db, {
      vendorId,
      from: new Date(0),
      to: startOfDay(addDays(date, 1), zone),
      over: true,
    }),
  ])
  const rows = unpaid.sessions.flatMap((spots) => purchaseRows(spots))
  const others = [
    ...passes.map((pass) => ({
      id: pass.passId,
      reference: pass.reference,
      customerName: pass.customerName,
      name: pass.name,
      minor: pass.owedMinor - pass.giveBackMinor,
      currency: pass.currency,
      back: pass,
      bundle: pass,
    })),
    ...refunds.map(({ purchaseId, classTitle, refundMinor, reference, customerName, ...due }) => ({
      reference,
      customerName,
      currency: due.currency,
      back: { ...due, giveBackMinor: refundMinor },
      id: [purchaseId, classTitle, due.currency].join(' '),
      name: classTitle,
      minor: -refundMinor,
      bundle: null,
    })),
  ]
  if (rows.length === 0 && others.length === 0) return null
  const otherCount = (passes[0]?.inAll ?? 0) + (refunds[0]?.inAll ?? 0)
  return {
    rows,
    others,
    // Only of everything; a part would look like the whole.
    totals:
      otherCount > others.length || unpaid.nextCursor !== null
        ? []
        : totalsOf([...due, ...passes.map(owedOf)]),
    refundTotals: otherCount > others.length ? [] : totalsOf(others.map(refundOf)),
    otherCount,
  }
}

type Sum = { currency: string; minor: string | number }

const owedOf = ({ currency, owedMinor }: { currency: string; owedMinor: number }): Sum => ({
  currency,
  minor: owedMinor,
})

const refundOf = ({ currency, minor }: { currency: string; minor: number }): Sum => ({
  currency,
  minor: Math.max(0, -minor),
})

function totalsOf(sums: readonly Sum[]) {
  return [...Map.groupBy(sums, ({ currency }) => currency)]
    .map(([currency, of]) => ({
      currency,
      minor: of.reduce((total, { minor }) => total + Number(minor), 0),
    }))
    .filter(({ minor }) => minor > 0)
}
