import { useTranslations } from 'use-intl'
import { SiteHeader } from '#app/features/site/site-header.tsx'
import { LinkButton } from '#app/ui/button.tsx'

/** For the pages that invite to sign up. On a phone the sign-up takes the place of the other links, which are at the end of the page. */
export function LandingHeader({ open, pricing }: { open: boolean; pricing: boolean }) {
  const t = useTranslations('shared.nav')
  return (
    <SiteHeader
      crowded={open}
      more={
        pricing && (
          <LinkButton to="/pricing" variant="quiet" size="small" className="max-sm:hidden">
            {t('pricing')}
          </LinkButton>
        )
      }
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
