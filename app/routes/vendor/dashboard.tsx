import CalendarDays from 'lucide-react/icons/calendar-days'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import House from 'lucide-react/icons/house'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Settings from 'lucide-react/icons/settings'
import UserRound from 'lucide-react/icons/user-round'
import type { ReactNode } from 'react'
import { isRouteErrorResponse, Outlet, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { deviceAccountOf } from '#app/features/attendance/attendance-form.server.ts'
import { OnDevice } from '#app/features/attendance/on-device.tsx'
import { UnreachedPart } from '#app/features/overview/unreached-list.tsx'
import { listUntold } from '#app/features/overview/unreached.server.ts'
import { ownColour } from '#app/features/pictures/spot-cover.tsx'
import { Broken, ErrorPage, Lost, LostPage } from '#app/features/site/error-page.tsx'
import { SiteFooter } from '#app/features/site/site-footer.tsx'
import { PageLinks } from '#app/features/workspace/page-links.tsx'
import { pageUrlOf } from '#app/features/workspace/page-url.ts'
import { SectionTabs } from '#app/features/workspace/section-tabs.tsx'
import { PageNotice, useIsUntold } from '#app/features/site/notices.tsx'
import { WorkspaceBar } from '#app/features/workspace/workspace-bar.tsx'
import { noAnswerIn } from '#app/http/keep-form.ts'
import { memberOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { findFace } from '#core/pictures/queries.ts'
import { findPlanShown } from '#core/plans/queries.ts'
import { accentOf } from '#core/shared/accent.ts'
import { findAccent } from '#core/vendors/queries.ts'
import { mayManage } from '#core/vendors/rules.ts'
import type { Route } from './+types/dashboard'

export async function loader({ context, url }: Route.LoaderArgs) {
  const deps = depsOf(context)
  const { db, settings } = deps
  const member = memberOf(context)
  const { vendor } = member
  const [face, accent, plan, untold] = await Promise.all([
    findFace(db, vendor.id),
    findAccent(deps, vendor.id),
    settings.plans && mayManage(vendor.role) ? findPlanShown(db, vendor.id) : null,
    mayManage(vendor.role)
      ? listUntold(deps, { vendorId: vendor.id, userId: member.userId }, url)
      : null,
  ])
  return {
    plan,
    untold,
    pageUrl: pageUrlOf(vendor, deps),
    business: vendor.name,
    face,
    accent: accentOf(accent),
    avatarUrl: member.avatarUrl,
    account: { name: member.fullName, email: member.email },
    manages: mayManage(vendor.role),
    deviceAccount: deviceAccountOf(member),
  }
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <Outlet />
    </Frame>
  )
}

/** What a page of the workspace threw. The frame stays, with the ways to what there is, unless it could not be loaded itself. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const why = noAnswerIn(error)
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (!loaderData) return why === null ? <ErrorPage status={status} /> : <LostPage why={why} />
  return (
    <Frame {...loaderData}>
      {why !== null ? <Lost why={why} /> : status === 404 ? <NothingHere /> : <Unread />}
    </Frame>
  )
}

/** A page inside the frame that could not be loaded, named by its tab. */
function Unread() {
  const t = useTranslations('workspace.tabs')
  const { pathname } = useLocation()
  const tab = tabOf(pathname)
  return <Broken name={tab && t(tab)} />
}

type Tab = 'overview' | 'classes' | 'bookings' | 'calendar' | 'profile' | 'settings'

/** The tab that a page belongs to. */
function tabOf(pathname: string): Tab | undefined {
  const under = (...paths: string[]) =>
    paths.some((path) => pathname === path || pathname.startsWith(`${path}/`))
  if (pathname === '/dashboard' || under('/dashboard/today')) return 'overview'
  if (under('/dashboard/classes', '/dashboard/sessions')) return 'classes'
  if (under('/dashboard/bookings')) return 'bookings'
  if (under('/dashboard/calendar')) return 'calendar'
  if (under('/dashboard/profile')) return 'profile'
  return under('/dashboard/settings', '/settings') ? 'settings' : undefined
}

function NothingHere() {
  const t = useTranslations('shared.notFound')
  return (
    <>
      <title>{t('title')}</title>
      <EmptyState
        title={t('title')}
        text={t('text')}
        action={
          <LinkButton to="/dashboard" variant="secondary">
            {t('home')}
          </LinkButton>
        }
      />
    </>
  )
}

type FrameProps = Route.ComponentProps['loaderData'] & { children: ReactNode }

/** What is around every page of the workspace. */
function Frame({ manages, deviceAccount, accent, untold, children, ...bar }: FrameProps) {
  const t = useTranslations('workspace.tabs')
  const { pathname } = useLocation()
  const isUntold = useIsUntold()
  const current = tabOf(pathname)
  const tab = (name: Tab, to: string, icon: ReactNode) => ({
    to,
    label: t(name),
    icon,
    current: name === current,
  })
  const pagePath = bar.pageUrl === null ? null : new URL(bar.pageUrl).pathname
  const links = <PageLinks pagePath={pagePath} manages={manages} hasPlans={bar.plan !== null} />
  const tabs = [
    tab('overview', '/dashboard', <House aria-hidden="true" />),
    tab('classes', '/dashboard/classes', <LayoutGrid aria-hidden="true" />),
    tab('bookings', '/dashboard/bookings', <ClipboardList aria-hidden="true" />),
    tab('calendar', '/dashboard/calendar', <CalendarDays aria-hidden="true" />),
    // On phones, the menu beside the tabs leads to these.
    ...(manages
      ? [
          {
            ...tab('profile', '/dashboard/profile', <UserRound aria-hidden="true" />),
            wide: true,
          },
          { ...tab('settings', '/settings', <Settings aria-hidden="true" />), wide: true },
        ]
      : []),
  ]
  return (
    <>
      <OnDevice account={deviceAccount} />
      <WorkspaceBar {...bar} links={links} tabs={<SectionTabs tabs={tabs} more={links} />} />
      <main
        id="main"
        className={cx('page min-h-[60dvh]', accent && 'of-vendor')}
        style={ownColour(accent)}
      >
        {isUntold && (
          <div className="mt-4 mb-8 grid gap-4">
            {/* A toast would lie over the list that it is about. */}
            <PageNotice below={null} />
            {untold && <UnreachedPart people={untold} manages={manages} />}
          </div>
        )}
        {children}
      </main>
      <SiteFooter own />
    </>
  )
}

export function meta() {
  return [{ name: 'robots', content: 'noindex' }]
}
