import { useTranslations } from 'use-intl'
import { SiteHeader } from '#app/features/site/site-header.tsx'
import { LinkButton } from '#app/ui/button.tsx'

/** For the pages that invite to sign up. On a phone the sign-up is in the page itself, the other links at its end. */
export function LandingHeader({ open, pricing }: { open: boolean; pricing: boolean }) {
  const t = useTranslations('shared.nav')
  return (
    <SiteHeader
      more={
        pricing && (
          <LinkButton to="/pricing" variant="quiet" size="small" className="max-sm:hidden">
            {t('pricing')}
          </LinkButton>
        )
      }
      leave={
        <>
          <LinkButton to="/login" variant="quiet" size="small" className="max-sm:px-2">
            {t('signIn')}
          </LinkButton>
          {open && (
            <LinkButton to="/register" size="small" className="max-sm:hidden">
              {t('getStarted')}
            </LinkButton>
          )}
        </>
      }
    />
  )
}
