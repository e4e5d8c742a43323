import { useTranslations } from 'use-intl'
import { Spots } from './spots.tsx'

const capacity = 10
const moments = [
  ['publish', 0],
  ['share', 6],
  ['full', 10],
] as const

/** The same ten spots at three moments: what the product does, drawn with its own sign. */
export function OneClass() {
  const t = useTranslations('home.week')
  return (
    <section className="page py-12 sm:py-20" aria-labelledby="one-class">
      <h2 id="one-class" className="max-w-[24ch] text-2xl sm:text-3xl">
        {t('title')}
      </h2>
      <ol className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-3">
        {moments.map(([name, taken]) => (
          <li key={name}>
            <Spots taken={taken} capacity={capacity} className="w-full max-w-80" />
            <p className="mt-3 text-sm text-muted">{t('caption', { taken, capacity })}</p>
            <h3 className="mt-5 text-lg">{t(`${name}.title`)}</h3>
            <p className="mt-1 text-muted">{t(`${name}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
