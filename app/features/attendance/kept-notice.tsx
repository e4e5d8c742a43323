import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { instantText } from '#app/features/workspace/day-text.ts'
import { Banner } from '#app/ui/banner.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { Button } from '#app/ui/button.tsx'
import type { Sending } from '#app/features/device/kept-marks.ts'
import type { DayShown } from './marking.ts'

type KeptNoticeProps = {
  day: DayShown
  waiting: number
  refused: number
  sending: Sending
  retry: () => void
}

/** What is only on this device, and why. */
export function KeptNotice({ day, waiting, refused, sending, retry }: KeptNoticeProps) {
  const t = useTranslations('attendance.kept')
  const language = useLocale()
  const isOnline = useOnline()
  const hasToSignIn = sending === 'signed_out'
  return (
    <div aria-live="polite" className="grid gap-3 empty:hidden">
      {!isOnline && (
        <Banner
          title={t('asOf', { time: instantText(day.loadedAt, day.zone, language) })}
          text={t('asOfText')}
        />
      )}
      {refused > 0 && (
        <Banner tone="bad" title={t('refused', { count: refused })} text={t('refusedText')} />
      )}
      {waiting > 0 && sending !== 'done' && (
        <Banner
          tone="warn"
          title={t(hasToSignIn ? 'signedOut' : 'waiting', { count: waiting })}
          text={hasToSignIn ? undefined : t('waitingText', { count: waiting })}
          action={
            hasToSignIn ? (
              <Link
                to={`/login?redirect_to=${encodeURIComponent(`/dashboard/today?date=${day.date}`)}`}
                className={buttonClasses({ variant: 'secondary', size: 'small' })}
              >
                {t('signIn')}
              </Link>
            ) : (
              <Button type="button" variant="secondary" size="small" onClick={retry}>
                {t('retry')}
              </Button>
            )
          }
        />
      )}
    </div>
  )
}

function onConnection(tell: () => void) {
  window.addEventListener('online', tell)
  window.addEventListener('offline', tell)
  return () => {
    window.removeEventListener('online', tell)
    window.removeEventListener('offline', tell)
  }
}

function useOnline(): boolean {
  return useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  )
}
