import { useLocale, useTranslations } from 'use-intl'
import { dayText } from '#app/features/workspace/day-text.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { SessionMeter } from '#app/features/workspace/session-meter.tsx'
import type { CalendarSession } from '#core/classes/queries/calendar-sessions.ts'
import { useSessionTimes } from './session-times.ts'

type SessionDialogProps = {
  session: CalendarSession
  onMove: () => void
  onClose: () => void
}

/** A session of the calendar, and what can be done with it. */
export function SessionDialog({ session, onMove, onClose }: SessionDialogProps) {
  const t = useTranslations('calendar')
  const times = useSessionTimes()
  const w = useTranslations('workspace')
  const language = useLocale()
  const { currentStudents: taken, maxStudents: capacity, waiting } = session
  const isCancelled = session.status === 'cancelled'
  const to = `/dashboard/sessions/${session.id}`
  const isOpen = !isCancelled && !session.past
  return (
    <Dialog
      open
      onClose={onClose}
      title={session.classTitle}
      closeLabel={t('move.close')}
      text={w('dayTime', { day: dayText(session.date, language), time: times(session) })}
      actions={
        <>
          {isOpen && (
            <LinkButton variant="quiet" className="text-bad sm:me-auto" to={`${to}?cancel=one`}>
              {t('move.cancel')}
            </LinkButton>
          )}
          <LinkButton variant="secondary" to={to}>
            {t('move.open')}
          </LinkButton>
          {isOpen && (
            <Button type="button" onClick={onMove}>
              {t('move.button')}
            </Button>
          )}
        </>
      }
    >
      {isCancelled ? (
        <p>{t('cancelled')}</p>
      ) : (
        <SessionMeter {...{ taken, capacity }} requested={waiting} />
      )}
      {waiting > 0 && <p className="mt-2 text-warn">{t('waiting', { count: waiting })}</p>}
    </Dialog>
  )
}
