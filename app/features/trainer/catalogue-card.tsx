import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useLiveSpots } from '#app/features/sessions/live-spots.ts'
import { CardHead } from '#app/features/classes/card-head.tsx'
import { RecurrenceText } from '#app/features/classes/recurrence.tsx'
import { SpotsOf } from '#app/features/sessions/spots-of.tsx'
import { useMomentLines } from '#app/features/sessions/session-time.tsx'
import { ClassThumb } from '#app/features/pictures/class-thumb.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
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
  /** the place of all classes stands above them */
  placeSaid: boolean
}

/** A class of the catalogue: what it is, when it repeats, and the ways to book it. */
export function CatalogueCard(card: CatalogueCardProps) {
  const { of, placeSaid } = card
  const t = useTranslations('trainer')
  const c = useTranslations('pages.class')
  const s = useTranslations('shared')
  const linesOf = useMomentLines()
  const next = !of.registrationClosed && of.nextStartsAt && linesOf(of.nextStartsAt, of.timeZone)
  const place = of.online ? s('online') : of.location
  return (
    <Card as="li" flush className="grid content-start gap-4 p-4 pt-0 sm:p-5 sm:pt-0">
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
        {place && !placeSaid && (
          <p className="wrap-anywhere">
            <bdi>{place}</bdi>
          </p>
        )}
        {next && (
          <p suppressHydrationWarning>
            {t('next', { when: next.when })}
            {next.own !== null && <span className="block text-sm">{next.own}</span>}
          </p>
        )}
        {next && card.next && <Spots of={card.next} />}
      </div>
      <Ways {...card} />
      {!of.registrationClosed && <BundleOffers of={of} most={2} action={t('bundles.book')} />}
    </Card>
  )
}

function Spots({ of }: { of: ListedSession }) {
  const [session = of] = useLiveSpots(useMemo(() => [of], [of]))
  return <SpotsOf session={session} className="mt-1" />
}

function Ways({ of, bookable, isFirst }: CatalogueCardProps) {
  const t = useTranslations('trainer')
  if (of.registrationClosed)
    return (
      <div className="grid grid-cols-2 gap-2">
        <p className="col-span-2 text-muted">{t('closed')}</p>
        <Button type="button" variant="quiet" className="px-2!" disabled>
          {t('catalogue.viewSchedule')}
        </Button>
        <Button type="button" variant="secondary" className="px-2!" disabled>
          {t('catalogue.book')}
        </Button>
      </div>
    )
  const look = { variant: isFirst ? 'primary' : 'secondary', className: 'px-2!' } as const
  return (
    <div className="grid grid-cols-2 gap-2">
      <LinkButton
        to={of.to}
        viewTransition
        variant="quiet"
        className="px-2! underline underline-offset-4"
        aria-label={t('catalogue.viewOf', { title: of.title })}
      >
        {t('catalogue.viewSchedule')}
      </LinkButton>
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
