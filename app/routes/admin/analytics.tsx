import { useTranslations } from 'use-intl'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { adminOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { findDistribution, findGrowth, type Growth } from '#core/admin/queries/overview.ts'
import { sharesOf, signed } from '#core/admin/rules.ts'
import type { Route } from './+types/analytics'

const kinds = ['monthly', 'yearly', 'granted', 'trial', 'free'] as const
const metrics = ['joined', 'closed', 'net', 'subscribed', 'ended'] as const

export async function loader({ context }: Route.LoaderArgs) {
  adminOf(context)
  const { searches } = depsOf(context)
  const [distribution, growth] = await Promise.all([
    findDistribution(searches),
    findGrowth(searches),
  ])
  return { distribution, growth }
}

export default function Analytics({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('admin.analytics')
  const { distribution, growth } = loaderData
  const shares = sharesOf(kinds.map((kind) => distribution[kind]))
  const columns: Column<(typeof metrics)[number]>[] = [
    { key: 'metric', header: t('metric'), lead: true, cell: (metric) => t(metric) },
    {
      key: 'now',
      header: t('thisMonth'),
      numeric: true,
      cell: (metric) => signed(changeOf(metric, growth.now)),
    },
    {
      key: 'before',
      header: t('lastMonth'),
      numeric: true,
      cell: (metric) => signed(changeOf(metric, growth.before)),
    },
  ]
  return (
    <>
      <SectionHeader title={t('title')} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card as="section" aria-labelledby="distribution">
          <CardHeader
            level={3}
            id="distribution"
            title={t('distribution')}
            text={t('distributionText')}
          />
          <ul className="grid gap-4">
            {kinds.map((kind, at) => (
              <li key={kind} className="grid gap-1">
                <span className="flex flex-wrap justify-between gap-x-4">
                  <span>{t(`kinds.${kind}`)}</span>
                  <span className="tabular-nums">
                    {shares[at] ?? 0}%{' '}
                    <span className="text-muted">
                      ({t('vendors', { count: distribution[kind] })})
                    </span>
                  </span>
                </span>
                <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sunken">
                  <span
                    className="block h-full rounded-full bg-accent"
                    style={{ width: `${shares[at] ?? 0}%` }}
                  />
                </span>
              </li>
            ))}
          </ul>
        </Card>
        <Card as="section" aria-labelledby="growth">
          <CardHeader level={3} id="growth" title={t('growth')} text={t('growthText')} />
          <DataTable
            caption={t('growth')}
            columns={columns}
            rows={metrics}
            rowKey={(metric) => metric}
          />
        </Card>
      </div>
    </>
  )
}

/** What went is counted below zero. */
function changeOf(metric: (typeof metrics)[number], { joined, closed, subscribed, ended }: Growth) {
  const changes = { joined, closed: -closed, net: joined - closed, subscribed, ended: -ended }
  return changes[metric]
}
