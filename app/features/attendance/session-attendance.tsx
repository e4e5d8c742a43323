import Plus from 'lucide-react/icons/plus'
import { Form, Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { instantText } from '#app/features/workspace/day-text.ts'
import { useClassTexts } from '#app/features/workspace/class-texts.ts'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { SpotMeter } from '#app/ui/spot-meter.tsx'
import { isOpenForMarks, opensMinutesBefore } from '#core/attendance/rules.ts'
import { clockRange, clockText, localClockText } from '#core/shared/formats.ts'
import type { DayShown, Marking, SpotShown } from './marking.ts'
import { SpotRow } from './spot-row.tsx'

type SessionAttendanceProps = {
  session: DayShown['sessions'][number]
  day: Pick<DayShown, 'date' | 'zone' | 'manages'>
  now: Date
  marking: Marking
}

/** One session with everyone in it. */
export function SessionAttendance({ session, day, now, marking }: SessionAttendanceProps) {
  const t = useTranslations('attendance')
  const w = useTranslations('workspace')
  const language = useLocale()
  const texts = useClassTexts()
  // Without a network, the page knows the zone only from the list that it kept.
  const clock = (time: string) => localClockText(time, day.zone, language)
  const isOpen = isOpenForMarks(session, now)
  const expected = session.spots.filter(isExpected)
  const came = expected.filter((spot) => marking.markOf(spot).mark === 'came').length
  const unmarked = expected.filter((spot) => marking.markOf(spot).mark === null)
  const titleId = `session-${session.id}`
  return (
    <section aria-labelledby={titleId} className="grid gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line pb-3">
        <div className="min-w-0">
          <h3 id={titleId} className="scroll-mt-4 text-lg wrap-anywhere">
            {w('timeRange', clockRange(clock(session.startTime), clock(session.endTime)))}{' '}
            <Link
              to={`/dashboard/sessions/${session.id}`}
              className="underline-offset-4 hover:underline"
            >
              <bdi>{session.classTitle}</bdi>
            </Link>
          </h3>
          <p className="text-sm text-muted wrap-anywhere">{texts.place(session)}</p>
        </div>
        {isOpen && expected.length > 0 ? (
          <SpotMeter
            taken={came}
            capacity={expected.length}
            label={
              unmarked.length === expected.length
                ? t('unmarked', { expected: expected.length })
                : t('count', { came, expected: expected.length })
            }
          />
        ) : (
          <SpotMeter
            taken={session.currentStudents}
            capacity={session.maxStudents}
            label={w('booked', {
              taken: session.currentStudents,
              capacity: session.maxStudents,
            })}
          />
        )}
      </div>
      {session.spots.length === 0 && <p className="py-3 text-muted">{t('nobody')}</p>}
      {!isOpen && expected.length > 0 && (
        <p className="pt-3 text-muted">
          {t('opens', {
            // Before a session at night, it is another day.
            time: (session.startTime < '01:00' ? instantText : clockText)(
              new Date(session.startsAt.getTime() - opensMinutesBefore * 60_000),
              day.zone,
              language,
            ),
          })}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2 pt-2 empty:hidden">
        {day.manages && (
          <Link
            to={`/dashboard/bookings/new?session=${session.id}&returnTo=${encodeURIComponent(`/dashboard/today?date=${day.date}`)}`}
            className={buttonClasses({ variant: 'quiet', size: 'small', className: '-ms-3' })}
          >
            <Plus aria-hidden="true" /> {t('walkIn')}
          </Link>
        )}
        {isOpen && unmarked.length > 1 && (
          <Form
            method="post"
            onSubmit={(event) => marking.mark(event, unmarked, 'came')}
            className="ms-auto"
          >
            <input type="hidden" name="date" value={day.date} />
            <input type="hidden" name="sessionId" value={session.id} />
            <button
              name="intent"
              value="everybody"
              className={buttonClasses({ variant: 'secondary', size: 'small' })}
            >
              {t(unmarked.length === expected.length ? 'everybody' : 'theRest')}
            </button>
          </Form>
        )}
      </div>
      <ul className="divide-y divide-line">
        {session.spots.map((spot) => (
          <SpotRow key={spot.id} {...{ spot, day, isOpen, marking }} />
        ))}
      </ul>
    </section>
  )
}

const isExpected = ({ status }: SpotShown) => status === 'confirmed' || status === 'completed'
