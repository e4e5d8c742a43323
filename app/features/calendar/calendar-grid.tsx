import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { dayHeading } from '#app/locale/clock.ts'
import { cx } from '#app/ui/cx.ts'
import { useTakerText } from '#app/features/workspace/party-text.ts'
import { useClock } from '#app/features/workspace/use-clock.ts'
import { SessionMeter } from '#app/features/workspace/session-meter.tsx'
import type { CalendarSession } from '#core/schedule/queries/calendar-sessions.ts'
import { dateFormat } from '#core/shared/formats.ts'
import type { Unfree } from './busy-spans.ts'
import { isFreeGround } from './calendar-events.ts'
import type { CalendarRange } from './calendar-range.ts'
import { type CalendarClass, colourOf } from './class-colours.ts'
import { useBlockedText, useBusyText, useSessionTimes } from './session-times.ts'

export type CalendarGridProps = {
  range: CalendarRange
  blocked: readonly Unfree[]
  today: string
  /** the vendor's */
  zone: string
  sessions: readonly CalendarSession[]
  classes: readonly CalendarClass[]
  /** the only day that a phone shows */
  only?: string | undefined
}

/**
 * One list of days: below each other on a phone, where empty days are left out and the past days of this week are folded,
 * else a grid of weeks.
 */
export function CalendarGrid(props: CalendarGridProps) {
  const { range, blocked, today, sessions, classes, only } = props
  const t = useTranslations('calendar')
  const language = useLocale()
  const isThisWeek = range.view === 'week' && range.first <= today && today <= range.last
  const isFolded = (date: string) => isThisWeek && date < today
  const past = sessions.filter((one) => isFolded(one.date) && !isFreeGround(one)).length
  return (
    <>
      {past > 0 && (
        <details className="past-days border-t border-line md:hidden">
          <summary className="flex min-h-11 items-center text-muted underline underline-offset-4">
            {t('past', { count: past })}
          </summary>
        </details>
      )}
      <ol className="agenda" data-view={range.view}>
        {range.days.map((date) => {
          const onDay = sessions.filter((session) => session.date === date)
          const ofDay = onDay.filter((session) => !isFreeGround(session))
          const free = onDay.filter((session) => isFreeGround(session) && !session.past)
          const off = blocked.filter(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn)
          const inRange = date >= range.first && date <= range.last
          return (
            <li
              key={date}
              id={`day-${date}`}
              className={cx(
                'scroll-mt-4',
                (!inRange || (only !== undefined && date !== only)) && 'max-md:hidden',
                !inRange && 'md:bg-sunken',
              )}
              data-past={isFolded(date) || undefined}
              data-empty={
                (ofDay.length + off.length + free.length === 0 && date !== only) || undefined
              }
              aria-current={date === today ? 'date' : undefined}
            >
              <h3 className="agenda-day text-base" suppressHydrationWarning>
                <span className="md:hidden">
                  {date === today && `${t('today')}, `}
                  {dayHeading(noonOf(date), 'UTC', language)}
                </span>
                <span className="max-md:hidden" aria-hidden="true">
                  {cellText(date, range.view, language)}
                </span>
                <span className="sr-only max-md:hidden">
                  {dayHeading(noonOf(date), 'UTC', language)}
                </span>
              </h3>
              {off.map((one) => (
                <BlockedNote key={one.id} one={one} date={date} />
              ))}
              {ofDay.length === 0 && free.length === 0 && (
                <p
                  className={cx(
                    'text-muted',
                    date !== only && date !== today && 'sr-only',
                    'md:sr-only',
                  )}
                >
                  {t('nothing')}
                </p>
              )}
              {ofDay.length > 0 && (
                <ul className="grid min-w-0 content-start">
                  {ofDay.map((session) => (
                    <SessionItem
                      key={session.id}
                      session={session}
                      colour={colourOf(session.classId, classes)}
                    />
                  ))}
                </ul>
              )}
              <FreeTimes slots={free} />
            </li>
          )
        })}
      </ol>
    </>
  )
}

