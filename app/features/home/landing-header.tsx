import { useTranslations } from 'use-intl'
import { SiteHeader } from '#app/features/site/site-header.tsx'
import { LinkButton } from '#app/ui/button.tsx'

/** On a phone the sign-up is in the page itself, and the other links are at its end. */
export function LandingHeader({ open, plansOn }: { open: boolean; plansOn: boolean }) {
  const t = useTranslations('shared.nav')
  return (
    <SiteHeader
      more={
        plansOn && (
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
