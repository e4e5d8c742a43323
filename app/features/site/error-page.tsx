import { useLocation, useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import type { NoAnswer } from '#app/http/keep-form.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorState } from '#app/ui/error-state.tsx'
import { MessagePage } from './message-page.tsx'

/** The kind of link that a message of ours holds; null for every other address. */
function linkAt(pathname: string): 'booking' | 'request' | null {
  const [, first, reference] = pathname.split('/')
  return reference && (first === 'booking' || first === 'request') ? first : null
}

/** The whole page when there is nothing at an address, or something broke. */
export function ErrorPage({ status }: { status: number }) {
  const t = useTranslations('shared')
  const { pathname } = useLocation()
  const missing = status === 404
  if (!missing && status !== 410)
    return (
      <MessagePage>
        <Broken level={1} />
      </MessagePage>
    )
  const link = linkAt(pathname)
  const said = !missing ? 'closed' : link === null ? 'notFound' : 'lostLink'
  return (
    <MessagePage>
      <title>{t(`${said}.title`)}</title>
      <EmptyState
        level={1}
        title={t(`${said}.title`)}
        text={link === 'request' && missing ? t('lostLink.request') : t(`${said}.text`)}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            {missing && link === 'booking' && (
              <LinkButton to="/my-spots">{t('lostLink.again')}</LinkButton>
            )}
            {missing && link === 'request' && (
              <LinkButton to="/dashboard/bookings">{t('lostLink.bookings')}</LinkButton>
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

type BrokenProps = {
  level?: 1 | 2
  /** what could not be loaded, as the page is called */
  name?: string | undefined
}

/** In place of a page, or of what is inside its frame: our fault, with a way to try again. */
export function Broken({ level = 2, name }: BrokenProps) {
  const t = useTranslations('shared')
  const root = useRouteLoaderData<{ requestId: string }>('root')
  const { pathname, search } = useLocation()
  const requestId = root?.requestId ?? '—'
  const isProfile = /^\/settings(?:\/profile)?$/.test(pathname)
  const title = isProfile
    ? t('noProfile.title')
    : name === undefined
      ? t('broken.title')
      : t('broken.titleOf', { name })
  return (
    <>
      <title>{title}</title>
      <ErrorState
        level={level}
        title={title}
        text={t(isProfile ? 'noProfile.text' : 'broken.text', { requestId })}
        retryLabel={t('retry')}
        retryTo={pathname + search}
        otherwise={
          isProfile ? (
            <LinkButton to="/login" variant="quiet">
              {t('noProfile.login')}
            </LinkButton>
          ) : (
            level === 1 && (
              <LinkButton to="/" variant="quiet">
                {t('notFound.home')}
              </LinkButton>
            )
          )
        }
      />
    </>
  )
}

/** The same if nothing of it arrived. This is not logged. */
export function Lost({ why, level = 2 }: { why: NoAnswer; level?: 1 | 2 }) {
  const t = useTranslations('shared')
  const { pathname, search } = useLocation()
  return (
    <>
      <title>{t('broken.title')}</title>
      <ErrorState
        level={level}
        title={t(`trouble.${why}`)}
        retryLabel={t('retry')}
        retryTo={pathname + search}
      />
    </>
  )
}

export function LostPage({ why }: { why: NoAnswer }) {
  return (
    <MessagePage>
      <Lost why={why} level={1} />
    </MessagePage>
  )
}
