import { useLocale, useTranslations } from 'use-intl'
import { Badge } from '#app/ui/badge.tsx'
import type { SoldPass } from '#core/passes/queries.ts'
import { formatMoney } from '#core/shared/money.ts'

type Owed = Pick<SoldPass, 'isPaidFor' | 'owedMinor' | 'giveBackMinor' | 'currency'>

/** The amount owed for a bundle, and by whom; nothing if it is free or was withdrawn unpaid. */
export function OwedBadge(of: Owed) {
  const t = useTranslations('vendorBundles')
  const language = useLocale()
  const price = (minor: number) => formatMoney({ minor, currency: of.currency }, language)
  if (of.owedMinor > 0)
    return <Badge tone="warn">{t('owed', { price: price(of.owedMinor) })}</Badge>
  if (of.giveBackMinor > 0)
    return <Badge tone="bad">{t('owedBack', { price: price(of.giveBackMinor) })}</Badge>
  return of.isPaidFor && <Badge tone="good">{t('paid')}</Badge>
}
