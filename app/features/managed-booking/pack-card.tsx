import { useLocale, useTranslations } from 'use-intl'
import { lastDayText } from '#app/locale/clock.ts'
import { usePriceText } from '#app/locale/price.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { SpotMeter } from '#app/ui/spot-meter.tsx'
import { holdsSeat } from '#core/bookings/rules.ts'
import type { Pack } from '#core/entitlements/queries.ts'
import type { ManagedSpot } from './managed.ts'

type PackCardProps = {
  pack: Pack & { redeemTo: string }
  /** those of its purchase */
  spots: readonly ManagedSpot[]
  now: Date
  /** the page asks something already */
  asked: boolean
}

/** What remains of a bundle, until when, and the way to use it. */
export function PackCard({ pack, spots, now, asked }: PackCardProps) {
  const t = useTranslations('bundles.pack')
  const priceText = usePriceText()
  return (
    <Card as="section" aria-labelledby={`pack-${pack.entitlementId}`} className="grid gap-4">
      <h2 id={`pack-${pack.entitlementId}`} className="text-xl wrap-anywhere">
        <bdi>{pack.name}</bdi>
      </h2>
      {pack.status === 'cancelled' ? (
        <p>{t('notConfirmed')}</p>
      ) : (
        <>
          <SpotMeter
            large
            taken={pack.total - pack.remaining}
            capacity={pack.total}
            label={t(stateOf(pack, spots, now), { n: pack.remaining, total: pack.total })}
          />
          <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-muted">
            <Until pack={pack} now={now} />
            <span suppressHydrationWarning>
              {t('price', {
                n: pack.total,
                price: priceText(pack.priceMinor, pack.currency),
                each: priceText(Math.round(pack.priceMinor / pack.total), pack.currency),
              })}
              {pack.owedMinor <= 0 && pack.isPaidFor && ` · ${t('paid')}`}
            </span>
          </p>
        </>
      )}
      <Owed pack={pack} spots={spots} />
      {pack.isOpen && !asked && (
        <p>
          <LinkButton to={pack.redeemTo}>{t('redeem')}</LinkButton>
        </p>
      )}
    </Card>
  )
}

function stateOf(pack: Pack, spots: readonly ManagedSpot[], now: Date) {
  if (pack.remaining > 0) return 'left' as const
  const held = spots.filter(({ status }) => holdsSeat(status))
  if (held.some(({ status }) => status === 'pending')) return 'waiting' as const
  // Late cancellations use sessions up without a date.
  const isAllBooked = held.length >= pack.total && pack.expiresAt > now
  return isAllBooked ? ('allBooked' as const) : ('noneLeft' as const)
}

function Until({ pack, now }: Pick<PackCardProps, 'pack' | 'now'>) {
  const t = useTranslations('bundles.pack')
  const language = useLocale()
  const date = lastDayText(pack.expiresAt, pack.timeZone, language)
  if (pack.expiresAt <= now) return <span suppressHydrationWarning>{t('ended', { date })}</span>
  return pack.remaining > 0 && <span suppressHydrationWarning>{t('until', { date })}</span>
}

/** What is open when part of the price was paid, more than is asked for now, or no date is booked any more. */
function Owed({ pack, spots }: Pick<PackCardProps, 'pack' | 'spots'>) {
  const { owedMinor, priceMinor, currency, status } = pack
  const t = useTranslations('bundles.pack')
  const priceText = usePriceText()
  const price = priceText(Math.abs(owedMinor), currency)
  if (owedMinor < 0) return <p suppressHydrationWarning>{t('owedBack', { price })}</p>
  const isBooked = status === 'cancelled' || spots.some((spot) => holdsSeat(spot.status))
  if (owedMinor === 0 || (owedMinor === priceMinor && isBooked)) return null
  return <p suppressHydrationWarning>{t('toPay', { price })}</p>
}
