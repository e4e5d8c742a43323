import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { CardBack } from '#app/features/vendor-bookings/card-back.tsx'
import { BundleButton } from '#app/features/vendor-bookings/payment-button.tsx'
import { dayText } from '#app/features/workspace/day-text.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import type { SoldPass } from '#core/passes/queries.ts'
import { formatMoney } from '#core/shared/money.ts'
import { FirstOf } from '#app/features/workspace/first-of.tsx'
import { OwedBadge } from './owed-badge.tsx'

/** The buyers of a bundle, with its credits, its end and the amount owed. The vendor can withdraw each bundle. */
export function SoldList({ passes, classId }: { passes: readonly SoldPass[]; classId: string }) {
  const t = useTranslations('vendorBundles')
  const language = useLocale()
  const columns: Column<SoldPass>[] = [
    {
      key: 'customer',
      header: t('soldColumns.customer'),
      lead: true,
      cell: (row) => (
        <Link
          to={`/dashboard/bookings?q=${row.reference}`}
          className="font-medium wrap-anywhere underline-offset-4 hover:underline"
        >
          <bdi>{row.customerName}</bdi>
        </Link>
      ),
    },
    {
      key: 'bundle',
      header: t('columns.name'),
      cell: (row) => <bdi className="wrap-anywhere">{row.name}</bdi>,
    },
    {
      key: 'left',
      header: t('soldColumns.left'),
      cell: (row) =>
        row.status === 'cancelled'
          ? t('soldColumns.withdrawn')
          : row.expired > 0
            ? t('soldColumns.expired', { n: row.expired, left: row.remaining })
            : t('soldColumns.leftOf', { n: row.remaining, total: row.total }),
    },
    {
      key: 'until',
      header: t('soldColumns.until'),
      cell: (row) => dayText(row.lastDate, language),
    },
    {
      key: 'price',
      header: t('columns.price'),
      cell: (row) => (
        <span className="grid justify-items-start gap-1">
          <span>{formatMoney({ minor: row.priceMinor, currency: row.currency }, language)}</span>{' '}
          <OwedBadge {...row} />
          <CardBack back={row} returnTo={`/dashboard/classes/${classId}/bundles`} />
          <BundleButton bundle={row} returnTo={`/dashboard/classes/${classId}/bundles`} />
        </span>
      ),
    },
    {
      key: 'actions',
      header: t('columns.actions'),
      cell: (row) => (
        <span className="flex flex-wrap gap-2">
          {row.canBeExtended && <SoldLink pass={row} classId={classId} does="extend" />}
          {row.canBeWithdrawn && <SoldLink pass={row} classId={classId} does="withdraw" />}
        </span>
      ),
    },
  ]
  return (
    <div className="overflow-x-auto">
      <DataTable
        caption={t('whoBought')}
        columns={columns}
        rows={passes}
        rowKey={(row) => row.passId}
      />
      <FirstOf n={passes.length} total={passes[0]?.inAll ?? 0} />
    </div>
  )
}

type SoldLinkProps = { pass: SoldPass; classId: string; does: 'extend' | 'withdraw' }

function SoldLink({ pass, classId, does }: SoldLinkProps) {
  const t = useTranslations('vendorBundles')
  return (
    <LinkButton
      to={`/dashboard/classes/${classId}/sold/${pass.passId}/${does}`}
      variant="secondary"
      size="small"
      aria-label={t(`${does}.named`, { name: pass.name, customer: pass.customerName })}
    >
      {t(`${does}.button`)}
    </LinkButton>
  )
}
