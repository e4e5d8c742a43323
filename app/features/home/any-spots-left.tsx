import { useTranslations } from 'use-intl'
import { cx } from '#app/ui/cx.ts'
import { Spots } from './spots.tsx'

const capacity = 10
const taken = 8

// The customer begins, and every other message is the trainer's.
const thread = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8'] as const

/** The same question answered in a chat and by a row of spots. */
export function AnySpotsLeft() {
  const t = useTranslations('home.before')
  return (
    <section className="border-b border-line bg-sunken py-12 sm:py-20" aria-labelledby="before">
      <div className="page">
        <h2 id="before" className="max-w-[22ch] text-2xl sm:text-3xl">
          {t('title')}
        </h2>
        <div className="mt-8 grid items-stretch gap-x-12 gap-y-10 md:grid-cols-2">
          <div>
            <h3 className="text-lg">{t('without', { n: thread.length })}</h3>
            <ul className="mt-4 grid gap-1.5">
              {thread.map((name, nth) => (
                <li
                  key={name}
                  className={cx(
                    'max-w-[85%] rounded-2xl border px-3.5 py-1.5',
                    nth % 2 === 0
                      ? 'justify-self-start rounded-bl-sm border-line bg-raised'
                      : 'justify-self-end rounded-br-sm border-transparent bg-accent-soft',
                  )}
                >
                  {t(`thread.${name}`)}
                </li>
              ))}
            </ul>
          </div>
          <div className="flex flex-col">
            <h3 className="text-lg">{t('with')}</h3>
            <div className="mt-4 flex flex-1 flex-col justify-center rounded-card border border-line bg-raised p-6 sm:p-10">
              <p className="text-lg font-semibold">{t('class')}</p>
              <p className="text-muted">{t('when')}</p>
              <Spots taken={taken} capacity={capacity} className="mt-8 w-full max-w-96" />
              <p className="mt-3 text-muted">{t('booked', { taken, capacity })}</p>
              <p className="mt-8 text-lg">{t('text')}</p>
            </div>
          </div>
        </div>
      </div>
    </section>
  )
}
