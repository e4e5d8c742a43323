import { useMemo } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { useLiveSpots } from '#app/features/sessions/live-spots.ts'
import { CardHead } from '#app/features/classes/card-head.tsx'
import { RecurrenceText } from '#app/features/classes/recurrence.tsx'
import { SpotsOf } from '#app/features/sessions/spots-of.tsx'
import { OwnTime } from '#app/features/sessions/session-time.tsx'
import { momentText, shortZoneText } from '#app/locale/clock.ts'
import { ClassThumb } from '#app/features/pictures/class-thumb.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { BookLink } from './book-link.tsx'
import { BundleOffers } from './bundle-offers.tsx'
import type { ListedSession } from './session-list.tsx'
import type { PickableClass } from './trainer-page.server.ts'

type CatalogueCardProps = {
  of: PickableClass
  /** the next session of those that were read */
  next: ListedSession | null
  /** the next one with an open spot */
  bookable: ListedSession | null
  /** the first that can be booked; on phones a bar leads to it from further down */
  isFirst: boolean
}

/** A class of the catalogue: what it is, when it repeats, and the way to book it, at the same height on all cards. */
export function CatalogueCard(card: CatalogueCardProps) {
  const { of } = card
  const t = useTranslations('trainer')
  const c = useTranslations('pages.class')
  const s = useTranslations('shared')
  const language = useLocale()
  const next = of.nextStartsAt
  const place = of.online ? s('online') : of.location
  return (
    <Card as="li" flush className="flex flex-col gap-4 p-4 pt-0 sm:p-5 sm:pt-0">
      {/* On a phone smaller than the cover, which is fetched first: the largest picture decides when a page is there. */}
      <ClassThumb
        of={of}
        sizes="(width < 40rem) 100vw, 24rem"
        className="-mx-4 aspect-14/5 w-[calc(100%+2rem)] max-w-none sm:-mx-5 sm:aspect-5/2 sm:w-[calc(100%+2.5rem)]"
      />
      <CardHead of={of}>
        <h3 className="text-lg wrap-anywhere">
          <bdi>{of.title}</bdi>
        </h3>
      </CardHead>
      <div className="grid gap-1 text-muted">
        {of.recurrence.length > 0 && (
          <div className="text-ink">
            <RecurrenceText pairs={of.recurrence} zone={of.timeZone} />
          </div>
        )}
        <p>
          {[c('minutes', { n: of.durationMinutes }), c('most', { n: of.maxStudents })].join(' · ')}
        </p>
        {place && (
          <p className="wrap-anywhere">
            <bdi>{place}</bdi>
          </p>
        )}
        {next && (
          <p suppressHydrationWarning>
            {t('next', { when: momentText(next, of.timeZone, language) })}
            <OwnTime at={next} zone={of.timeZone} named={shortZoneText} className="text-sm" />
          </p>
        )}
        {next && card.next && <Spots of={card.next} />}
      </div>
      <BundleOffers of={of} most={2} action={t('bundles.book')} isBeside />
      <Ways {...card} />
    </Card>
  )
}

/** What nobody can book any more. */
export function ClosedLine({ of }: { of: PickableClass }) {
  const t = useTranslations('trainer')
  return (
    <li className="flex flex-wrap justify-between gap-x-4 py-3 text-muted">
      <bdi className="min-w-0 wrap-anywhere">{of.title}</bdi>
      <span>{t('closed')}</span>
    </li>
  )
}

function Spots({ of }: { of: ListedSession }) {
  const [session = of] = useLiveSpots(useMemo(() => [of], [of]))
  return <SpotsOf session={session} className="mt-1" />
}

function Ways({ of, bookable, isFirst }: CatalogueCardProps) {
  const t = useTranslations('trainer')
  const look = { variant: isFirst ? 'primary' : 'secondary', className: 'px-2!' } as const
  return (
    <div className="mt-auto grid grid-cols-2 gap-2">
      <Link
        to={of.to}
        viewTransition
        className="inline-flex min-h-11 items-center underline underline-offset-4"
        aria-label={t('catalogue.viewOf', { title: of.title })}
      >
        {t('catalogue.viewSchedule')}
      </Link>
      {bookable ? (
        <BookLink
          session={bookable}
          words="catalogue"
          {...look}
          {...(isFirst && { 'data-next': bookable.id })}
        />
      ) : (
        <LinkButton
          to={`/book/class/${of.id}#book`}
          viewTransition
          {...look}
          aria-label={t('catalogue.bookOf', { title: of.title })}
        >
          {t('catalogue.book')}
        </LinkButton>
      )}
    </div>
  )
}
