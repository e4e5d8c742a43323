import { useMemo } from 'react'
import { Link, useNavigation } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { useLiveSpots } from '#app/features/sessions/live-spots.ts'
import { SpotsOf } from '#app/features/sessions/spots-of.tsx'
import { OwnTime } from '#app/features/sessions/session-time.tsx'
import { momentText, shortZoneText } from '#app/locale/clock.ts'
import { Picture } from '#app/features/pictures/picture.tsx'
import { SpotCover } from '#app/features/pictures/spot-cover.tsx'
import { Price } from '#app/locale/price.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import type { PictureShown } from '#core/pictures/rules.ts'
import type { Accent } from '#core/shared/accent.ts'
import { bookingPath } from '#core/classes/rules.ts'
import type { FoundClass } from '#core/classes/queries/search.ts'
import { RecurrenceText } from './recurrence.tsx'
import { type RowBundle, RowBundles } from './row-bundles.tsx'

export type ListedClass = FoundClass & {
  bundles: readonly RowBundle[]
  picture: PictureShown | null
  /** the vendor's colour */
  accent: Accent | null
  /** nothing can be booked online; customers ask the vendor */
  asks: boolean
}

type ClassRowProps = {
  listed: ListedClass
  /** Within the first screen: its picture is not put off. */
  early: boolean
}

/** A class in the list of all classes: on wide screens one line, on phones beside its picture. */
export function ClassRow({ listed, early }: ClassRowProps) {
  if (listed.registrationClosed) return <ClosedRow listed={listed} />
  return (
    <li
      className={cx(
        'grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 gap-y-1 py-4 lg:items-center lg:gap-x-6',
        'lg:grid-cols-[6rem_minmax(0,6fr)_minmax(0,6fr)_minmax(0,5fr)_auto]',
        // Room for a reader's own time on another day, so that it takes one line.
        'xl:grid-cols-[6rem_minmax(0,6fr)_minmax(19rem,6fr)_minmax(0,5fr)_auto]',
        !early && 'late',
      )}
    >
      <RowPicture listed={listed} early={early} />
      <div className="min-w-0">
        <h2 className="text-lg leading-snug">
          <Link
            to={bookingPath(listed)}
            dir="auto"
            className="inline-flex min-h-6 items-center wrap-anywhere hover:underline"
          >
            {listed.title}
          </Link>
        </h2>
        <p className="text-muted">
          <By listed={listed} />
        </p>
      </div>
      <When listed={listed} />
      <Where listed={listed} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 lg:grid lg:grid-cols-[4.5rem_12rem]">
        <p className="text-lg font-semibold lg:text-end">
          <Price minor={listed.priceMinor} currency={listed.currency} />
        </p>
        <BookLink listed={listed} />
        <RowBundles classId={listed.id} title={listed.title} bundles={listed.bundles} />
      </div>
    </li>
  )
}

/** What nobody can book any more: no link, no button. */
function ClosedRow({ listed }: { listed: ListedClass }) {
  const t = useTranslations('pages.classes')
  return (
    <li className="flex flex-wrap justify-between gap-x-4 py-3 text-muted">
      <span className="min-w-0">
        <bdi className="wrap-anywhere">{listed.title}</bdi> <By listed={listed} />
      </span>
      <span>{t('closed')}</span>
    </li>
  )
}

function By({ listed: { vendor } }: { listed: ListedClass }) {
  const t = useTranslations('pages.classes')
  const by = t('by', { name: vendor.name || t('unknownVendor') })
  if (!vendor.username) return by
  return (
    <Link
      to={`/${vendor.username}`}
      className="inline-block min-h-6 max-w-full truncate align-bottom hover:text-ink hover:underline"
    >
      {by}
    </Link>
  )
}

function RowPicture({ listed, early }: ClassRowProps) {
  const look = 'row-span-4 block size-18 rounded-control object-cover lg:row-span-1 lg:w-24'
  if (listed.picture)
    return (
      <Picture
        picture={listed.picture}
        alt=""
        sizes="(width < 64rem) 4.5rem, 6rem"
        loads={early ? 'early' : 'late'}
        className={look}
      />
    )
  return <SpotCover seed={listed.id} accent={listed.accent} className={look} />
}

function useNext({ nextSession }: ListedClass) {
  const [next] = useLiveSpots(
    useMemo(() => (nextSession === null ? [] : [nextSession]), [nextSession]),
  )
  return next
}

function When({ listed }: { listed: ListedClass }) {
  const t = useTranslations('pages.classes')
  const language = useLocale()
  const next = useNext(listed)
  return (
    <div className="min-w-0">
      <p className={next ? 'font-medium text-accent' : 'text-muted'} suppressHydrationWarning>
        {next ? momentText(next.startsAt, listed.timeZone, language) : t('noNext')}
      </p>
      {next && (
        <OwnTime
          at={next.startsAt}
          zone={listed.timeZone}
          named={shortZoneText}
          className="text-sm"
        />
      )}
      {listed.recurrence.length > 0 && (
        <div className="text-muted">
          <RecurrenceText pairs={listed.recurrence} zone={listed.timeZone} />
        </div>
      )}
    </div>
  )
}

function Where({ listed }: { listed: ListedClass }) {
  const s = useTranslations('shared')
  const c = useTranslations('pages.class')
  const next = useNext(listed)
  const place = listed.online ? s('online') : listed.location
  return (
    <div className="grid min-w-0 gap-1">
      {place && (
        <p dir="auto" className="line-clamp-2 text-start wrap-anywhere text-muted">
          {place}
        </p>
      )}
      {listed.maxPeople !== null ? (
        <p className="text-muted">
          {[c('minutes', { n: listed.durationMinutes }), c('most', { n: listed.maxPeople })].join(
            ' · ',
          )}
        </p>
      ) : (
        next && !next.cancelled && <SpotsOf session={next} />
      )}
    </div>
  )
}

function BookLink({ listed }: { listed: ListedClass }) {
  const t = useTranslations('pages.classes')
  const to = bookingPath(listed)
  const isFacility = listed.kind === 'facility'
  const opening = useNavigation().location?.pathname === to
  const { title } = listed
  const name = listed.vendor.name || t('unknownVendor')
  return (
    <LinkButton
      to={to}
      size="small"
      variant="secondary"
      aria-label={
        listed.asks
          ? t('askOf', { name, title })
          : t(isFacility ? 'bookSlotOf' : 'bookOf', { title })
      }
    >
      {opening && <Spinner label={t('opening')} />}
      {listed.asks ? t('ask', { name }) : t(isFacility ? 'bookSlot' : 'book')}
    </LinkButton>
  )
}
