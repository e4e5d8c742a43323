import { useTranslations } from 'use-intl'
import { SiteHeader } from '#app/features/site/site-header.tsx'
import { LinkButton } from '#app/ui/button.tsx'

/** For the pages that invite to sign up. */
export function LandingHeader({ open }: { open: boolean }) {
  const t = useTranslations('shared.nav')
  return (
    <SiteHeader
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
