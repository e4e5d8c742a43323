import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Toast } from '#app/http/toasts.ts'
import { Banner } from '#app/ui/banner.tsx'
import { notify } from '#app/ui/notify.ts'
import { Toaster } from '#app/ui/toaster.tsx'

/** The result of the last action: a banner in a newly loaded page, a toast in an open one. */
export function Notices({ notice }: { notice: Toast | null }) {
  const t = useTranslations('shared')
  const [first] = useState(notice)
  useEffect(() => {
    if (notice !== null && notice !== first) notify(notice)
  }, [notice, first])
  return (
    <>
      {first && notice === first && (
        <div className="page pt-4">
          <Banner tone={first.tone} title={first.title} text={first.text} />
        </div>
      )}
      <Toaster label={t('notifications')} closeLabel={t('close')} />
    </>
  )
}
