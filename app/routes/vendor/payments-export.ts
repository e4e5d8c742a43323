import { managerOf } from '#app/http/managing.ts'
import { depsOf, pageLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { recordExport } from '#core/bookings/commands/record-export.ts'
import { listPaymentRows, type PaymentRow } from '#core/bookings/queries/payment-rows.ts'
import { paymentSpanSchema } from '#core/bookings/schema.ts'
import { type CsvCell, csvFile, csvRows } from '#core/shared/csv.ts'
import { addDays, startOfDay, todayIn, wallClockOf } from '#core/shared/time.ts'
import type { Route } from './+types/payments-export'

const perPart = 500
const columns = [
  'date',
  'time',
  'customer',
  'reference',
  'what',
  'day',
  'kind',
  'method',
  'state',
  'amount',
  'received',
  'currency',
  'stripe',
] as const

/** Payments and refunds from one day to another of the vendor's clock as a CSV file, read and sent in parts. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { vendor, userId } = managerOf(context)
  // A long export must not take the connections that bookings need.
  const { db, searches } = depsOf(context)
  const language = pageLanguage(request, context)
  const t = translator(language, 'overview')
  const zone = vendor.timeZone
  const today = todayIn(zone, new Date())
  const asked = paymentSpanSchema.parse({
    from: url.searchParams.get('from'),
    to: url.searchParams.get('to'),
  })
  const from = asked.from ?? `${today.slice(0, 7)}-01`
  const to = asked.to ?? today
  const span = { from: startOfDay(from, zone), to: startOfDay(addDays(to, 1), zone) }
  await recordExport(db, { vendorId: vendor.id, userId, of: 'payments' })
  const cellsOf = (row: PaymentRow): CsvCell[] => {
    const { currency } = row
    const { date, time } = wallClockOf(row.at, zone)
    return [
      date,
      time,
      row.customerName,
      row.reference,
      row.title,
      row.date,
      t(`payments.kinds.${row.kind}`),
      t(`payments.methods.${row.isOnline ? 'online' : row.method}`),
      t(`payments.states.${row.state}`),
      { minor: row.minor, currency },
      { minor: row.receivedMinor, currency },
      currency,
      row.stripeId,
    ]
  }
  let after: PaymentRow | null = null
  let isFirst = true
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const rows: PaymentRow[] = await listPaymentRows(searches, {
        vendorId: vendor.id,
        ...span,
        after,
        limit: perPart,
      })
      const heading = columns.map((name) => t(`payments.columns.${name}`))
      const cells = rows.map(cellsOf)
      const text = isFirst ? csvFile(heading, cells, language) : csvRows(cells, language)
      controller.enqueue(new TextEncoder().encode(text))
      isFirst = false
      after = rows.at(-1) ?? null
      if (rows.length < perPart) controller.close()
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="payments-${from}-${to}.csv"`,
      'cache-control': 'private, no-store',
    },
  })
}
