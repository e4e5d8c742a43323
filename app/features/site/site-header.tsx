import type { ReactNode } from 'react'
import { Link, useLocation, useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { LinkButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { ThemeToggle } from '#app/ui/theme-toggle.tsx'
import { Wordmark } from './wordmark.tsx'

type Root = {
  mayBeSignedIn: boolean
  plansOn: boolean
  /** a visitor of /classes finds several vendors in one town */
  offersChoice: boolean
}

/**
 * On the pages of the product itself; a trainer's own pages carry the trainer's name instead. `leave`: in place of the way
 * to sign-in or dashboard.
 */
export function SiteHeader({ leave }: { leave?: ReactNode }) {
  const t = useTranslations('shared')
  const { pathname, search } = useLocation()
  const root = useRouteLoaderData<Root>('root')
  const isMember = root?.mayBeSignedIn ?? false
  return (
    <header className="border-b border-line">
      <div className="page flex min-h-16 flex-wrap items-center gap-x-1.5 gap-y-1 py-2 sm:gap-x-4">
        <Link to="/" className="me-auto inline-flex min-h-11 items-center">
          <Wordmark />
        </Link>
        {/* Two places are a second row on phones. A member has the dashboard there. */}
        {(root?.offersChoice || root?.plansOn) && (
          <nav
            aria-label={t('nav.label')}
            className={cx(
              'flex sm:-mx-3',
              root.offersChoice && root.plansOn
                ? 'max-sm:order-last max-sm:-mx-3 max-sm:flex-1 max-sm:basis-[calc(100%-4rem)]'
                : 'max-sm:-mx-1',
              isMember && 'max-sm:hidden',
            )}
          >
            {root.offersChoice && <Place to="/classes">{t('nav.classes')}</Place>}
            {root.plansOn && <Place to="/pricing">{t('nav.pricing')}</Place>}
          </nav>
        )}
        {leave ?? <OwnPlace isMember={isMember} />}
        <ThemeToggle
          toLightLabel={t('theme.light')}
          toDarkLabel={t('theme.dark')}
          returnTo={pathname + search}
          className="max-sm:order-last"
        />
      </div>
    </header>
  )
}

function Place({ to, children }: { to: string; children: string }) {
  const isHere = useLocation().pathname === to
  return (
    <LinkButton
      to={to}
      variant="quiet"
      size="small"
      aria-current={isHere ? 'page' : undefined}
      className="decoration-accent decoration-2 underline-offset-8 aria-[current=page]:underline"
    >
      {children}
    </LinkButton>
  )
}

function OwnPlace({ isMember }: { isMember: boolean }) {
  const t = useTranslations('shared.nav')
  const { pathname } = useLocation()
  if (!isMember && pathname === '/login') return null
  return isMember ? (
    <LinkButton to="/dashboard" variant="secondary" size="small">
      {t('dashboard')}
    </LinkButton>
  ) : (
    <LinkButton to="/login" variant="quiet" size="small" className="max-sm:px-2">
      {t('signIn')}
    </LinkButton>
  )
}
