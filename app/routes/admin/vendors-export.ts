import { adminOf } from '#app/http/managing.ts'
import { depsOf, pageLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { recordVendorExport } from '#core/admin/commands/record-export.ts'
import { listVendors, type VendorListed } from '#core/admin/queries/vendors.ts'
import { perMonth, planName, vendorFiltersIn } from '#core/admin/rules.ts'
import { type CsvCell, csvFile, csvRows } from '#core/shared/csv.ts'
import { todayIn } from '#core/shared/time.ts'
import type { Route } from './+types/vendors-export'

const perPart = 500
const columns = [
  'joined',
  'business',
  'owner',
  'email',
  'phone',
  'location',
  'username',
  'status',
  'classes',
  'plan',
  'term',
  'price',
  'revenue',
  'currency',
  'paidUntil',
  'pastDue',
] as const

/** The whole filtered list as a CSV file, read and sent in parts. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { userId } = adminOf(context)
  const { db, searches } = depsOf(context)
  const language = pageLanguage(request, context)
  const t = translator(language, 'admin')
  const filters = vendorFiltersIn(url.searchParams)
  await recordVendorExport(db, { adminId: userId, filters: JSON.stringify(filters) })
  let cursor: string | null = null
  let isFirst = true
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = await listVendors(searches, filters, { cursor, limit: perPart })
      const rows = part.items.map((vendor) => cellsOf(vendor, t))
      const heading = columns.map((name) => t(`csv.${name}`))
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
      'content-disposition': `attachment; filename="vendors-${todayIn('UTC', new Date())}.csv"`,
      'cache-control': 'private, no-store',
    },
  })
}

function cellsOf(vendor: VendorListed, t: ReturnType<typeof translator<'admin'>>): CsvCell[] {
  const { subscription: s } = vendor
  return [
    todayIn('UTC', vendor.joinedAt),
    vendor.business,
    vendor.ownerName,
    vendor.ownerEmail,
    vendor.phone,
    vendor.location,
    vendor.username,
    t(`vendors.states.${vendor.state}`),
    vendor.classes,
    t(`plans.${planName(vendor, new Date())}`),
    s && t(`terms.${s.term}`),
    s && { minor: s.priceMinor, currency: s.currency },
    s && { minor: s.pastDue ? 0 : perMonth(s), currency: s.currency },
    s && s.currency,
    s && s.paidUntil,
    s && s.pastDue ? t('vendors.pastDue') : null,
  ]
}
