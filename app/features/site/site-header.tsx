import type { ReactNode } from 'react'
import { Link, useLocation, useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { LinkButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { ThemeToggle } from '#app/ui/theme-toggle.tsx'
import { Wordmark } from './wordmark.tsx'

type SiteHeaderProps = {
  /** Further links, before the others. */
  more?: ReactNode
  /** In place of the way to sign-in or dashboard. */
  leave?: ReactNode
  /** Phones show no link to the classes, and narrow ones no theme, to leave room for a button. */
  crowded?: boolean
}

/** On the pages of the product itself; a trainer's own pages carry the trainer's name instead. */
export function SiteHeader({ more, leave, crowded = false }: SiteHeaderProps) {
  const t = useTranslations('shared')
  const { pathname, search } = useLocation()
  const root = useRouteLoaderData<{ mayBeSignedIn: boolean }>('root')
  const isMember = root?.mayBeSignedIn ?? false
  return (
    <header className="border-b border-line">
      <div className="page flex min-h-16 flex-wrap items-center gap-x-1.5 gap-y-1 py-2 sm:gap-x-4">
        <Link to="/" className="me-auto inline-flex min-h-11 items-center">
          <Wordmark />
        </Link>
        {more}
        <LinkButton
          to="/classes"
          variant="quiet"
          size="small"
          className={cx('max-sm:px-2 max-[22rem]:hidden', (isMember || crowded) && 'max-sm:hidden')}
        >
          {t('nav.classes')}
        </LinkButton>
        {leave ?? <OwnPlace isMember={isMember} />}
        <ThemeToggle
          toLightLabel={t('theme.light')}
          toDarkLabel={t('theme.dark')}
          returnTo={pathname + search}
          className={cx(crowded && 'max-[24rem]:hidden')}
        />
      </div>
    </header>
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
