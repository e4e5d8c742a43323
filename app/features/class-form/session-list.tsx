import { useId } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { useClock } from '#app/features/workspace/use-clock.ts'
import { useClassTexts } from '#app/features/workspace/class-texts.ts'
import { useDayTime } from '#app/features/workspace/day-text.ts'
import { monthYearText } from '#app/locale/clock.ts'
import { SessionMeter } from '#app/features/workspace/session-meter.tsx'
import { clockRange } from '#core/shared/formats.ts'
import type { listOwnSessions } from '#core/schedule/queries/own-sessions.ts'

type SessionRow = Awaited<ReturnType<typeof listOwnSessions>>['items'][number]

type SessionListProps = {
  classId: string
  /** where the class usually is */
  usual: { location: string | null; onlineUrl: string | null }
  rows: readonly SessionRow[]
}

/** The sessions of a class by month: each leads to its own page. A place is named only where it is not the usual one. */
export function SessionList({ classId, usual, rows }: SessionListProps) {
  const language = useLocale()
  const id = useId()
  const months = [...Map.groupBy(rows, ({ date }) => date.slice(0, 7))]
  return (
    <div className="grid gap-8">
      {months.map(([month, sessions]) => (
        <section key={month} aria-labelledby={`${id}-${month}`}>
          <h3 id={`${id}-${month}`} className="pb-2 text-lg">
            {monthYearText(new Date(`${month}-15T12:00:00Z`), language)}
          </h3>
          <ul className="divide-y divide-line border-y border-line">
            {sessions.map((row) => (
              <Row
                key={row.id}
                row={row}
                classId={classId}
                hasUsualPlace={row.location === usual.location && row.onlineUrl === usual.onlineUrl}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

type RowProps = {
  row: SessionRow
  classId: string
  hasUsualPlace: boolean
}

function Row({ row, classId, hasUsualPlace }: RowProps) {
  const t = useTranslations('workspace')
  const classTexts = useTranslations('vendorClasses')
  const texts = useClassTexts()
  const dayTime = useDayTime()
  const clock = useClock()
  const when = dayTime(row)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-1.5 md:grid-cols-[minmax(0,1fr)_13rem_auto]">
      <div className="min-w-0 max-md:col-span-2">
        <Link
          to={`/dashboard/sessions/${row.id}`}
          className="flex min-h-11 items-center font-medium underline decoration-control underline-offset-4 hover:decoration-current"
        >
          {t('timeRange', clockRange(when, clock(row.endTime)))}
        </Link>
        {!hasUsualPlace && (
          <p className="pb-2 text-sm wrap-anywhere text-muted">
            <bdi>{texts.place(row)}</bdi>
          </p>
        )}
      </div>
      <SessionMeter
        taken={row.currentStudents}
        capacity={row.maxStudents}
        requested={row.requested}
        isSlot={row.isSlot}
      />
      <Link
        to={`/dashboard/bookings?class=${classId}&from=${row.date}&to=${row.date}`}
        aria-label={classTexts('sessions.bookingsNamed', { when })}
        className="inline-flex min-h-11 items-center text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
      >
        {classTexts('sessions.bookings')}
      </Link>
    </li>
  )
}
