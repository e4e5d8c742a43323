import { csvWords } from '#app/features/vendor-bookings/csv-words.server.ts'
import { filtersIn } from '#app/features/vendor-bookings/filters.server.ts'
import { managerOf } from '#app/http/managing.ts'
import { depsOf, pageLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { recordExport } from '#core/bookings/commands/record-export.ts'
import { type BookingListed, listBookings } from '#core/bookings/queries/own-bookings.ts'
import { type CsvCell, csvFile, csvRows } from '#core/shared/csv.ts'
import { todayIn, wallClockOf } from '#core/shared/time.ts'
import type { Route } from './+types/bookings-export'

const perPart = 500
const columns = [
  'date',
  'start',
  'class',
  'name',
  'phone',
  'email',
  'telegram',
  'reference',
  'status',
  'attendance',
  'people',
  'extras',
  'price',
  'paid',
  'payment',
  'currency',
  'source',
  'booked',
  'notes',
] as const

/** The filtered list as a CSV file, read and sent in parts. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { vendor, userId } = managerOf(context)
  // A long export must not take the connections that bookings need.
  const { db, searches } = depsOf(context)
  const language = pageLanguage(request, context)
  const t = translator(language, 'vendorBookings')
  const { filters, when } = filtersIn(url.searchParams)
  await recordExport(db, { vendorId: vendor.id, userId })
  const words = { ...csvWords(language), bundle: t('filters.payments.bundle') }
  let cursor: string | null = null
  let isFirst = true
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = await listBookings(searches, vendor.id, {
        seesContacts: true,
        ...filters,
        when,
        cursor,
        limit: perPart,
      })
      const rows = part.sessions.flat().map((row) => cellsOf(row, { zone: vendor.timeZone, words }))
      const heading = columns.map((name) => t(`export.columns.${name}`))
      const text = isFirst ? csvFile(heading, rows, language) : csvRows(rows, language)
      controller.enqueue(new TextEncoder().encode(text))
      isFirst = false
      cursor = part.nextCursor
      if (cursor === null) controller.close()
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="bookings-${todayIn(vendor.timeZone, new Date())}.csv"`,
      'cache-control': 'private, no-store',
    },
  })
}

type Words = ReturnType<typeof csvWords> & { bundle: string }

function cellsOf(row: BookingListed, { zone, words }: { zone: string; words: Words }): CsvCell[] {
  const { currency } = row
  const amount = (minor: number | string) => ({ minor: Number(minor), currency })
  const booked = wallClockOf(row.bookedAt, zone)
  return [
    row.date,
    row.startTime,
    row.classTitle,
    row.customerName,
    row.customerPhone,
    row.customerEmail,
    row.customerTelegramName,
    row.reference,
    words.status[row.status],
    row.attendance && words.attendance[row.attendance],
    row.party && String(row.party.people),
    row.party && row.party.extras.map(({ name }) => name).join(', '),
    amount(row.priceMinor),
    amount(row.bundle === null ? row.paidMinor : 0),
    row.bundle === null ? words.payment_status[row.paymentStatus] : words.bundle,
    currency,
    words.source[row.source],
    `${booked.date} ${booked.time}`,
    row.notes,
  ]
}
