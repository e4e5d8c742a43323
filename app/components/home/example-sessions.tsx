import { useTranslations } from 'use-intl'
import { Card } from '../ui/card.tsx'
import { SpotMeter } from '../ui/spot-meter.tsx'

const sessions = [
  { when: 'mon', taken: 6, capacity: 10 },
  { when: 'wed', taken: 10, capacity: 10 },
  { when: 'sat', taken: 2, capacity: 8 },
] as const

/** A picture of a trainer's page, said to be one. */
export function ExampleSessions() {
  const t = useTranslations('home.example')
  return (
    <figure>
      <Card className="shadow-float">
        <p className="text-lg font-semibold">{t('class')}</p>
        <ul className="mt-2 divide-y divide-line">
          {sessions.map(({ when, taken, capacity }) => (
            <li key={when} className="flex items-center justify-between gap-x-3 py-4">
              <div className="grid min-w-0 gap-1">
                <span className="tabular font-medium">{t(when)}</span>
                <SpotMeter
                  taken={taken}
                  capacity={capacity}
                  label={t('booked', { taken, capacity })}
                />
              </div>
              {taken < capacity ? (
                <span className="shrink-0 rounded-control bg-accent px-3 py-2 text-sm font-medium text-accent-ink">
                  {t('book')}
                </span>
              ) : (
                <span className="shrink-0 rounded-control border border-line px-3 py-2 text-sm text-muted">
                  {t('full')}
                </span>
              )}
            </li>
          ))}
        </ul>
      </Card>
      <figcaption className="mt-3 text-sm text-muted">{t('label')}</figcaption>
    </figure>
  )
}
