import { useLocale, useTranslations } from 'use-intl'
import { formatMoney } from '#core/shared/money.ts'

/** An amount as people read it; nothing to pay is said in words. */
export function usePriceText(): (minor: number, currency: string) => string {
  const t = useTranslations('shared')
  const language = useLocale()
  return (minor, currency) => (minor === 0 ? t('free') : formatMoney({ minor, currency }, language))
}

export function Price({ minor, currency }: { minor: number; currency: string }) {
  const priceText = usePriceText()
  return (
    <span className="whitespace-nowrap" suppressHydrationWarning>
      {priceText(minor, currency)}
    </span>
  )
}
