import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { MoneyOfSpan, NewBookings } from '#core/bookings/queries/overview-figures.ts'
import { formatMoney } from '#core/shared/money.ts'

const spans = ['week', 'month', 'lastMonth'] as const
export type MoneySpan = (typeof spans)[number]

/** Payments and refunds from one day to another, for a spreadsheet. */
export function PaymentsFile({ from, to }: { from: string; to: string }) {
  const t = useTranslations('overview.payments')
  return (
    <details className="group">
      <summary className="inline-flex min-h-11 list-none items-center underline underline-offset-4 [&::-webkit-details-marker]:hidden">
        {t('open')}
      </summary>
      <form
        action="/dashboard/payments/export"
        className="grid max-w-md grid-cols-2 items-end gap-3 pt-1 pb-2"
      >
        <TextField label={t('from')} name="from" type="date" defaultValue={from} required />
        <TextField label={t('to')} name="to" type="date" defaultValue={to} required />
        <Button variant="secondary" className="justify-self-start">
          {t('button')}
        </Button>
      </form>
    </details>
  )
}

type MoneyTableProps = Readonly<Record<MoneySpan, readonly MoneyOfSpan[]>>

/** What came in and what is still to come, a line for each currency. */
export function MoneyTable(money: MoneyTableProps) {
  const t = useTranslations('overview.money')
  const language = useLocale()
  const rows = spans.flatMap((span) => money[span].map((one) => ({ ...one, span })))
  const amount = (minor: number, currency: string) => formatMoney({ minor, currency }, language)
  const columns: Column<(typeof rows)[number]>[] = [
    { key: 'span', header: t('span'), lead: true, cell: ({ span }) => t(span) },
    {
      key: 'received',
      header: t('received'),
      numeric: true,
      cell: ({ received, currency }) => amount(received, currency),
    },
    {
      key: 'due',
      header: t('due'),
      numeric: true,
      cell: ({ due, currency }) => amount(due, currency),
    },
  ]
  return (
    <>
      <DataTable
        caption={t('title')}
        columns={columns}
        rows={rows}
        rowKey={({ span, currency }) => `${span} ${currency}`}
      />
      <p className="max-w-prose text-sm text-muted">{t('text')}</p>
    </>
  )
}

/** How many spots were booked lately, and how many are booked ahead. */
export function BookingFigures({ booked, cancelled, ahead }: NewBookings & { ahead: number }) {
  const t = useTranslations('overview.bookings')
  const figures = { ahead, booked, cancelled }
  const names = ['ahead', 'booked', 'cancelled'] as const
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-x-6 gap-y-4 border-y border-line py-4">
      {names.map((name) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dt className="text-sm text-muted">{t(name)}</dt>
          <dd className="text-xl font-semibold">{figures[name]}</dd>
        </div>
      ))}
    </dl>
  )
}
