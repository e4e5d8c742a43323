import type { ReactNode } from 'react'
import { Link, useLocation, useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { LinkButton } from '#app/ui/button.tsx'
import { ThemeToggle } from '#app/ui/theme-toggle.tsx'
import { Wordmark } from './wordmark.tsx'

type Root = {
  mayBeSignedIn: boolean
  plansOn: boolean
  /** a visitor of /classes finds several vendors in one town */
  offersChoice: boolean
}

type SiteHeaderProps = {
  /** in place of the way to sign-in or dashboard */
  leave?: ReactNode
  /** Two ways leave no room beside them on phones: the colours follow the phone there. */
  isFull?: boolean
}

/**
 * On the pages of the product itself; a trainer's own pages carry the trainer's name instead. One row at every width: on
 * phones the footer leads to the other pages.
 */
export function SiteHeader({ leave, isFull = false }: SiteHeaderProps) {
  const t = useTranslations('shared')
  const { pathname, search } = useLocation()
  const root = useRouteLoaderData<Root>('root')
  const isMember = root?.mayBeSignedIn ?? false
  return (
    <header className="border-b border-line">
      <div className="page flex min-h-16 items-center gap-x-1.5 py-2 sm:gap-x-4">
        <Link to="/" className="me-auto inline-flex min-h-11 min-w-0 items-center">
          <Wordmark />
        </Link>
        {(root?.offersChoice || root?.plansOn) && (
          <nav aria-label={t('nav.label')} className="-mx-3 flex max-sm:hidden">
            {root.offersChoice && <Place to="/classes">{t('nav.classes')}</Place>}
            {root.plansOn && <Place to="/pricing">{t('nav.pricing')}</Place>}
          </nav>
        )}
        {leave ?? <OwnPlace isMember={isMember} />}
        <ThemeToggle
          toLightLabel={t('theme.light')}
          toDarkLabel={t('theme.dark')}
          returnTo={pathname + search}
          className={isFull ? 'max-sm:hidden' : undefined}
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
