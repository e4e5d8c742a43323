import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { CardHead } from '#app/features/classes/card-head.tsx'
import { ClassThumb } from '#app/features/pictures/class-thumb.tsx'
import { OwnTime } from '#app/features/sessions/session-time.tsx'
import { momentText, shortZoneText } from '#app/locale/clock.ts'
import { Card } from '#app/ui/card.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { bookingPath } from '#core/classes/rules.ts'
import type { PickableClass } from './trainer-page.server.ts'

/** The courts and rooms of a vendor: each leads to the page where its slots are booked. */
export function FacilityCards({ facilities }: { facilities: readonly PickableClass[] }) {
  const t = useTranslations('trainer.facilities')
  if (facilities.length === 0) return null
  return (
    <section aria-labelledby="facilities" className="mt-6 grid min-w-0 gap-4">
      <h2 id="facilities" className="flex min-h-11 items-center text-xl">
        {t('title')}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {facilities.map((one) => (
          <FacilityCard key={one.id} of={one} />
        ))}
      </ul>
    </section>
  )
}

function FacilityCard({ of }: { of: PickableClass }) {
  const t = useTranslations('trainer')
  const c = useTranslations('pages.class')
  const s = useTranslations('shared')
  const language = useLocale()
  const next = of.nextStartsAt
  return (
    <Card as="li" className="grid content-between gap-3">
      <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4">
        <ClassThumb of={of} sizes="4.5rem" className="row-span-2 size-18 rounded-control" />
        <CardHead of={of}>
          <h3 className="text-lg font-medium wrap-anywhere">
            <bdi>{of.title}</bdi>
          </h3>
        </CardHead>
        <p className="text-sm wrap-anywhere text-muted">
          {[
            c('minutes', { n: of.durationMinutes }),
            c('most', { n: of.maxStudents }),
            of.online ? s('online') : of.location,
          ]
            .filter(Boolean)
            .join(' · ')}
          {next && (
            <span className="block" suppressHydrationWarning>
              {t('next', { when: momentText(next, of.timeZone, language) })}
              <OwnTime at={next} zone={of.timeZone} named={shortZoneText} />
            </span>
          )}
        </p>
      </div>
      {of.registrationClosed ? (
        <p className="text-muted">{t('closed')}</p>
      ) : (
        <Link
          to={`${bookingPath(of)}#book`}
          aria-label={t('facilities.bookOf', { title: of.title })}
          className={buttonClasses({ variant: 'secondary', wide: true })}
        >
          {t('facilities.book')}
        </Link>
      )}
    </Card>
  )
}
