import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { isPlanned } from '#core/plans/catalogue.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { ClassScreen, MailScreen, TodayScreen } from './screens.tsx'

const features = [
  ['schedule', ClassScreen],
  ['clients', TodayScreen],
  ['messages', MailScreen],
] as const satisfies readonly (readonly [string, () => ReactNode])[]

export function Features() {
  const t = useTranslations('home.features')
  return (
    <section className="border-t border-line bg-sunken py-12 sm:py-20" aria-labelledby="features">
      <div className="page">
        <h2 id="features" className="text-2xl sm:text-3xl">
          {t('title')}
        </h2>
        <ul className="mt-8 grid gap-4 md:grid-cols-2 lg:grid-cols-3 lg:gap-6">
          {features.map(([name, Screen]) => (
            <Card as="li" key={name} flush className="flex flex-col md:max-lg:last:col-span-2">
              <div aria-hidden="true" className="overflow-hidden bg-accent-soft px-6 pt-8">
                <Screen />
              </div>
              <div className="border-t border-line p-5 sm:p-6">
                <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
                  {t(`${name}.title`)}{' '}
                  {name === 'clients' && isPlanned('clientManagement') && (
                    <Badge>{t('planned')}</Badge>
                  )}
                </h3>
                <p className="mt-2 text-muted">{t(`${name}.text`)}</p>
              </div>
            </Card>
          ))}
        </ul>
        <div className="mt-10 max-w-[40rem]">
          <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
            {t('analytics.title')} {isPlanned('analytics') && <Badge>{t('planned')}</Badge>}
          </h3>
          <p className="mt-2 text-muted">{t('analytics.text')}</p>
        </div>
      </div>
    </section>
  )
}

export function DataPrivacy() {
  const t = useTranslations('home.privacy')
  return (
    <section
      className="border-t border-line bg-sunken py-12 sm:py-20"
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
