import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Price } from '../booking/price.tsx'
import { useMomentText } from '../booking/session-time.tsx'
import { cx } from '../ui/cx.ts'

export type PickableClass = {
  id: string
  title: string
  priceMinor: number
  currency: string
  durationMinutes: number
  maxStudents: number
  location: string | null
  online: boolean
  upcomingSessions: number
  nextStartsAt: Date | null
  timeZone: string
  to: string
}

type ClassPicksProps = {
  classes: readonly PickableClass[]
  selectedId: string | null
  clearTo: string
}

/** A vendor's classes; picking one shows its sessions only, picking it again shows all. */
export function ClassPicks({ classes, selectedId, clearTo }: ClassPicksProps) {
  return (
    <ul className="grid gap-3">
      {classes.map((one) => (
        <li key={one.id}>
          <Pick one={one} selected={one.id === selectedId} clearTo={clearTo} />
        </li>
      ))}
    </ul>
  )
}

function Pick({
  one,
  selected,
  clearTo,
}: {
  one: PickableClass
  selected: boolean
  clearTo: string
}) {
  const t = useTranslations('pages')
  const s = useTranslations('shared')
  const momentOf = useMomentText()
  const place = one.online ? s('online') : one.location
  return (
    <Link
      to={selected ? clearTo : one.to}
      preventScrollReset
      aria-current={selected || undefined}
      className={cx(
        'grid gap-2 rounded-card border bg-raised p-4 transition-colors hover:border-ink',
        selected
          ? 'border-accent bg-accent-soft shadow-[inset_0_0_0_1px_var(--accent)]'
          : 'border-line',
      )}
    >
      <span className="flex items-start justify-between gap-4">
        <span className="min-w-0 text-lg font-medium">{one.title}</span>
        <span className="shrink-0 text-lg font-semibold">
          <Price minor={one.priceMinor} currency={one.currency} />
        </span>
      </span>
      <span className="text-muted">
        {[
          t('class.minutes', { n: one.durationMinutes }),
          t('class.most', { n: one.maxStudents }),
          place,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span className="text-muted" suppressHydrationWarning>
        {t('trainer.upcoming', { n: one.upcomingSessions })}
        {one.nextStartsAt &&
          ` · ${t('classes.next', { when: momentOf(one.nextStartsAt, one.timeZone) })}`}
      </span>
    </Link>
  )
}
