import { isRouteErrorResponse, Outlet, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { Broken, Lost } from '#app/features/site/error-page.tsx'
import { noAnswerIn } from '#app/http/keep-form.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TabLinks } from '#app/ui/tab-links.tsx'
import type { Route } from './+types/console'

const tabs = [
  { name: 'overview', to: '/super-admin/dashboard' },
  { name: 'vendors', to: '/super-admin/vendors' },
  { name: 'billing', to: '/super-admin/billing' },
  { name: 'analytics', to: '/super-admin/analytics' },
] as const

/** The four tabs. Pages that are none of them belong to the overview, except a vendor's. */
export default function Console() {
  return (
    <>
      <Tabs />
      <Outlet />
    </>
  )
}

function Tabs() {
  const t = useTranslations('admin')
  const { pathname } = useLocation()
  return (
    <div className="pt-2">
      <TabLinks
        label={t('tabsLabel')}
        tabs={tabs.map(({ name, to }) => ({
          to,
          label: t(`tabs.${name}`),
          current: pathname === to || pathname.startsWith(`${to}/`),
        }))}
      />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useTranslations('shared.notFound')
  const why = noAnswerIn(error)
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <>
      {isMissing && <title>{t('title')}</title>}
      <Tabs />
      {why !== null ? (
        <Lost why={why} />
      ) : isMissing ? (
        <EmptyState
          title={t('title')}
          text={t('text')}
          action={
            <LinkButton to="/super-admin/dashboard" variant="secondary">
              {t('home')}
            </LinkButton>
          }
        />
      ) : (
        <Broken />
      )}
    </>
  )
}
