import { useTranslations } from 'use-intl'
import { useClassTexts } from '#app/features/workspace/class-texts.ts'
import { useDayTime } from '#app/features/workspace/day-text.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { SpotMeter } from '#app/ui/spot-meter.tsx'
import type { listOwnSessions } from '#core/classes/queries/own-sessions.ts'

export type SessionRow = Awaited<ReturnType<typeof listOwnSessions>>['items'][number]

type SessionTableProps = {
  title: string
  classId: string
  rows: readonly SessionRow[]
  changeable: boolean
}

export function SessionTable({ title, classId, rows, changeable }: SessionTableProps) {
  const t = useTranslations('workspace')
  const texts = useClassTexts()
  const dayTime = useDayTime()
  const columns: Column<SessionRow>[] = [
    {
      key: 'when',
      header: t('sessions.columns.when'),
      lead: true,
      cell: (row) => (
        <span className="font-medium">
          {t('timeRange', { start: dayTime(row), end: row.endTime })}
        </span>
      ),
    },
    {
      key: 'place',
      header: t('sessions.columns.place'),
      cell: (row) => <bdi className="wrap-anywhere">{texts.place(row)}</bdi>,
    },
    {
      key: 'spots',
      header: t('sessions.columns.spots'),
      cell: (row) => (
        <SpotMeter
          taken={row.currentStudents}
          capacity={row.maxStudents}
          label={t('booked', { taken: row.currentStudents, capacity: row.maxStudents })}
        />
      ),
    },
    {
      key: 'actions',
      header: t('sessions.columns.actions'),
      cell: (row) => (
        <span className="flex flex-wrap gap-2 lg:justify-end">
          <LinkButton
            variant="quiet"
            size="small"
            to={`/dashboard/bookings?class=${classId}&from=${row.date}&to=${row.date}`}
            aria-label={t('sessions.bookingsNamed', { when: dayTime(row) })}
          >
            {t('sessions.bookings')}
          </LinkButton>
          {changeable && (
            <LinkButton
              variant="secondary"
              size="small"
              to={`/dashboard/sessions/${row.id}`}
              aria-label={t('sessions.changeNamed', { when: dayTime(row) })}
            >
              {t('sessions.change')}
            </LinkButton>
          )}
        </span>
      ),
    },
  ]
  return <DataTable caption={title} columns={columns} rows={rows} rowKey={(row) => row.id} />
}
