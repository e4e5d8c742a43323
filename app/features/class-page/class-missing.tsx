import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { SiteFooter } from '#app/features/site/site-footer.tsx'
import { SiteHeader } from '#app/features/site/site-header.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorState } from '#app/ui/error-state.tsx'
import { BackLink } from './back-link.tsx'

/** The page where a class is not: never was, is archived, or no id was given. */
export function ClassMissing({ noId }: { noId: boolean }) {
  const t = useTranslations('pages.class')
  return (
    <>
      <SiteHeader />
      <main id="main" className="page py-6">
        <BackLink to="/classes" />
        <EmptyState
          level={1}
          icon={<span className="text-2xl font-semibold">404</span>}
          title={noId ? t('noId') : t('notFound')}
          text={noId ? undefined : t('notFoundText')}
          action={
            <>
              <LinkButton to="/">{t('home')}</LinkButton>
              <LinkButton to="/classes" variant="secondary">
                {t('browse')}
              </LinkButton>
            </>
          }
        />
      </main>
      <SiteFooter />
    </>
  )
}

/** The class may be there, but could not be read. */
export function ClassFailed({ how }: { how: 'database' | 'unexpected' }) {
  const t = useTranslations('pages.class')
  const { pathname, search } = useLocation()
  const sentence = t(how, { message: t('safe') })
  return (
    <>
      <SiteHeader />
      <main id="main" className="page py-6">
        <title>{sentence}</title>
        <BackLink to="/classes" />
        <ErrorState
          level={1}
          title={sentence}
          retryLabel={t('retry')}
          retryTo={pathname + search}
        />
      </main>
      <SiteFooter />
    </>
  )
}
