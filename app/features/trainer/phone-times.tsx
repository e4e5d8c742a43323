import { useTranslations } from 'use-intl'
import { LinkButton } from '#app/ui/button.tsx'
import type { SessionCard } from '#core/classes/queries/public-sessions.ts'
import { SessionList } from './session-list.tsx'

type PhoneTimesProps = {
  sessions: readonly SessionCard[]
  zone: string
  now: Date
  /** further times, and back to the first */
  laterTo: string | null
  firstTo: string | null
}

/** The next times of a class on a phone: each opens the form in a sheet, which the page draws with OpenedSheet. */
export function PhoneTimes({ sessions, zone, now, laterTo, firstTo }: PhoneTimesProps) {
  const t = useTranslations('booking.form')
  return (
    <>
      <SessionList sessions={sessions} {...{ zone, now }} words="catalogue" editable={false} />
      {(laterTo ?? firstTo) !== null && (
        <nav aria-label={t('dates')} className="grid grid-flow-col gap-3">
          {firstTo && (
            <LinkButton to={firstTo} variant="quiet" preventScrollReset>
              {t('first')}
            </LinkButton>
          )}
          {laterTo && (
            <LinkButton to={laterTo} variant="secondary" preventScrollReset>
              {t('later')}
            </LinkButton>
          )}
        </nav>
      )}
    </>
  )
}
