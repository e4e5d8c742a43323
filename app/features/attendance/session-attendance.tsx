import Plus from 'lucide-react/icons/plus'
import { isFull } from '#core/classes/rules.ts'
import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { instantText } from '#app/features/workspace/day-text.ts'
import { useClassTexts } from '#app/features/workspace/class-texts.ts'
import { SessionMeter } from '#app/features/workspace/session-meter.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { SpotMeter } from '#app/ui/spot-meter.tsx'
import { isOpenForMarks, opensMinutesBefore } from '#core/attendance/rules.ts'
import { clockRange, clockText, localClockText } from '#core/shared/formats.ts'
import { KeptNotice } from './kept-notice.tsx'
import type { DayShown, Marking, SessionShown, SpotShown } from './marking.ts'
import { SpotRow } from './spot-row.tsx'
import { useMarking } from './use-marking.ts'
import { useNow } from './use-now.ts'

type SessionListProps = { session: SessionShown; day: DayShown; now: Date; marking: Marking }

/** One session of a day with everyone in it. */
export function SessionAttendance(props: SessionListProps) {
  const { session, day } = props
  const w = useTranslations('workspace')
  const language = useLocale()
  const texts = useClassTexts()
  // Without a network, the page knows the zone only from the list that it kept.
  const clock = (time: string) => localClockText(time, day.zone, language)
  const titleId = `session-${session.id}`
  // A slot of a facility has one place, for a party.
  const isTakenSlot = isFull(session) && session.isSlot
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
        <AttendanceMeter {...props} />
      </div>
      <SpotList {...props}>
        {day.manages && !isTakenSlot && <WalkInLink session={session} here={day.here} />}
      </SpotList>
    </section>
  )
}

export function WalkInLink({ session, here }: { session: SessionShown; here: string }) {
  const t = useTranslations('attendance')
  return (
    <Link
      to={`/dashboard/bookings/new?session=${session.id}&returnTo=${encodeURIComponent(here)}`}
      className={buttonClasses({ variant: 'quiet', size: 'small', className: '-ms-3' })}
    >
      <Plus aria-hidden="true" /> {t('walkIn')}
    </Link>
  )
}

/** Everyone in a session, on its own page. */
export function AttendanceOfSession({ day, session }: Pick<SessionListProps, 'day' | 'session'>) {
  const now = useNow(day.loadedAt)
  const { marking, waiting, sending, refused, sendAll } = useMarking(day)
  const list = { session, day, now, marking }
  return (
    <div id={`session-${session.id}`} className="grid scroll-mt-4 gap-1">
      <KeptNotice {...{ day, waiting, refused, sending }} retry={() => void sendAll()} />
      <SpotList {...list}>
        <AttendanceMeter {...list} />
      </SpotList>
    </div>
  )
}

/** How many came of those who are expected; before the list is open, how many have booked. */
function AttendanceMeter({ session, now, marking }: SessionListProps) {
  const t = useTranslations('attendance')
  const expected = session.spots.filter(isExpected)
  if (!isOpenForMarks(session, now) || expected.length === 0)
    return (
      <SessionMeter
        taken={session.currentStudents}
        capacity={session.maxStudents}
        requested={session.requested}
        isSlot={session.isSlot}
      />
    )
  const came = expected.filter((spot) => marking.markOf(spot).mark === 'came').length
  const isUnmarked = expected.every((spot) => marking.markOf(spot).mark === null)
  return (
    <SpotMeter
      taken={came}
      capacity={expected.length}
      label={
        isUnmarked
          ? t('unmarked', { expected: expected.length })
          : t('count', { came, expected: expected.length })
      }
    />
  )
}

/** The spots with their marks; `children` is beside the button for all of them. */
function SpotList({
  session,
  day,
  now,
  marking,
  children,
}: SessionListProps & { children?: ReactNode }) {
  const t = useTranslations('attendance')
  const language = useLocale()
  const isOpen = isOpenForMarks(session, now)
  const expected = session.spots.filter(isExpected)
  const unmarked = expected.filter((spot) => marking.markOf(spot).mark === null)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 pt-2 empty:hidden">
        {children}
        {isOpen && unmarked.length > 1 && (
          <Form
            method="post"
            action="/dashboard/today"
            onSubmit={(event) => marking.mark(event, unmarked, 'came')}
            className="ms-auto"
          >
            <input type="hidden" name="date" value={day.date} />
            <input type="hidden" name="returnTo" value={day.here} />
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
      {session.spots.length === 0 && <p className="py-3 text-muted">{t('nobody')}</p>}
      {!isOpen && expected.length > 0 && (
        <p className="pt-3 text-muted">
          {t('opens', {
            // Another day than today is named, and so is the day before a session at night.
            time: (day.isToday && session.startTime >= '01:00' ? clockText : instantText)(
              new Date(session.startsAt.getTime() - opensMinutesBefore * 60_000),
              day.zone,
              language,
            ),
          })}
        </p>
      )}
      <ul className="divide-y divide-line">
        {session.spots.map((spot) => (
          <SpotRow key={spot.id} {...{ spot, day, isOpen, marking }} />
        ))}
      </ul>
    </>
  )
}

const isExpected = ({ status }: SpotShown) => status === 'confirmed' || status === 'completed'
