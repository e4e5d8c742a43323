import { useEffect, useState } from 'react'
import { useMatches, useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Toast } from '#app/http/toasts.ts'
import { Banner } from '#app/ui/banner.tsx'
import { notify } from '#app/ui/notify.ts'
import { Toaster } from '#app/ui/toaster.tsx'

/** The result of the last action: a banner in a newly loaded page, a toast in an open one. */
export function Notices({ notice }: { notice: Toast | null }) {
  const t = useTranslations('shared')
  const [first] = useState(notice)
  const hasOwnPlace = useMatches().some(({ id }) => id === 'routes/public/booking')
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
