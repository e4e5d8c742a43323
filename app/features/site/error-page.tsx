import { useLocation, useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorState } from '#app/ui/error-state.tsx'
import { MessagePage } from './message-page.tsx'

/** The whole page when there is nothing at an address, or something broke. */
export function ErrorPage({ status }: { status: number }) {
  const t = useTranslations('shared')
  const root = useRouteLoaderData<{ requestId: string }>('root')
  const { pathname } = useLocation()
  const missing = status === 404
  const said = status === 410 ? 'closed' : missing ? 'notFound' : 'broken'
  if (status === 500 && /^\/settings(?:\/profile)?$/.test(pathname)) return <ProfileUnread />
  return (
    <MessagePage>
      <title>{t(`${said}.title`)}</title>
      <EmptyState
        level={1}
        title={t(`${said}.title`)}
        text={t(`${said}.text`, { requestId: root?.requestId ?? '—' })}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            {missing && pathname.startsWith('/booking/') && (
              <LinkButton to="/my-spots">{t('notFound.lostLink')}</LinkButton>
            )}
            <LinkButton to="/" variant="secondary">
              {t('notFound.home')}
            </LinkButton>
          </span>
        }
      />
    </MessagePage>
  )
}

/** The whole page where a vendor's own profile could not be read. */
function ProfileUnread() {
  const t = useTranslations('shared.noProfile')
  const root = useRouteLoaderData<{ requestId: string }>('root')
  return (
    <MessagePage>
      <title>{t('title')}</title>
      <EmptyState
        level={1}
        title={t('title')}
        text={t('text', { requestId: root?.requestId ?? '—' })}
        action={<LinkButton to="/login">{t('login')}</LinkButton>}
      />
    </MessagePage>
  )
}

/** The whole page if nothing of it arrived. This is not logged; the reader can try again. */
export function LostPage() {
  const t = useTranslations('shared')
  const { pathname, search } = useLocation()
  return (
    <MessagePage>
      <title>{t('broken.title')}</title>
      <ErrorState
        level={1}
        title={t('trouble.network')}
        retryLabel={t('retry')}
        retryTo={pathname + search}
      />
    </MessagePage>
  )
}
