import { useEffect, useState } from 'react'
import { useLocation, useMatches, useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Toast } from '#app/http/toasts.ts'
import { Banner } from '#app/ui/banner.tsx'
import { notify } from '#app/ui/notify.ts'
import { Toaster } from '#app/ui/toaster.tsx'

/** The result of the last action: a banner in a newly loaded page, a toast in an open one. */
export function Notices({ notice }: { notice: Toast | null }) {
  const t = useTranslations('shared')
  const [first] = useState(notice)
  const hasOwnPlace = useHasOwnPlace()
  useEffect(() => {
    if (notice !== null && notice !== first && !hasOwnPlace) notify(notice)
  }, [notice, first, hasOwnPlace])
  return (
    <>
      {first && notice === first && !hasOwnPlace && (
        <div className="page pt-4">
          <Banner tone={first.tone} title={first.title} text={first.text} />
        </div>
      )}
      <Toaster label={t('notifications')} closeLabel={t('close')} />
    </>
  )
}

/** Whether the page shows the result itself: a booking, and a page of the workspace with a list of people to call above it. */
function useHasOwnPlace(): boolean {
  const isUntold = useIsUntold()
  return useMatches().some(
    ({ id }) => id === 'routes/public/booking' || (isUntold && id === 'routes/vendor/dashboard'),
  )
}

/** Whether the address names a change that has not reached everybody. */
export const useIsUntold = (): boolean => new URLSearchParams(useLocation().search).has('untold')

/** What the last action says on this page. */
export const useNotice = (): Toast | null =>
  useRouteLoaderData<{ notice: Toast | null }>('root')?.notice ?? null

/** Describes the heading above it, which takes the focus when the page is there. */
export const pageNoticeId = 'page-notice'

/** The result of the last action within a page: a toast would cover the buttons of a booking on a phone. `below`: the heading above it that already says it. */
export function PageNotice({ below }: { below: string | null }) {
  const notice = useNotice()
  return (
    <output className="block">
      {notice &&
        (below !== null && notice.tone === 'good' ? (
          <span id={pageNoticeId} className="block text-center">
            {notice.title !== below && (
              <strong className="block font-medium">{notice.title}</strong>
            )}
            <span className="block text-muted">{notice.text}</span>
          </span>
        ) : (
          <Banner tone={notice.tone} title={notice.title} text={notice.text} />
        ))}
    </output>
  )
}
