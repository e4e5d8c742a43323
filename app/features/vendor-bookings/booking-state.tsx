import { useLocale, useTranslations } from 'use-intl'
import { isPending } from '#core/bookings/rules/status.ts'
import { paysFirst } from '#core/bookings/rules/waiting.ts'
import { StatusBadge, statusWord } from '#app/features/booking/status-badge.tsx'
import { instantText } from '#app/features/workspace/day-text.ts'
import { type MoneyFacts, moneyOf } from '#core/money/rules.ts'
import { formatMoney } from '#core/shared/money.ts'
import type { BookingShown } from './purchase-rows.ts'

type StateFacts = Pick<
  BookingShown,
  'status' | 'waitsFor' | 'confirmedAt' | 'attendance' | 'lateWaivedAt' | 'expiresAt'
>

/** Only what is not as usual: a booking is confirmed, and after its session completed. Whether its customer came. */
export function State({ row, zone }: { row: StateFacts; zone: string }) {
  const t = useTranslations('vendorBookings.list')
  const a = useTranslations('attendance')
  const language = useLocale()
  if (row.attendance === 'late_cancel') return <span>{t('late')}</span>
  if (row.attendance !== null) return <span>{a(`marked.${row.attendance}`)}</span>
  if (row.status === 'confirmed' || row.status === 'completed') return null
  if (row.lateWaivedAt !== null) return <span>{a('waived')}</span>
  const word = t(`status.${statusWord(row)}`)
  if (!isPending(row.status)) return <span>{word}</span>
  return (
    <>
      <StatusBadge status={row.status} label={word} />
      {/* A held spot may be free before its last moment: that is Stripe’s. */}
      {row.expiresAt && !(paysFirst(row) && row.confirmedAt === null) && (
        <span>{t('until', { time: instantText(row.expiresAt, zone, language) })}</span>
      )}
    </>
  )
}

type MoneyRow = readonly [MoneyFacts, ...MoneyFacts[]]

/** 'Unpaid: €16', or 'Paid, €16 to refund'; nothing where there is nothing to say. */
export function MoneyText({ row }: { row: MoneyRow }) {
  const t = useTranslations('vendorBookings.list.money')
  const s = useTranslations('shared')
  const language = useLocale()
  const money = moneyOf(row)
  if (money === null) return null
  if (money.kind === 'free') return s('free')
  const price = (minor: number) => formatMoney({ minor, currency: row[0].currency }, language)
  if (money.kind === 'due') return t('due', { price: price(money.minor) })
  const back = row.reduce(
    (sum, spot) => sum + ('giveBackMinor' in spot ? Number(spot.giveBackMinor) : 0),
    0,
  )
  return money.kind === 'paid' && back > 0 ? t('back', { price: price(back) }) : t(money.kind)
}
