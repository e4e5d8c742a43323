import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { SuspendedPage } from '#app/features/classes/suspended-page.tsx'
import { MessagePage } from '#app/features/site/message-page.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorState } from '#app/ui/error-state.tsx'
import { BackLink } from './back-link.tsx'

/** The page where a class is not: never was, is archived, its vendor is suspended, or no id was given. */
export function ClassMissing({ noId, isSuspended }: { noId: boolean; isSuspended: boolean }) {
  const t = useTranslations('pages.class')
  if (isSuspended) return <SuspendedPage />
  return (
    <MessagePage>
      <EmptyState
        level={1}
        icon={<b className="text-2xl">404</b>}
        title={noId ? t('noId') : t('notFound')}
        text={noId ? undefined : t('notFoundText')}
        action={
          <>
            <LinkButton to="/">{t('home')}</LinkButton>
            <LinkButton to="/classes" variant="secondary">
              {t('browse')}
            </LinkButton>
            <BackLink to="/classes" />
          </>
        }
      />
    </MessagePage>
  )
}

/** The class may be there, but could not be read. */
export function ClassFailed({ how }: { how: 'database' | 'unexpected' }) {
  const t = useTranslations('pages.class')
  const { pathname, search } = useLocation()
  const sentence = t(how, { message: t('safe') })
  return (
    <MessagePage>
      <title>{sentence}</title>
      <ErrorState level={1} title={sentence} retryLabel={t('retry')} retryTo={pathname + search} />
      <p className="text-center">
        <BackLink to="/classes" />
      </p>
    </MessagePage>
  )
}
