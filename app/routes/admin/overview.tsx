import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { ActivityList } from '#app/features/admin/activity-list.tsx'
import { RequestList } from '#app/features/admin/request-list.tsx'
import { StatCard } from '#app/features/admin/stat-card.tsx'
import { useFormats } from '#app/features/admin/use-formats.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { adminOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { listActivity } from '#core/admin/queries/activity.ts'
import { findOverview } from '#core/admin/queries/overview.ts'
import { listRequests } from '#core/admin/queries/revenue.ts'
import { signedPercent } from '#core/admin/rules.ts'
import type { Route } from './+types/overview'

const entriesShown = 10
const requestsShown = 20

export async function loader({ context }: Route.LoaderArgs) {
  adminOf(context)
  const { searches } = depsOf(context)
  const [figures, activity, requests] = await Promise.all([
    findOverview(searches),
    listActivity(searches, { vendorId: null, before: null, limit: entriesShown }),
    listRequests(searches, { vendorId: null, limit: requestsShown }),
  ])
  return { figures, entries: activity.entries, requests }
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('admin')
  const language = useLocale()
  const { sums } = useFormats()
  const { figures, entries, requests } = loaderData
  const { vendors, revenue, classes, growth } = figures
  const total = vendors.active + vendors.suspended + vendors.pending + vendors.closed
  return (
    <>
      <SectionHeader
        title={t('tabs.overview')}
        actions={
          <>
            <LinkButton to="/super-admin/two-factor" variant="quiet" size="small">
              {t('security')}
            </LinkButton>
            <LinkButton to="/super-admin/health" variant="secondary" size="small">
              {t('health.link')}
            </LinkButton>
          </>
        }
      />
      <div className="grid gap-6">
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          <StatCard
            title={t('cards.vendors')}
            value={total}
            text={t('cards.vendorsText', { count: vendors.active })}
          />
          <StatCard
            title={t('cards.revenue')}
            value={revenue.length === 0 ? t('none') : sums(revenue)}
            text={t('cards.revenueText')}
          />
          <StatCard title={t('cards.classes')} value={classes} text={t('cards.classesText')} />
          <StatCard
            title={t('cards.growth')}
            value={growth === null ? t('none') : signedPercent(growth, language)}
            text={t('cards.growthText')}
          />
        </div>
        {requests.length > 0 && (
          <Card as="section" aria-labelledby="requests">
            <CardHeader level={3} id="requests" title={t('requests.title')} />
            <RequestList requests={requests} />
          </Card>
        )}
        <Card as="section" aria-labelledby="activity">
          <CardHeader
            level={3}
            id="activity"
            title={t('activity.title')}
            action={
              entries.length > 0 && (
                <Link
                  to="/super-admin/activity"
                  className="inline-flex min-h-11 items-center underline underline-offset-4"
                >
                  {t('activity.all')}
                </Link>
              )
            }
          />
          <ActivityList entries={entries} />
        </Card>
      </div>
    </>
  )
}
