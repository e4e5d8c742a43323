import MapPin from 'lucide-react/icons/map-pin'
import { useTranslations } from 'use-intl'
import { SpotMeter } from '#app/ui/spot-meter.tsx'

const sessions = [
  { when: 'mon', taken: 6, capacity: 10 },
  { when: 'wed', taken: 10, capacity: 10 },
  { when: 'sat', taken: 2, capacity: 8 },
] as const

/** A picture of a trainer's page, said to be one. */
export function ExampleSessions() {
  const t = useTranslations('home.example')
  return (
    <figure className="lg:-rotate-1">
      <div className="rounded-[1.25rem] border border-line bg-raised p-5 shadow-float sm:p-7">
        <div className="flex items-center gap-4 border-b border-line pb-5">
          <img
            src="/avatars/2.svg"
            alt=""
            loading="lazy"
            width="48"
            height="48"
            className="size-12 rounded-full bg-sunken"
          />
          <div className="min-w-0">
            <p className="font-semibold">{t('trainer')}</p>
            <p className="flex items-center gap-1 text-sm text-muted">
              <MapPin aria-hidden="true" className="size-4 shrink-0" />
              {t('place')}
            </p>
          </div>
        </div>
        <p className="mt-5 text-lg font-semibold">{t('class')}</p>
        <ul className="mt-1 divide-y divide-line">
          {sessions.map(({ when, taken, capacity }) => (
            <li key={when} className="flex items-center justify-between gap-x-3 py-4 last:pb-0">
              <div className="grid min-w-0 gap-1">
                <span className="font-medium">{t(when)}</span>
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
      </div>
      <figcaption className="mt-4 text-center text-sm text-muted">{t('label')}</figcaption>
    </figure>
  )
}
