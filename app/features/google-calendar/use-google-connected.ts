import { useEffect } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { notify } from '#app/ui/notify.ts'

const reloadMs = 1000

/** After the way back from Google: says so once, clears the query, and reads the page again after a second. */
export function useGoogleConnected(): void {
  const t = useTranslations('googleCalendar.toasts')
  const [params, setParams] = useSearchParams()
  const { revalidate } = useRevalidator()
  const isBack = params.get('google_connected') === 'true'
  useEffect(() => {
    if (!isBack) return
    notify({ tone: 'good', title: t('connected'), text: t('connectedText') })
    setParams(
      (before) => {
        before.delete('google_connected')
        return before
      },
      { replace: true, preventScrollReset: true },
    )
    setTimeout(() => void revalidate(), reloadMs)
  }, [isBack, revalidate, setParams, t])
}
