import CalendarDays from 'lucide-react/icons/calendar-days'
import Hand from 'lucide-react/icons/hand'
import Layers from 'lucide-react/icons/layers'
import LinkIcon from 'lucide-react/icons/link'
import Lock from 'lucide-react/icons/lock'
import Pause from 'lucide-react/icons/pause'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { ClassButtons } from '#app/features/own-classes/class-buttons.tsx'
import { ClassThumb } from '#app/features/pictures/class-thumb.tsx'
import { iconButtonClasses } from '#app/ui/button-classes.ts'
import { Menu, MenuLink } from '#app/ui/menu.tsx'
import { SessionMeter } from './session-meter.tsx'
import type { listOwnClasses } from '#core/classes/queries/own-classes.ts'
import type { PictureShown } from '#core/pictures/rules.ts'
import { editPath } from './class-header.tsx'
import { useClassTexts } from './class-texts.ts'
import { useDayTime } from './day-text.ts'

export type ClassRow = Awaited<ReturnType<typeof listOwnClasses>>[number]
export type ClassShown = ClassRow & { picture: PictureShown | null }

/** The classes of the vendor: each leads to its sessions. */
export function ClassList({
  rows,
  formKey,
  manages,
}: {
  rows: readonly ClassShown[]
  formKey: string
  manages: boolean
}) {
  return (
    <ul className="@container divide-y divide-line border-y border-line">
      {rows.map((row) => (
        <li
          key={row.id}
          className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-3 @max-3xs:block md:grid-cols-[auto_minmax(0,1fr)_15rem_auto] md:gap-x-4"
        >
          <ClassThumb
            of={row}
            sizes="3.5rem"
            className="size-14 shrink-0 self-start rounded-control md:self-center @max-3xs:hidden"
          />
          <Facts row={row} />
          <Next row={row} />
          <Actions row={row} formKey={formKey} manages={manages} />
        </li>
      ))}
    </ul>
  )
}

function Facts({ row }: { row: ClassShown }) {
  const t = useTranslations('workspace')
  const texts = useClassTexts()
  const f = useTranslations('facilityForm')
  const times =
    row.kind === 'facility'
      ? [f('row', { slots: row.recurrence.length, minutes: row.durationMinutes })]
      : texts.shortTimes(row.recurrence)
  return (
    <div className="col-start-2 min-w-0">
      <Link
        to={`/dashboard/classes/${row.id}/sessions`}
        className="font-semibold wrap-anywhere underline-offset-4 hover:underline"
      >
        <bdi>{row.title}</bdi>
      </Link>
      <p className="text-muted">
        {(times.length > 0 ? times : [t(row.isWeekly ? 'timesEnded' : 'noTimes')]).map((time) => (
          <span key={time}>{`${time}\u00a0· `}</span>
        ))}
        <span className="whitespace-nowrap">{texts.price(row.priceMinor, row.currency)}</span>
      </p>
      <Exceptions row={row} />
    </div>
  )
}

/** What is not as usual: everyone can book, and gets the spot at once. */
function Exceptions({ row }: { row: ClassShown }) {
  const t = useTranslations('vendorClasses')
  const o = useTranslations('ownClasses')
  const { visibility, confirmationMode, paused, state } = row
  const closed =
    visibility === 'closed'
      ? t('list.closed')
      : !paused && state !== 'ended' && row.registrationClosed && t('list.registrationClosed')
  const isUsual = !closed && !paused && state !== 'ended' && visibility !== 'link'
  if (isUsual && confirmationMode !== 'manual') return null
  return (
    <p className="flex flex-wrap gap-x-4 text-sm text-muted">
      {state === 'ended' && <Exception icon={<Lock aria-hidden="true" />}>{o('ended')}</Exception>}
      {paused && <Exception icon={<Pause aria-hidden="true" />}>{o('paused')}</Exception>}
      {closed && <Exception icon={<Lock aria-hidden="true" />}>{closed}</Exception>}
      {visibility === 'link' && (
        <Exception icon={<LinkIcon aria-hidden="true" />}>{t('list.byLink')}</Exception>
      )}
      {confirmationMode === 'manual' && (
        <Exception icon={<Hand aria-hidden="true" />}>{t('list.manual')}</Exception>
      )}
    </p>
  )
}

function Exception({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 [&_svg]:size-4 [&_svg]:shrink-0">
      {icon}
      {children}
    </span>
  )
}

function Next({ row: { upcoming } }: { row: ClassShown }) {
  const t = useTranslations('vendorClasses')
  const dayTime = useDayTime()
  const { date, startTime, taken, capacity, requested } = upcoming
  return (
    <div className="max-md:col-start-2 max-md:col-end-4 max-md:row-start-2 max-md:pt-1">
      {date === null || startTime === null || taken === null || capacity === null ? (
        <p className="text-sm text-muted">{t('list.upcoming', { count: 0 })}</p>
      ) : (
        <>
          <p className="text-sm whitespace-nowrap">{dayTime({ date, startTime })}</p>
          <SessionMeter {...{ taken, capacity }} requested={requested ?? 0} />
        </>
      )}
    </div>
  )
}

function Actions({
  row,
  formKey,
  manages,
}: {
  row: ClassShown
  formKey: string
  manages: boolean
}) {
  const t = useTranslations('vendorClasses')
  const bookingTexts = useTranslations('vendorBookings')
  const bundleTexts = useTranslations('vendorBundles')
  const at = `/dashboard/classes/${row.id}`
  if (!manages) return <span />
  return (
    <span className="flex items-center justify-end">
      <Link
        to={editPath(row)}
        aria-label={t('list.editNamed', { title: row.title })}
        title={t('list.edit')}
        className={iconButtonClasses}
      >
        <Pencil aria-hidden="true" />
      </Link>
      <Menu iconOnly label={bookingTexts('list.more', { name: row.title })}>
        <MenuLink to={`${at}/sessions`}>
          <CalendarDays aria-hidden="true" /> {t('list.sessions')}
        </MenuLink>
        {row.kind === 'class' && (
          <MenuLink to={`${at}/bundles`}>
            <Layers aria-hidden="true" /> {bundleTexts('link')}
          </MenuLink>
        )}
        <ClassButtons of={row} formKey={formKey} />
        <MenuLink to={`${at}/delete`} tone="bad">
          <Trash aria-hidden="true" /> {t('list.delete')}
        </MenuLink>
      </Menu>
    </span>
  )
}
