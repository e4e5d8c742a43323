import { useMemo } from 'react'
import { Link, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { useLiveSpots } from '#app/features/sessions/live-spots.ts'
import { SpotsOf } from '#app/features/sessions/spots-of.tsx'
import { useMomentLines } from '#app/features/sessions/session-time.tsx'
import { Picture } from '#app/features/pictures/picture.tsx'
import { SpotCover } from '#app/features/pictures/spot-cover.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import type { PictureShown } from '#core/pictures/rules.ts'
import type { Accent } from '#core/shared/accent.ts'
import { bookingPath } from '#core/classes/rules.ts'
import type { FoundClass } from '#core/classes/queries/search.ts'
import { CardHead } from './card-head.tsx'
import { type CardBundle, CardBundles } from './card-bundles.tsx'
import { RecurrenceText } from './recurrence.tsx'

export type ListedClass = FoundClass & {
  bundles: readonly CardBundle[]
  picture: PictureShown | null
  /** the vendor's colour */
  accent: Accent | null
  /** nothing can be booked online; customers ask the vendor */
  asks: boolean
}

type ClassCardProps = {
  listed: ListedClass
  /** Within the first screen: its picture is not put off. */
  early: boolean
}

/** A class in the list of all classes. */
export function ClassCard({ listed, early }: ClassCardProps) {
  const t = useTranslations('pages.classes')
  const { vendor } = listed
  const name = vendor.name || t('unknownVendor')
  return (
    // On phones the picture stands beside the words, so that several classes fit one screen.
    <Card
      as="li"
      flush
      className={cx(
        'grid grid-cols-[6.5rem_minmax(0,1fr)] content-start gap-x-4 sm:flex sm:flex-col',
        !early && 'late',
      )}
    >
      <CardPicture listed={listed} early={early} />
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1 py-3 pe-4 sm:px-5 sm:pt-4 sm:pb-0">
        <Next listed={listed} />
        <CardHead of={listed}>
          <h2 className="text-lg leading-snug">
            <Title listed={listed} />
          </h2>
        </CardHead>
        <p className="text-muted">
          {vendor.username ? (
            <Link
              to={`/${vendor.username}`}
              className="inline-block min-h-6 max-w-full truncate align-bottom hover:text-ink hover:underline"
            >
              {t('by', { name })}
            </Link>
          ) : (
            t('by', { name })
          )}
        </p>
      </div>
      <div className="col-span-2 grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-between gap-3 px-4 pt-3 pb-4 sm:px-5 sm:pt-2">
        <Facts listed={listed} />
        <div className="grid gap-1">
          <BookLink listed={listed} />
          <CardBundles classId={listed.id} title={listed.title} bundles={listed.bundles} />
        </div>
      </div>
    </Card>
  )
}

function CardPicture({ listed, early }: ClassCardProps) {
  const look = 'block h-full w-full object-cover sm:aspect-2/1 sm:h-auto'
  if (listed.picture)
    return (
      <Picture
        picture={listed.picture}
        alt=""
        sizes="(width < 40rem) 7rem, 24rem"
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

function Next({ listed }: { listed: ListedClass }) {
  const t = useTranslations('pages.classes')
  const linesOf = useMomentLines()
  const next = useNext(listed)
  if (!next) return <p className="text-sm text-muted">{t('noNext')}</p>
  const { when, own } = linesOf(next.startsAt, listed.timeZone)
  return (
    <div className="text-sm">
      <p className="font-semibold text-accent" suppressHydrationWarning>
        {t('next', { when })}
      </p>
      {own !== null && <p className="text-muted">{own}</p>}
    </div>
  )
}

/** Without bookable sessions there is no link. */
function Title({ listed }: { listed: ListedClass }) {
  if (listed.registrationClosed) {
    return (
      <span dir="auto" className="wrap-anywhere">
        {listed.title}
      </span>
    )
  }
  return (
    <Link
      to={bookingPath(listed)}
      dir="auto"
      className="inline-flex min-h-6 items-center wrap-anywhere hover:underline"
    >
      {listed.title}
    </Link>
  )
}

function Facts({ listed }: { listed: ListedClass }) {
  const s = useTranslations('shared')
  const c = useTranslations('pages.class')
  const next = useNext(listed)
  const { recurrence, timeZone } = listed
  const place = listed.online ? s('online') : listed.location
  return (
    <div className="grid gap-1">
      {recurrence.length > 0 && <RecurrenceText pairs={recurrence} zone={timeZone} />}
      {place && (
        <p dir="auto" className="truncate text-start text-muted">
          {place}
        </p>
      )}
      {listed.maxPeople !== null && (
        <p className="text-muted">
          {[c('minutes', { n: listed.durationMinutes }), c('most', { n: listed.maxPeople })].join(
            ' · ',
          )}
        </p>
      )}
      {next && !next.cancelled && listed.maxPeople === null && (
        <SpotsOf session={next} className="mt-1" />
      )}
    </div>
  )
}

function BookLink({ listed }: { listed: ListedClass }) {
  const t = useTranslations('pages.classes')
  const to = bookingPath(listed)
  const isFacility = listed.kind === 'facility'
  const opening = useNavigation().location?.pathname === to
  if (listed.registrationClosed) {
    return (
      <Button type="button" variant="secondary" wide disabled>
        {t('closed')}
      </Button>
    )
  }
  const { title } = listed
  const name = listed.vendor.name || t('unknownVendor')
  return (
    <LinkButton
      to={to}
      wide
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
