import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import { Link, useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { LinkButton } from '#app/ui/button.tsx'
import { iconButtonClasses } from '#app/ui/button-classes.ts'

/** From a trainer's page back to the workspace, for readers who may be signed in: customers have no account. */
export function DashboardLink({ brief = false }: { brief?: boolean }) {
  const t = useTranslations('shared.nav')
  const root = useRouteLoaderData<{ mayBeSignedIn: boolean }>('root')
  if (!root?.mayBeSignedIn) return null
  if (!brief)
    return (
      <LinkButton to="/dashboard" variant="secondary">
        {t('dashboard')}
      </LinkButton>
    )
  return (
    <Link
      to="/dashboard"
      aria-label={t('dashboard')}
      title={t('dashboard')}
      className={iconButtonClasses}
    >
      <LayoutDashboard aria-hidden="true" />
    </Link>
  )
}
