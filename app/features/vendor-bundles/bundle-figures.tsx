import { useLocale, useTranslations } from 'use-intl'
import { bundleSaving, isDearer, usableDates } from '#core/entitlements/rules.ts'
import { formatMoney, parseAmount } from '#core/shared/money.ts'
import { Button } from '#app/ui/button.tsx'
import type { Shown } from '#app/http/form-answer.ts'

/** The class whose sessions are sold. */
export type BundledClass = {
  singlePriceMinor: number
  currency: string
  /** the days of its dates that can be booked, and today, on the vendor's calendar */
  dates: readonly string[]
  today: string
}

type BundleFiguresProps = {
  /** what stands in the form */
  values: Shown
  of: BundledClass
  /** fills in how long it is valid; missing without a script */
  onDays: ((days: number) => void) | undefined
}

/** As people say it: 70 days rather than 66. */
const tens = Array.from({ length: 73 }, (_, nth) => 10 * (nth + 1))

/** Who buys right after a session waits for the next one. */
const weekOfWaiting = 7

/** Discount, saving and price per session, computed from the form's current values. */
export function BundleFigures({ values, of, onDays }: BundleFiguresProps) {
  const t = useTranslations('workspace.bundles.form')
  const language = useLocale()
  const { sessionCount, price = '', expiryDays } = values
  const { singlePriceMinor, currency } = of
  const sessions = Number(sessionCount)
  const priceMinor = price.trim() === '' ? null : parseAmount(price, { currency, language })
  if (priceMinor === null || !Number.isInteger(sessions) || sessions < 1 || sessions > 104)
    return <p className="text-muted">{t('noFigures')}</p>
  const terms = { sessionCount: sessions, bundlePriceMinor: priceMinor, singlePriceMinor }
  const { fullPriceMinor, savingMinor, discountPercent, perSessionMinor } = bundleSaving(terms)
  const money = (minor: number) => formatMoney({ minor, currency }, language)
  const rows = [
    { name: t('full'), value: money(fullPriceMinor) },
    { name: t('discount'), value: t('percent', { percent: discountPercent }) },
    { name: t('saving'), value: money(savingMinor) },
    { name: t('each'), value: money(perSessionMinor) },
  ]
  const seriesDays = (sessions - 1) * 7
  const days = Number(expiryDays)
  const expiryStarts =
    values['expiryStarts'] === 'first_session' ? 'first_session' : ('purchase' as const)
  const better = tens.find(
    (most) =>
      usableDates(of.dates, { expiryDays: most - weekOfWaiting, expiryStarts }, of.today) >=
      sessions,
  )
  const usable = usableDates(of.dates, { expiryDays: days, expiryStarts }, of.today)
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {rows.map(({ name, value }) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="text-lg font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {isDearer(terms) && <p>{t('dearer')}</p>}
      {days > 0 && usable < sessions && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {t('tooFewDates', { n: usable, sessions })}
          {onDays && better !== undefined && (
            <Button type="button" variant="secondary" size="small" onClick={() => onDays(better)}>
              {t('useDays', { days: better })}
            </Button>
          )}
        </p>
      )}
      {days > 0 && usable >= sessions && days < seriesDays && (
        <p>{t('short', { sessions, days: seriesDays })}</p>
      )}
    </div>
  )
}
