import { useTranslations } from 'use-intl'
import { nextDays } from '#app/features/calendar/calendar-range.ts'
import { shareText } from '#app/features/calendar/share-text.server.ts'
import { ShareTools } from '#app/features/overview/share-tools.tsx'
import { pageUrlOf } from '#app/features/workspace/page-url.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction, noFields } from '#app/http/form-action.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, memberOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { findFirstSteps } from '#core/bookings/queries/first-steps.ts'
import { listOwnClasses } from '#core/classes/queries/own-classes.ts'
import { listCalendarSessions } from '#core/schedule/queries/calendar-sessions.ts'
import { todayIn } from '#core/shared/time.ts'
import { markLinkShared } from '#core/vendors/commands/first-steps.ts'
import { findShopfront } from '#core/vendors/queries.ts'
import { mayManage } from '#core/vendors/rules.ts'
import type { Route } from './+types/share'

export async function loader({ context }: Route.LoaderArgs) {
  const { vendor } = memberOf(context)
  const deps = depsOf(context)
  const range = nextDays(todayIn(vendor.timeZone, new Date()))
  const { first, last } = range
  const [steps, classes, sessions, { asks }] = await Promise.all([
    findFirstSteps(deps.db, vendor.id),
    listOwnClasses(deps.db, vendor.id),
    listCalendarSessions(deps.db, { vendorId: vendor.id, first, last }),
    findShopfront(deps, vendor.id),
  ])
  return {
    pageUrl: pageUrlOf(vendor, deps),
    business: vendor.name,
    asks,
    isToShare: mayManage(vendor.role) && steps !== null && !steps.link,
    text: shareText({ range, sessions, vendor, origin: deps.origin }),
    embedCode: `<script async src="${deps.origin}/embed.js" data-openspot="${vendor.username ?? ''}"></script>`,
    hasSessions: classes.some(({ upcoming }) => upcoming.sessions > 0),
  }
}

export const action = formAction({
  allow: manager,
  texts: 'overview',
  schema: () => noFields,
  run: ({ deps, member }) => markLinkShared(deps.db, member.vendor.id),
  refusals: {},
  done: () => ({ more: null }),
})

export const clientAction = keepForm

export default function Share({ loaderData: { pageUrl, asks, ...tools } }: Route.ComponentProps) {
  const t = useTranslations('overview.share')
  return (
    <>
      <SectionHeader
        title={t('title')}
        text={t(asks ? 'askText' : 'text')}
        back={{ to: '/dashboard', label: t('back') }}
      />
      {pageUrl === null ? (
        <p className="text-muted">{t('none')}</p>
      ) : (
        <ShareTools {...tools} pageUrl={pageUrl} />
      )}
    </>
  )
}
