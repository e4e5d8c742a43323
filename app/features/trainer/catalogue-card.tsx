import { useTranslations } from 'use-intl'
import { CardHead } from '#app/features/classes/card-head.tsx'
import { RecurrenceText } from '#app/features/classes/recurrence.tsx'
import { useMomentLines } from '#app/features/sessions/session-time.tsx'
import { ClassThumb } from '#app/features/pictures/class-thumb.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { solidFromTablets } from '#app/ui/button-classes.ts'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { BundleOffers } from './bundle-offers.tsx'
import type { PickableClass } from './trainer-page.server.ts'

type CatalogueCardProps = {
  of: PickableClass
  /** the first that can be booked; on phones the bar below leads to it */
  isFirst: boolean
}

/** A class of the catalogue: what it is, when it repeats, and the ways to book it. */
export function CatalogueCard({ of, isFirst }: CatalogueCardProps) {
  const t = useTranslations('trainer')
  const c = useTranslations('pages.class')
  const s = useTranslations('shared')
  const linesOf = useMomentLines()
  const next = of.nextStartsAt && linesOf(of.nextStartsAt, of.timeZone)
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
        {place && (
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
      </div>
      <Ways of={of} isFirst={isFirst} />
      {!of.registrationClosed && <BundleOffers of={of} most={2} action={t('bundles.book')} />}
    </Card>
  )
}

function Ways({ of, isFirst }: CatalogueCardProps) {
  const t = useTranslations('trainer')
  if (of.registrationClosed)
    return (
      <div className="grid gap-2">
        <div className="grid grid-cols-2 gap-2">
          <Button type="button" variant="secondary" className="px-2!" disabled>
            {t('catalogue.viewSchedule')}
          </Button>
          <Button type="button" className="px-2!" disabled>
            {t('catalogue.book')}
          </Button>
        </div>
        <p className="text-sm text-muted">{t('closed')}</p>
      </div>
    )
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
      <LinkButton
        to={`/book/class/${of.id}#book`}
        viewTransition
        variant="secondary"
        className={cx('px-2!', isFirst && solidFromTablets)}
        aria-label={t('catalogue.bookOf', { title: of.title })}
      >
        {t('catalogue.book')}
      </LinkButton>
    </div>
  )
}
