import FullCalendar, {
  type DateSelectInfo,
  type EventClickInfo,
  type EventDisplayInfo,
  type EventDropInfo,
} from '@fullcalendar/react'
import dayGridPlugin from '@fullcalendar/react/daygrid'
import interactionPlugin from '@fullcalendar/react/interaction'
import timeGridPlugin from '@fullcalendar/react/timegrid'
import '@fullcalendar/react/skeleton.css'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { useSpotsText } from '#app/features/workspace/session-meter.tsx'
import { dayText, type Start, useDayTime } from '#app/features/workspace/day-text.ts'
import { useTakerText } from '#app/features/workspace/party-text.ts'
import { useClock } from '#app/features/workspace/use-clock.ts'
import { dayHeading } from '#app/locale/clock.ts'
import type { CalendarSession } from '#core/schedule/queries/calendar-sessions.ts'
import type { BlockedShown } from '#core/schedule/rules.ts'
import { dateFormat } from '#core/shared/formats.ts'
import '#app/theme/styles/live-calendar.css'
import { AddHere, type FreeTime } from './add-here.tsx'
import {
  blockedEvents,
  freeTimeIn,
  hoursShown,
  isFreeGround,
  sessionEvents,
  spanIn,
  startIn,
  wallNow,
} from './calendar-events.ts'
import type { CalendarStageProps } from './calendar-stage.tsx'
import { calendarLook } from './calendar-look.ts'
import { noteDrag } from './drag-hint.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { useBlockedText, useBusyText, useSessionTimes } from './session-times.ts'

type LiveCalendarProps = CalendarStageProps & { height: number }

/** What is open over the calendar. `putBack`: takes a dragged session back to where it was. */
type Open =
  | { what: 'move'; session: CalendarSession; to: Start; putBack: () => void }
  | { what: 'add'; at: FreeTime; span: BlockedShown; putBack: () => void }

const plugins = [dayGridPlugin, timeGridPlugin, interactionPlugin]

/** Default export because it is loaded lazily. */
export default function LiveCalendar(props: LiveCalendarProps) {
  const { range, blocked, zone, sessions, classes, from, court, manages, formKey, height } = props
  const t = useTranslations('calendar')
  const language = useLocale()
  const startText = useDayTime()
  const clock = useClock()
  const blockedText = useBlockedText()
  const navigate = useNavigate()
  const stage = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<Open | null>(null)
  const [said, setSaid] = useState('')
  const isWeek = range.view === 'week'
  const [first = from] = range.days

  const events = useMemo(
    () => [
      ...sessionEvents(sessions, { classes, manages }),
      ...blockedEvents(blocked, {
        range,
        text: blockedText,
        opens: hoursShown(sessions).slotMinTime,
      }),
    ],
    // The texts change with the language, which loads the page again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [sessions, classes, manages, blocked, range],
  )
  const find = (id: string) => sessions.find((session) => session.id === id)

  function chosen({ event, jsEvent }: EventClickInfo) {
    const elsewhere = jsEvent.ctrlKey || jsEvent.metaKey || jsEvent.shiftKey
    if (!event.url || elsewhere) return
    jsEvent.preventDefault()
    void navigate(event.url)
  }

  function dropped({ event, revert }: EventDropInfo) {
    const session = find(event.id)
    const to = startIn(event.startStr)
    if (!session || !to) return revert()
    noteDrag()
    return setOpen({ what: 'move', session, to, putBack: revert })
  }

  function selected(info: DateSelectInfo) {
    const putBack = () => info.view.calendar.unselect()
    setOpen({ what: 'add', at: freeTimeIn(info), span: spanIn(info), putBack })
  }

  // A moved session is another element, to which the dialog cannot give the focus back.
  const lastOpen = useRef<string | null>(null)
  useEffect(() => {
    if (open === null && lastOpen.current !== null)
      stage.current?.querySelector<HTMLElement>(`a[href$="/${lastOpen.current}"]`)?.focus()
  }, [open])
  function mounted({ el, event }: { el: HTMLElement; event: { id: string } }) {
    if (event.id === lastOpen.current && document.activeElement === document.body) el.focus()
  }

  function close(session: CalendarSession, saying: string) {
    lastOpen.current = session.id
    setOpen(null)
    setSaid(saying)
  }

  return (
    <div ref={stage} className="live-calendar" style={{ blockSize: height }}>
      <FullCalendar
        key={`${range.view} ${first}`}
        {...calendarLook}
        plugins={plugins}
        initialView={isWeek ? 'timeGridWeek' : 'dayGridMonth'}
        initialDate={range.first}
        firstDay={new Date(first).getUTCDay()}
        // The times are those of the vendor's clock; in UTC, no other clock has a part in them.
        timeZone="UTC"
        now={() => wallNow(zone)}
        locale={language}
        height="100%"
        headerToolbar={false}
        fixedWeekCount={false}
        allDaySlot={false}
        nowIndicator
        expandRows
        // Not a snap within longer slots: the library measures from the middle of a slot, and would be off by a snap.
        slotDuration="00:15"
        slotHeaderInterval="01:00"
        {...hoursShown(sessions)}
        dayMaxEvents
        eventDisplay="block"
        // Two courts stand side by side, each with its count.
        slotEventOverlap={false}
        events={events}
        eventDurationEditable={false}
        // Milliseconds, as phones have it; the library waits a second. A shorter touch scrolls.
        longPressDelay={500}
        eventOrder="start,title"
        eventContent={(info) => <EventContent info={info} find={find} />}
        eventClick={chosen}
        eventDrop={dropped}
        eventDidMount={mounted}
        selectable={manages}
        selectAllow={({ startStr }) =>
          startStr.slice(0, isWeek ? 16 : 10) >= wallNow(zone).slice(0, isWeek ? 16 : 10)
        }
        select={selected}
        slotHeaderContent={({ date }) => clock(date.toISOString().slice(11, 16))}
        dayHeaderContent={({ date, view }) =>
          view.type === 'timeGridWeek' ? (
            <DayName date={date} language={language} />
          ) : (
            dateFormat(language, { timeZone: 'UTC', weekday: 'short' }).format(date)
          )
        }
        moreLinkText={(count) => t('more', { count })}
        closeHint={t('move.close')}
        timedText={t('hours')}
      />
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {open?.what === 'move' && (
        <MoveDialog
          session={open.session}
          current={find(open.session.id)}
          to={open.to}
          back={{ view: range.view, from }}
          onMoved={(to) =>
            close(
              open.session,
              t('move.moved', { title: open.session.classTitle, when: startText(to) }),
            )
          }
          onClose={() => {
            open.putBack()
            close(
              open.session,
              t('move.stays', {
                title: open.session.classTitle,
                when: startText(open.session),
              }),
            )
          }}
        />
      )}
      {open?.what === 'add' && (
        <AddHere
          at={open.at}
          span={open.span}
          isBlocked={blocked.some((one) => isSpan(one, open.span))}
          slots={sessions.filter((one) => isFreeGround(one) && !one.past && isIn(open, one))}
          classes={classes}
          back={{ view: range.view, from, court }}
          formKey={formKey}
          onClose={() => {
            open.putBack()
            setOpen(null)
          }}
        />
      )}
    </div>
  )
}