/** What is blocked on one day, with the times that concern it. */
function BlockedNote({ one, date }: { one: Unfree; date: string }) {
  const blockedText = useBlockedText()
  return (
    <p className="my-1 grid rounded-control border border-dashed border-control px-2 py-1 text-sm text-muted">
      <span>{blockedText(one, date)}</span>
      {one.note !== '' && <bdi className="wrap-anywhere">{one.note}</bdi>}
    </p>
  )
}

/** What can still be booked of each court on one day: a line that opens, with a link for each slot. */
function FreeTimes({ slots }: { slots: readonly CalendarSession[] }) {
  const t = useTranslations('calendar')
  const clock = useClock()
  return [...Map.groupBy(slots, ({ classId }) => classId)].map(([classId, own]) => (
    <details key={classId} className="text-sm text-muted">
      <summary className="min-h-11 cursor-pointer py-3 wrap-anywhere">
        {t.rich('freeTimes', { title: () => <bdi>{own[0]?.classTitle}</bdi>, n: own.length })}
      </summary>
      <ul className="flex flex-wrap gap-x-4 pb-2">
        {own.map(({ id, startTime }) => (
          <li key={id}>
            <Link
              to={`/dashboard/sessions/${id}`}
              className="inline-flex min-h-11 min-w-11 items-center whitespace-nowrap underline underline-offset-4"
            >
              {clock(startTime)}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  ))
}

type SessionItemProps = { session: CalendarSession; colour: number }

function SessionItem({ session, colour }: SessionItemProps) {
  const t = useTranslations('calendar')
  const times = useSessionTimes()
  const busy = useBusyText()(session)
  const takerText = useTakerText()
  const { taker } = session
  const { currentStudents: taken, maxStudents: capacity, waiting } = session
  const isCancelled = session.status === 'cancelled'
  return (
    <li className="min-w-0">
      <Link
        to={`/dashboard/sessions/${session.id}`}
        className={cx(
          'agenda-session hover:bg-sunken',
          (isCancelled || session.past) && 'text-muted',
        )}
      >
        <span className={cx('tabular text-sm', isCancelled && 'line-through')}>
          <i className="class-dot" data-colour={colour} />
          {times(session)}
        </span>
        <bdi className={cx('agenda-title font-medium', isCancelled && 'line-through')}>
          {taker ? takerText(taker) : session.classTitle}
        </bdi>
        {isCancelled && <span className="text-sm">{t('cancelled')}</span>}
        {taker ? (
          <bdi className="text-sm text-muted wrap-anywhere">{session.classTitle}</bdi>
        ) : (
          !isCancelled && <SessionMeter {...{ taken, capacity }} requested={waiting} />
        )}
        {busy !== null && <span className="text-sm text-warn">{busy}</span>}
        {waiting > 0 && (
          <span className="text-sm text-warn">{t('waiting', { count: waiting })}</span>
        )}
      </Link>
    </li>
  )
}

/** 'Mon 23' in a week, '23' in a month */
function cellText(date: string, view: CalendarRange['view'], language: string): string {
  const weekday = view === 'week' ? ({ weekday: 'short' } as const) : {}
  return dateFormat(language, { timeZone: 'UTC', ...weekday, day: 'numeric' }).format(noonOf(date))
}

export function noonOf(date: string): Date {
  return new Date(`${date}T12:00:00Z`)
}

/** 'Nov 23 – 29, 2026', or 'November 2026'; short: 'Nov 23 – 29', or 'Nov 2026' */
export function rangeText(
  { view, first, last }: Pick<CalendarRange, 'view' | 'first' | 'last'>,
  language: string,
  length: 'short' | 'long' = 'long',
): string {
  if (view === 'month')
    return dateFormat(language, { timeZone: 'UTC', month: length, year: 'numeric' }).format(
      noonOf(first),
    )
  const range = dateFormat(language, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...(length === 'long' && { year: 'numeric' as const }),
  }).formatRange(noonOf(first), noonOf(last))
  // Server and browser put spaces of different widths around the dash.
  return range.replaceAll(/\s/g, ' ')
}
