import { Form, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useDayTime } from '#app/features/workspace/day-text.ts'
import { SessionMeter } from '#app/features/workspace/session-meter.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { SessionToAddTo } from '#core/bookings/queries/sessions-to-add-to.ts'

type SessionPickerProps = {
  sessions: readonly Omit<SessionToAddTo, 'extras'>[]
  from: string
  addressOf: (sessionId: string) => string
}

/** The sessions from a day on, each a link to the form. */
export function SessionPicker({ sessions, from, addressOf }: SessionPickerProps) {
  const t = useTranslations('vendorBookings.add')
  const dayTime = useDayTime()
  return (
    <div className="grid max-w-3xl gap-4 pb-12">
      <Form method="get" className="flex items-end gap-2">
        <TextField label={t('from')} name="from" type="date" defaultValue={from} />
        <Button variant="secondary">{t('show')}</Button>
      </Form>
      {sessions.length === 0 ? (
        <EmptyState level={3} title={t('none')} text={t('noneText')} />
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {sessions.map((session) => (
            <li
              key={session.id}
              className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
            >
              <Link
                to={addressOf(session.id)}
                className="inline-flex min-h-11 min-w-0 items-center underline-offset-4 hover:underline"
              >
                <span className="wrap-anywhere">
                  <span className="font-medium whitespace-nowrap">{dayTime(session)}</span>
                  {' · '}
                  <bdi>{session.classTitle}</bdi>
                </span>
              </Link>
              <SessionMeter
                taken={session.currentStudents}
                capacity={session.maxStudents}
                requested={session.requested}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
