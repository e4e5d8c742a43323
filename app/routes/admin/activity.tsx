import { useTranslations } from 'use-intl'
import { ActivityList } from '#app/features/admin/activity-list.tsx'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { adminOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { Card } from '#app/ui/card.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { listActivity } from '#core/admin/queries/activity.ts'
import type { Route } from './+types/activity'

const perPage = 50
const path = '/super-admin/activity'

export async function loader({ context, url }: Route.LoaderArgs) {
  adminOf(context)
  const before = url.searchParams.get('before')
  const { searches } = depsOf(context)
  return {
    before,
    ...(await listActivity(searches, { vendorId: null, before, limit: perPage })),
  }
}

export default function Activity({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('admin')
  const { entries, next, before } = loaderData
  return (
    <>
      <SectionHeader
        title={t('activity.allTitle')}
        back={{ to: '/super-admin/dashboard', label: t('tabs.overview') }}
      />
      <Card>
        <ActivityList entries={entries} />
      </Card>
      <Pagination
        label={t('activity.pages')}
        previous={before === null ? undefined : { to: path, label: t('activity.newest') }}
        next={
          next === null ? undefined : { to: `${path}?before=${next}`, label: t('activity.older') }
        }
      />
    </>
  )
}
