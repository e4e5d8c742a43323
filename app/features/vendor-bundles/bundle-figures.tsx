import { useLocale, useTranslations } from 'use-intl'
import { bundleSaving, enoughDays, isDearer, usableDates } from '#core/passes/rules.ts'
import { formatMoney, parseAmount } from '#core/shared/money.ts'
import { Banner } from '#app/ui/banner.tsx'
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
}

/** Discount, saving and price per session, computed from the form's current values. */
export function BundleFigures({ values, of }: BundleFiguresProps) {
  const t = useTranslations('vendorBundles.form')
  const language = useLocale()
  const { price = '' } = values
  const { singlePriceMinor, currency } = of
  const sessions = sessionsIn(values)
  const priceMinor = price.trim() === '' ? null : parseAmount(price, { currency, language })
  if (priceMinor === null || sessions === null)
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
    </div>
  )
}

function sessionsIn({ sessionCount }: Shown): number | null {
  const sessions = Number(sessionCount)
  return Number.isInteger(sessions) && sessions >= 1 && sessions <= 104 ? sessions : null
}

type DaysHintProps = BundleFiguresProps & {
  /** fills in how long it is valid; missing without a script */
  onDays: ((days: number) => void) | undefined
}

/** Whether the days that stand in the form are enough for its sessions. */
export function DaysHint({ values, of, onDays }: DaysHintProps) {
  const t = useTranslations('vendorBundles.form')
  const sessions = sessionsIn(values)
  const days = Number(values['expiryDays'])
  if (sessions === null || !(days > 0)) return null
  const expiryStarts =
    values['expiryStarts'] === 'first_session' ? 'first_session' : ('purchase' as const)
  const usable = usableDates(of.dates, { expiryDays: days, expiryStarts }, of.today)
  const seriesDays = (sessions - 1) * 7
  if (usable >= sessions)
    return days < seriesDays && <p>{t('short', { sessions, days: seriesDays })}</p>
  const better = enoughDays(of.dates, { sessionCount: sessions, expiryStarts }, of.today)
  return (
    <Banner
      tone="warn"
      title={t('tooFewDates', { n: usable, sessions })}
      action={
        onDays &&
        better !== null && (
          <Button type="button" variant="secondary" size="small" onClick={() => onDays(better)}>
            {t('useDays', { days: better })}
          </Button>
        )
      }
    />
  )
}
