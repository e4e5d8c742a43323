import { useTranslations } from 'use-intl'
import { usePriceText } from '#app/locale/price.tsx'

type ClassFactsProps = {
  location: string | null
  online: boolean
  priceMinor: number
  currency: string
  maxStudents: number
  durationMinutes: number
}

/** What one wants to know of a class before anything else. */
export function ClassFacts(facts: ClassFactsProps) {
  const t = useTranslations('pages.class')
  const s = useTranslations('shared')
  const priceText = usePriceText()
  return (
    <FactLine
      facts={[
        facts.priceMinor === 0
          ? s('free')
          : t('perSession', { price: priceText(facts.priceMinor, facts.currency) }),
        t('minutes', { n: facts.durationMinutes }),
        facts.location,
        facts.online && s('online'),
        t('most', { n: facts.maxStudents }),
      ]}
    />
  )
}

/** Facts in one grey line; those that do not apply are left out. */
export function FactLine({ facts }: { facts: readonly (string | false | null)[] }) {
  return (
    <ul className="fact-line">
      {facts.map(
        (fact) =>
          fact && (
            <li key={fact} suppressHydrationWarning>
              {fact}
            </li>
          ),
      )}
    </ul>
  )
}
