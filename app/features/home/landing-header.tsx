import { useLocation, useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { SiteHeader } from '#app/features/site/site-header.tsx'
import { LinkButton } from '#app/ui/button.tsx'

/** For the pages that invite to sign up. */
export function LandingHeader({ open }: { open: boolean }) {
  const t = useTranslations('shared.nav')
  const { pathname } = useLocation()
  const root = useRouteLoaderData<{ mayBeSignedIn: boolean }>('root')
  // The landing page redirects members; on the other pages the header leads them back.
  if (root?.mayBeSignedIn && pathname !== '/') return <SiteHeader />
  return (
    <SiteHeader
      isFull={open}
      leave={
        <>
          <LinkButton to="/login" variant="quiet" size="small" className="max-sm:px-1.5">
            {t('signIn')}
          </LinkButton>
          {open && (
            <LinkButton to="/register" size="small" className="max-sm:px-2.5">
              {t('getStarted')}
            </LinkButton>
          )}
        </>
      }
    />
  )
}
