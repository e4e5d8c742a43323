import { useLocale, useTranslations } from 'use-intl'
import { FactLine } from '#app/features/classes/class-facts.tsx'
import { formatMoney } from '#core/shared/money.ts'
import type { Extra, FacilityShown } from './wizard.ts'

/** What one wants to know of a facility before anything else. */
export function FacilityFacts({ of }: { of: FacilityShown }) {
  const t = useTranslations('facilities')
  const s = useTranslations('shared')
  const priceText = useAmount()
  return (
    <FactLine
      facts={[
        of.priceMinor === 0
          ? t('free')
          : t('perSlot', { price: priceText(of.priceMinor, of.currency) }),
        t('minutes', { n: of.durationMinutes }),
        of.location,
        of.online && s('online'),
        t('most', { n: of.maxPeople }),
      ]}
    />
  )
}

/** The rules of a facility. */
export function FacilityRules({ of }: { of: FacilityShown }) {
  const t = useTranslations('facilities')
  return (
    <section aria-labelledby="rules" className="grid gap-3">
      <h2 id="rules" className="text-lg">
        {t('rules')}
      </h2>
      <ul className="grid list-disc gap-1 ps-5">
        <li>{t('ahead', { n: of.daysAhead })}</li>
        <li>{t('notice', { hours: Math.ceil(of.noticeMinutes / 60) })}</li>
        <li>{t('grace', { n: of.graceMinutes })}</li>
      </ul>
    </section>
  )
}

export function ExtraPrice({ of, currency }: { of: Extra; currency: string }) {
  const t = useTranslations('facilities')
  const priceText = useAmount()
  return (
    <span className="shrink-0 text-muted" suppressHydrationWarning>
      {of.priceMinor === 0
        ? t('free')
        : t(`extraPer.${of.per}`, { price: priceText(of.priceMinor, currency) })}
    </span>
  )
}

/** An amount, also of nothing: these pages say FREE in their own way. */
export function useAmount(): (minor: number, currency: string) => string {
  const t = useTranslations('facilities')
  const language = useLocale()
  return (minor, currency) => (minor === 0 ? t('free') : formatMoney({ minor, currency }, language))
}
