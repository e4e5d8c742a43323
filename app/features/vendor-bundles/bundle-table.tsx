import { Form, useNavigation } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { usePaysShows } from '#app/features/class-form/pays-field.tsx'
import { ButtonVersion } from '#app/features/forms/hidden-fields.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { formatMoney } from '#core/shared/money.ts'
import type { OwnBundle } from '#core/passes/queries.ts'

/**
 * `usable`: how many dates one purchase could use before it ends; `needs`: for how many days it has to be valid, if they
 * are too few
 */
type BundleShown = OwnBundle & { version: string; usable: number; needs: number | null }

/** The bundles of a class, with the actions for each. */
export function BundleTable({ rows, sells }: { rows: readonly BundleShown[]; sells: boolean }) {
  const t = useTranslations('vendorBundles')
  const language = useLocale()
  const money = (minor: number, { currency }: OwnBundle) =>
    formatMoney({ minor, currency }, language)
  const { pays } = usePaysShows()
  const columns: Column<BundleShown>[] = [
    {
      key: 'name',
      header: t('columns.name'),
      lead: true,
      cell: (row) => <bdi className="font-medium wrap-anywhere">{row.name}</bdi>,
    },
    {
      key: 'price',
      header: t('columns.price'),
      cell: (row) => (
        <span>
          {money(row.bundlePriceMinor, row)}
          <span className="block text-sm text-muted">
            {t('sessions', { n: row.sessionCount })}
            {' · '}
            {t('each', { price: money(row.perSessionMinor, row) })}
            {row.savingMinor > 0 &&
              ` · ${t('saving', { percent: row.discountPercent, price: money(row.savingMinor, row) })}`}
          </span>
          {row.pays !== 'studio' && (
            <span className="block text-sm text-muted">{pays(row.pays)}</span>
          )}
        </span>
      ),
    },
    {
      key: 'valid',
      header: t('columns.valid'),
      cell: (row) => t(`valid.${row.expiryStarts}`, { n: row.expiryDays }),
    },
    { key: 'sold', header: t('columns.sold'), numeric: true, cell: (row) => row.sold },
    {
      key: 'state',
      header: t('columns.state'),
      cell: (row) => <State row={row} sells={sells} />,
    },
    {
      key: 'actions',
      header: t('columns.actions'),
      cell: (row) => <Actions row={row} sells={sells} />,
    },
  ]
  return (
    <div className="overflow-x-auto">
      <DataTable caption={t('all')} columns={columns} rows={rows} rowKey={(row) => row.id} />
    </div>
  )
}

/** Whether customers can buy it, and why not. */
function State({ row, sells }: { row: BundleShown; sells: boolean }) {
  const t = useTranslations('vendorBundles')
  if (!row.isActive || !sells) return <Badge>{t('inactive')}</Badge>
  const isShort = row.usable < row.sessionCount
  if (row.isBookable && !row.isDearer && !isShort) return <Badge tone="good">{t('active')}</Badge>
  return (
    <span className="grid max-w-48 justify-items-start gap-1">
      <Badge tone="warn">{t('notOffered')}</Badge>{' '}
      <span className="text-sm text-muted">
        {!row.isBookable
          ? t('notBookable')
          : row.isDearer
            ? t('dearer')
            : t('tooFewDates', { n: row.usable, sessions: row.sessionCount })}
      </span>
      {row.isBookable && !row.isDearer && row.needs !== null && (
        <Extend row={row} days={row.needs} />
      )}
    </span>
  )
}

/** Makes it valid for long enough at once. */
function Extend({ row, days }: { row: BundleShown; days: number }) {
  const t = useTranslations('vendorBundles')
  return (
    <Form method="post" className="pt-1">
      <input type="hidden" name="bundleId" value={row.id} />
      <ButtonVersion version={row.version} />
      <input type="hidden" name="expiryDays" value={days} />
      <Button
        name="intent"
        value="extend"
        variant="secondary"
        size="small"
        pending={useBusyWith(row, 'extend')}
        aria-label={t('useDaysNamed', { days, name: row.name })}
      >
        {t('form.useDays', { days })}
      </Button>
    </Form>
  )
}

function useBusyWith(row: BundleShown, intent: string): boolean {
  const sent = useNavigation().formData
  return sent?.get('bundleId') === row.id && sent.get('intent') === intent
}

function Actions({ row, sells }: { row: BundleShown; sells: boolean }) {
  const t = useTranslations('vendorBundles')
  const way = row.isActive ? 'deactivate' : 'activate'
  const busy = useBusyWith(row, way)
  return (
    <span className="flex flex-wrap items-center justify-end gap-2">
      <LinkButton
        to={`/dashboard/classes/${row.classId}/bundles/${row.id}`}
        variant="secondary"
        size="small"
        aria-label={t('editNamed', { name: row.name })}
      >
        {t('edit')}
      </LinkButton>
      {(row.isActive || sells) && (
        <Form method="post">
          <input type="hidden" name="bundleId" value={row.id} />
          <ButtonVersion version={row.version} />
          <Button
            name="intent"
            value={way}
            variant="secondary"
            size="small"
            pending={busy}
            aria-label={t(`${way}Named`, { name: row.name })}
          >
            {t(way)}
          </Button>
        </Form>
      )}
    </span>
  )
}
