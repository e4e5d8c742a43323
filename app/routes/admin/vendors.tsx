import { useTranslations } from 'use-intl'
import { VendorFilters } from '#app/features/admin/vendor-filters.tsx'
import { VendorTable } from '#app/features/admin/vendor-table.tsx'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { adminOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { countVendors, listVendors } from '#core/admin/queries/vendors.ts'
import { vendorFiltersIn, vendorsCounted } from '#core/admin/rules.ts'
import type { Route } from './+types/vendors'

const perPage = 25

export async function loader({ context, url }: Route.LoaderArgs) {
  adminOf(context)
  const filters = vendorFiltersIn(url.searchParams)
  const cursor = url.searchParams.get('cursor')
  const { searches } = depsOf(context)
  const [{ items, nextCursor }, count] = await Promise.all([
    listVendors(searches, filters, { cursor, limit: perPage }),
    countVendors(searches, filters),
  ])
  return { filters, vendors: items, count, nextCursor, cursor, now: new Date() }
}

export default function Vendors({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('admin')
  const { filters, vendors, count, nextCursor, cursor, now } = loaderData
  const isFiltered = filters.status !== null || filters.plan !== null || filters.search !== ''
  const address = (place: string | null) => {
    const query = new URLSearchParams()
    if (filters.search) query.set('q', filters.search)
    if (filters.status) query.set('status', filters.status)
    if (filters.plan) query.set('plan', filters.plan)
    if (filters.order !== 'newest') query.set('order', filters.order)
    if (place !== null) query.set('cursor', place)
    return `/super-admin/vendors${query.size > 0 ? `?${query.toString()}` : ''}`
  }
  return (
    <>
      <SectionHeader title={t('vendors.title')} />
      <VendorFilters values={filters} />
      {count > 0 && (
        <p className="pb-2 text-sm text-muted">
          {t(count > vendorsCounted ? 'vendors.countMore' : 'vendors.count', {
            count: Math.min(count, vendorsCounted),
          })}
        </p>
      )}
      {vendors.length > 0 ? (
        <VendorTable vendors={vendors} now={now} />
      ) : isFiltered ? (
        <EmptyState level={3} title={t('vendors.noMatch')} text={t('vendors.noMatchText')} />
      ) : (
        <EmptyState
          level={3}
          title={t('vendors.empty')}
          text={t('vendors.emptyText')}
          action={<LinkButton to="/super-admin/invitations">{t('add')}</LinkButton>}
        />
      )}
      <Pagination
        label={t('vendors.pages')}
        previous={cursor === null ? undefined : { to: address(null), label: t('vendors.first') }}
        next={
          nextCursor === null ? undefined : { to: address(nextCursor), label: t('vendors.next') }
        }
      />
    </>
  )
}
