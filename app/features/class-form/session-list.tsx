import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useClock } from '#app/features/workspace/use-clock.ts'
import { useClassTexts } from '#app/features/workspace/class-texts.ts'
import { useDayTime } from '#app/features/workspace/day-text.ts'
import { monthYearText } from '#app/locale/clock.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { SpotMeter } from '#app/ui/spot-meter.tsx'
import { clockRange } from '#core/shared/formats.ts'
import type { listOwnSessions } from '#core/classes/queries/own-sessions.ts'

type SessionRow = Awaited<ReturnType<typeof listOwnSessions>>['items'][number]

type SessionListProps = {
  classId: string
  /** where the class usually is */
  usual: { location: string | null; onlineUrl: string | null }
  rows: readonly SessionRow[]
  changeable: boolean
}

/** The sessions of a class by month. A place is named only where it is not the usual one. */
export function SessionList({ classId, usual, rows, changeable }: SessionListProps) {
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
                changeable={changeable}
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
  changeable: boolean
}

function Row({ row, classId, hasUsualPlace, changeable }: RowProps) {
  const t = useTranslations('workspace')
  const texts = useClassTexts()
  const dayTime = useDayTime()
  const clock = useClock()
  const when = dayTime(row)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-3 md:grid-cols-[minmax(0,1fr)_13rem_auto]">
      <div className="min-w-0 max-md:col-span-2">
        <p className="font-medium">{t('timeRange', clockRange(when, clock(row.endTime)))}</p>
        {!hasUsualPlace && (
          <p className="text-sm wrap-anywhere text-muted">
            <bdi>{texts.place(row)}</bdi>
          </p>
        )}
      </div>
      <SpotMeter
        taken={row.currentStudents}
        capacity={row.maxStudents}
        label={t('booked', { taken: row.currentStudents, capacity: row.maxStudents })}
      />
      <p className="flex flex-wrap justify-end gap-2">
        <LinkButton
          variant="secondary"
          size="small"
          to={`/dashboard/bookings?class=${classId}&from=${row.date}&to=${row.date}`}
          aria-label={t('sessions.bookingsNamed', { when })}
        >
          {t('sessions.bookings')}
        </LinkButton>
        {changeable && (
          <LinkButton
            variant="secondary"
            size="small"
            to={`/dashboard/sessions/${row.id}`}
            aria-label={t('sessions.changeNamed', { when })}
          >
            {t('sessions.change')}
          </LinkButton>
        )}
      </p>
    </li>
  )
}
