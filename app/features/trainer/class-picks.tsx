import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { CardHead } from '#app/features/classes/card-head.tsx'
import { RecurrenceText } from '#app/features/classes/recurrence.tsx'
import { OwnTime } from '#app/features/sessions/session-time.tsx'
import { momentText, shortZoneText } from '#app/locale/clock.ts'
import { ClassThumb } from '#app/features/pictures/class-thumb.tsx'
import { cx } from '#app/ui/cx.ts'
import { BundleOffers } from './bundle-offers.tsx'
import type { PickableClass } from './trainer-page.server.ts'

type ClassPicksProps = {
  classes: readonly PickableClass[]
  /** by a search: nothing of it is folded */
  isFound: boolean
  selectedId: string | null
  clearTo: string
}

/**
 * A vendor's classes; picking one shows its sessions only, picking it again shows all. Those that offer no more than the
 * sessions above are folded.
 */
export function ClassPicks({ classes, isFound, selectedId, clearTo }: ClassPicksProps) {
  const t = useTranslations('trainer')
  const picks = (some: readonly PickableClass[]) => (
    <ul className="gap-3 md:columns-2">
      {some.map((one) => (
        <li key={one.id} className="break-inside-avoid pb-3">
          <Pick one={one} selected={one.id === selectedId} clearTo={clearTo} />
        </li>
      ))}
    </ul>
  )
  const apart = classes.filter((one) => isFound || offersMore(one))
  const rest = classes.filter((one) => !apart.includes(one))
  return (
    <>
      {apart.length > 0 && picks(apart)}
      {rest.length > 0 && (
        <details open={rest.some(({ id }) => id === selectedId) || undefined}>
          <summary className="inline-flex min-h-11 items-center px-1 underline underline-offset-4">
            {t(apart.length > 0 ? 'moreClasses' : 'allClasses', { n: rest.length })}
          </summary>
          <div className="mt-2">{picks(rest)}</div>
        </details>
      )}
    </>
  )
}

/** A bundle, or that there is nothing to book yet. */
function offersMore({ bundles, upcomingSessions, registrationClosed }: PickableClass): boolean {
  return upcomingSessions === 0 || (bundles.length > 0 && !registrationClosed)
}

type PickProps = { one: PickableClass; selected: boolean; clearTo: string }

function Pick({ one, selected, clearTo }: PickProps) {
  const t = useTranslations('trainer')
  const c = useTranslations('pages.class')
  const s = useTranslations('shared')
  const language = useLocale()
  const next = one.nextStartsAt
  const place = one.online ? s('online') : one.location
  return (
    <article
      className={cx(
        'relative grid gap-3 rounded-card border bg-raised p-4 transition-colors',
        'has-[h3_a:hover]:border-ink has-[h3_a:focus-visible]:outline-2 has-[h3_a:focus-visible]:outline-offset-2 has-[h3_a:focus-visible]:outline-accent',
        selected
          ? 'border-accent bg-accent-soft shadow-[inset_0_0_0_1px_var(--accent)]'
          : 'border-line',
      )}
    >
      <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4">
        <ClassThumb of={one} sizes="4.5rem" className="row-span-2 size-18 rounded-control" />
        <CardHead of={one}>
          <h3 className="text-lg font-medium wrap-anywhere">
            {/* The whole card is pressed; the focus shows around it. */}
            <Link
              to={`${selected ? clearTo : one.to}#sessions`}
              preventScrollReset
              aria-current={selected || undefined}
              className="outline-none after:absolute after:inset-0 after:rounded-card"
            >
              <bdi>{one.title}</bdi>
            </Link>
          </h3>
        </CardHead>
        <div className="text-sm text-muted">
          <p className="wrap-anywhere">
            {[c('minutes', { n: one.durationMinutes }), c('most', { n: one.maxStudents }), place]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {one.recurrence.length > 0 && (
            <div className="text-ink">
              <RecurrenceText pairs={one.recurrence} zone={one.timeZone} />
            </div>
          )}
          {one.registrationClosed ? (
            <p>{t('closed')}</p>
          ) : (
            <p suppressHydrationWarning>
              {next && t('next', { when: momentText(next, one.timeZone, language) })}
              {next && <OwnTime at={next} zone={one.timeZone} named={shortZoneText} />}
              <span className="block">{t('upcoming', { n: one.upcomingSessions })}</span>
            </p>
          )}
          {/* What pressing the card does, for eyes: its link is the title. */}
          <p aria-hidden="true" className="mt-1 text-ink underline underline-offset-4">
            {t(selected ? 'allDates' : 'seeTimes')}
          </p>
        </div>
      </div>
      {!one.registrationClosed && (
        <div className="relative empty:hidden">
          <BundleOffers of={one} most={2} action={t('bundles.bookSmall')} />
        </div>
      )}
    </article>
  )
}
