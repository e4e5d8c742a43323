import { useLocale, useTranslations } from 'use-intl'
import { lastDayText } from '#app/locale/clock.ts'
import { Price } from '#app/locale/price.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { SpotMeter } from '#app/ui/spot-meter.tsx'
import type { Pack } from '#core/entitlements/queries.ts'

type PackCardProps = {
  pack: Pack & { redeemTo: string }
  now: Date
  /** the page asks something already */
  asked: boolean
}

/** What remains of a bundle, until when, and the way to use it. */
export function PackCard({ pack, now, asked }: PackCardProps) {
  const t = useTranslations('bundles.pack')
  const language = useLocale()
  const date = lastDayText(pack.expiresAt, pack.timeZone, language)
  const until =
    pack.expiresAt <= now
      ? t('ended', { date })
      : pack.remaining === 0
        ? t('untilUsed')
        : t('until', { date })
  return (
    <Card as="section" aria-labelledby={`pack-${pack.entitlementId}`} className="grid gap-4">
      <div>
        <h2 id={`pack-${pack.entitlementId}`} className="text-xl">
          {t('title')}
        </h2>
        <p dir="auto" className="wrap-anywhere text-muted">
          {pack.name}
        </p>
      </div>
      <SpotMeter
        large
        taken={pack.total - pack.remaining}
        capacity={pack.total}
        label={t('left', { n: pack.remaining, total: pack.total })}
      />
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-muted">
        <span suppressHydrationWarning>{until}</span>
        <span>
          {t('price')}: <Price minor={pack.priceMinor} currency={pack.currency} />
          {pack.paymentStatus === 'paid' && pack.priceMinor > 0 && ` · ${t('paid')}`}
        </span>
      </p>
      {pack.isOpen && !asked && (
        <p>
          <LinkButton to={pack.redeemTo}>{t('redeem')}</LinkButton>
        </p>
      )}
    </Card>
  )
}