const isSpan = (one: BlockedShown, other: BlockedShown) =>
  one.startsOn === other.startsOn &&
  one.endsOn === other.endsOn &&
  one.startTime === other.startTime &&
  one.endTime === other.endTime

/** Whether a slot is in the chosen time. */
const isIn = (
  { at, span }: { at: FreeTime; span: BlockedShown },
  { date, startTime, endTime }: CalendarSession,
) =>
  date === at.date &&
  (span.startTime
    ? startTime < (span.endTime ?? '24:00') && (endTime === '00:00' || endTime > span.startTime)
    : at.startTime === null)

function DayName({ date, language }: { date: Date; language: string }) {
  const weekday = dateFormat(language, { timeZone: 'UTC', weekday: 'short' }).format(date)
  return (
    <>
      <span className="sr-only">{dayHeading(date, 'UTC', language)}</span>
      <span aria-hidden="true">{weekday}</span>
      <span aria-hidden="true" className="live-date tabular">
        {date.getUTCDate()}
      </span>
    </>
  )
}

type EventContentProps = {
  info: EventDisplayInfo
  find: (id: string) => CalendarSession | undefined
}

/** A session in its box; what does not fit is cut off, and its page shows it. */
function EventContent({ info, find }: EventContentProps) {
  const t = useTranslations('calendar')
  const language = useLocale()
  const w = useTranslations('workspace')
  const times = useSessionTimes()
  const clock = useClock()
  const spotsText = useSpotsText()
  const busyText = useBusyText()
  const takerText = useTakerText()
  const session = find(info.event.id)
  if (!session) return <span className="live-blocked">{info.event.title}</span>
  if (isFreeGround(session)) return <bdi className="live-ground">{info.event.title}</bdi>
  const { currentStudents: taken, maxStudents: capacity, waiting } = session
  const busy = busyText(session)
  const isCancelled = session.status === 'cancelled'
  // While it is dragged, the time where it would land.
  const start = startIn(info.event.startStr) ?? session
  const isWeek = info.view.type === 'timeGridWeek'
  // Two lines, and the line that fills, need an hour.
  const isShort = isWeek && session.minutes < 60
  const { taker } = session
  return (
    <span
      className="live-session"
      data-short={isShort || undefined}
      data-tall={(isWeek && session.minutes >= 75) || undefined}
      data-waiting={waiting > 0 || undefined}
      data-collides={busy !== null || undefined}
      title={busy ?? undefined}
    >
      <bdi className="live-title">{taker ? takerText(taker) : session.classTitle}</bdi>
      <span className="live-time" aria-hidden="true">
        {clock(start.startTime)}
      </span>
      <span className="sr-only">
        {w('dayTime', { day: dayText(session.date, language), time: times(session) })}
      </span>
      {isCancelled && <span className="live-fill">{t('cancelled')}</span>}
      {taker && <bdi className="live-court">{session.classTitle}</bdi>}
      {!isCancelled && !taker && (
        <span className="live-fill">
          <span aria-hidden="true">
            {taken - waiting}/{capacity}
          </span>
          <span className="sr-only">{spotsText({ taken, capacity, requested: waiting })}</span>
        </span>
      )}
      {busy !== null && <span className="sr-only">{busy}</span>}
      {waiting > 0 && (
        <span className="live-waiting" title={t('waiting', { count: waiting })}>
          <span aria-hidden="true">{waiting}</span>
          <span className="sr-only">{t('waiting', { count: waiting })}</span>
        </span>
      )}
      {!isCancelled && !isShort && !taker && (
        <i className="live-meter" style={{ inlineSize: `${(100 * taken) / capacity}%` }} />
      )}
    </span>
  )
}
