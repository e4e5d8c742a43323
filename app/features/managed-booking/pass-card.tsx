import { useLocale, useTranslations } from 'use-intl'
import { asksVendor } from '#core/bookings/rules/waiting.ts'
import { lastDayText } from '#app/locale/clock.ts'
import { usePriceText } from '#app/locale/price.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { SpotMeter } from '#app/ui/spot-meter.tsx'
import { holdsSeat } from '#core/bookings/rules/status.ts'
import type { Pass } from '#core/passes/queries.ts'
import type { ManagedSpot } from './managed.ts'

type PassCardProps = {
  pass: Pass & { redeemTo: string }
  /** those of its purchase */
  spots: readonly ManagedSpot[]
  now: Date
  /** the page asks something already */
  asked: boolean
}

/** What remains of a bundle, until when, and the way to use it. */
export function PassCard({ pass, spots, now, asked }: PassCardProps) {
  const t = useTranslations('bundles.pass')
  const priceText = usePriceText()
  return (
    <Card as="section" aria-labelledby={`pass-${pass.passId}`} className="grid gap-4">
      <h2 id={`pass-${pass.passId}`} className="text-xl wrap-anywhere">
        <bdi>{pass.name}</bdi>
      </h2>
      {pass.status === 'cancelled' ? (
        <p>{t('notConfirmed')}</p>
      ) : pass.isUnpaid ? (
        <p>{t('unpaid')}</p>
      ) : (
        <>
          <SpotMeter
            large
            taken={pass.total - pass.remaining}
            capacity={pass.total}
            label={t(stateOf(pass, spots, now), {
              n: pass.isOpen ? pass.remaining : pass.expired,
              total: pass.total,
            })}
          />
          <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-muted">
            <Until pass={pass} now={now} />
            <span suppressHydrationWarning>
              {t('price', {
                n: pass.total,
                price: priceText(pass.priceMinor, pass.currency),
                each: priceText(Math.round(pass.priceMinor / pass.total), pass.currency),
              })}
              {pass.owedMinor <= 0 && pass.isPaidFor && ` · ${t('paid')}`}
            </span>
          </p>
        </>
      )}
      <Owed pass={pass} spots={spots} />
      {pass.isOpen && !asked && (
        <p>
          <LinkButton to={pass.redeemTo}>{t('redeem')}</LinkButton>
        </p>
      )}
    </Card>
  )
}

function stateOf(pass: Pass, spots: readonly ManagedSpot[], now: Date) {
  if (pass.isOpen) return 'left' as const
  if (pass.expired > 0) return 'expired' as const
  const held = spots.filter(({ status }) => holdsSeat(status))
  if (held.some(asksVendor)) return 'waiting' as const
  // Late cancellations use sessions up without a date.
  const isAllBooked = held.length >= pass.total && pass.expiresAt > now
  return isAllBooked ? ('allBooked' as const) : ('noneLeft' as const)
}

function Until({ pass, now }: Pick<PassCardProps, 'pass' | 'now'>) {
  const t = useTranslations('bundles.pass')
  const language = useLocale()
  const date = lastDayText(pass.expiresAt, pass.timeZone, language)
  if (pass.expiresAt <= now) return <span suppressHydrationWarning>{t('ended', { date })}</span>
  return pass.isOpen && <span suppressHydrationWarning>{t('until', { date })}</span>
}

/** What is open when part of the price was paid, more than is asked for now, or no date is booked any more. */
function Owed({ pass, spots }: Pick<PassCardProps, 'pass' | 'spots'>) {
  const { owedMinor, priceMinor, currency, status } = pass
  const t = useTranslations('bundles.pass')
  const priceText = usePriceText()
  const price = priceText(Math.abs(owedMinor), currency)
  if (owedMinor < 0) return <p suppressHydrationWarning>{t('owedBack', { price })}</p>
  const isBooked = status === 'cancelled' || spots.some((spot) => holdsSeat(spot.status))
  if (owedMinor === 0 || (owedMinor === priceMinor && isBooked)) return null
  return <p suppressHydrationWarning>{t('toPay', { price })}</p>
}
