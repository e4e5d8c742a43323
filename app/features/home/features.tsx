import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { isPlanned } from '#core/plans/catalogue.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { BookedHours, PeopleList, WeekOfClasses } from './feature-drawings.tsx'

const features = [
  ['schedule', WeekOfClasses],
  ['clients', PeopleList],
  ['analytics', BookedHours],
] as const satisfies readonly (readonly [string, () => ReactNode])[]

export function Features() {
  const t = useTranslations('home.features')
  return (
    <section className="border-t border-line bg-sunken py-16 sm:py-24" aria-labelledby="features">
      <div className="page">
        <h2 id="features" className="text-2xl sm:text-3xl">
          {t('title')}
        </h2>
        <ul className="mt-10 grid gap-4 md:grid-cols-3 lg:gap-6">
          {features.map(([name, Drawing]) => (
            <Card as="li" key={name} className="flex flex-col">
              <Drawing />
              <h3 className="mt-6 text-lg">
                {t(`${name}.title`)}{' '}
                {name === 'analytics' && isPlanned('analytics') && <Badge>{t('planned')}</Badge>}
              </h3>
              <p className="mt-2 text-muted">{t(`${name}.text`)}</p>
            </Card>
          ))}
        </ul>
      </div>
    </section>
  )
}

export function DataPrivacy() {
  const t = useTranslations('home.privacy')
  return (
    <section
      className="border-t border-line bg-sunken py-16 sm:py-24"
      aria-labelledby="data-privacy"
    >
      <div className="page grid gap-x-16 gap-y-5 md:grid-cols-2">
        <h2 id="data-privacy" className="max-w-[18ch] text-2xl sm:text-3xl">
          {t('title')}
        </h2>
        <div>
          <p className="text-lg text-muted">{t('text')}</p>
          <Link
            to="/privacy-policy"
            className="mt-3 inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {t('link')}
          </Link>
        </div>
      </div>
    </section>
  )
}
