import CalendarDays from 'lucide-react/icons/calendar-days'
import Layers from 'lucide-react/icons/layers'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Menu, MenuLink } from '#app/ui/menu.tsx'
import type { listOwnClasses } from '#core/classes/queries/own-classes.ts'
import { useClassTexts } from './class-texts.ts'
import { useDayTime } from './day-text.ts'

export type ClassRow = Awaited<ReturnType<typeof listOwnClasses>>[number]

/** The classes of the vendor with what one can do with each. */
export function ClassTable({ rows, manages }: { rows: readonly ClassRow[]; manages: boolean }) {
  const t = useTranslations('workspace.classes')
  const w = useTranslations('workspace')
  const texts = useClassTexts()
  const columns: Column<ClassRow>[] = [
    {
      key: 'class',
      header: t('columns.class'),
      lead: true,
      cell: (row) => (
        <Link
          to={`/dashboard/classes/${row.id}/sessions`}
          className="block font-medium wrap-anywhere underline-offset-4 hover:underline lg:min-w-36"
        >
          <bdi>{row.title}</bdi>
        </Link>
      ),
    },
    { key: 'times', header: t('columns.times'), cell: (row) => <Times row={row} /> },
    {
      key: 'price',
      header: t('columns.price'),
      cell: (row) => (
        <span>
          {texts.price(row.priceMinor, row.currency)}
          <span className="block text-sm text-muted">{w('spots', { count: row.maxStudents })}</span>
        </span>
      ),
    },
    { key: 'next', header: t('columns.next'), cell: (row) => <Next row={row} /> },
    { key: 'state', header: t('columns.state'), cell: (row) => <State row={row} /> },
    {
      key: 'actions',
      header: t('columns.actions'),
      cell: (row) => <Actions row={row} manages={manages} />,
    },
  ]
  return (
    <div className="overflow-x-auto">
      <DataTable caption={t('title')} columns={columns} rows={rows} rowKey={(row) => row.id} />
    </div>
  )
}

function Times({ row }: { row: ClassRow }) {
  const t = useTranslations('workspace')
  const texts = useClassTexts()
  if (row.recurrence.length === 0) return <span className="text-muted">{t('noTimes')}</span>
  return (
    <ul>
      {row.recurrence.map((weekly) => (
        <li key={`${weekly.weekday} ${weekly.startTime} ${weekly.until}`}>
          {texts.weekly(weekly)}
        </li>
      ))}
    </ul>
  )
}

function Next({ row: { coming } }: { row: ClassRow }) {
  const t = useTranslations('workspace.classes')
  const dayTime = useDayTime()
  const { date, startTime } = coming
  return (
    <span>
      {date !== null && startTime !== null && (
        <span className="block">{dayTime({ date, startTime })}</span>
      )}
      <span className="block text-sm text-muted">{t('upcoming', { count: coming.sessions })}</span>
    </span>
  )
}

const tones = { public: 'good', link: 'neutral', closed: 'warn' } as const

function State({ row }: { row: ClassRow }) {
  const t = useTranslations('workspace')
  return (
    <span className="flex flex-wrap gap-1.5">
      {row.registrationClosed ? (
        <Badge tone="warn">{t('classes.registrationClosed')}</Badge>
      ) : (
        <Badge tone={tones[row.visibility]}>{t(`form.visibilities.${row.visibility}`)}</Badge>
      )}
      {row.confirmationMode === 'manual' && <Badge>{t('classes.manual')}</Badge>}
    </span>
  )
}

function Actions({ row, manages }: { row: ClassRow; manages: boolean }) {
  const t = useTranslations('workspace')
  const at = `/dashboard/classes/${row.id}`
  if (!manages)
    return (
      <LinkButton
        to={`${at}/sessions`}
        variant="secondary"
        size="small"
        aria-label={t('classes.sessionsNamed', { title: row.title })}
      >
        {t('classes.sessions')}
      </LinkButton>
    )
  return (
    <span className="flex items-center justify-end gap-1">
      <LinkButton
        to={at}
        variant="secondary"
        size="small"
        aria-label={t('classes.editNamed', { title: row.title })}
      >
        {t('classes.edit')}
      </LinkButton>
      <Menu iconOnly label={t('bookings.more', { name: row.title })}>
        <MenuLink to={`${at}/sessions`}>
          <CalendarDays aria-hidden="true" /> {t('classes.sessions')}
        </MenuLink>
        <MenuLink to={`${at}/bundles`}>
          <Layers aria-hidden="true" /> {t('bundles.link')}
        </MenuLink>
        <MenuLink to={at}>
          <Pencil aria-hidden="true" /> {t('classes.edit')}
        </MenuLink>
        <MenuLink to={`${at}/delete`} tone="bad">
          <Trash aria-hidden="true" /> {t('classes.delete')}
        </MenuLink>
      </Menu>
    </span>
  )
}
