import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { LinkButton } from '#app/ui/button.tsx'
import { PrintButton } from '#app/ui/print-button.tsx'
import type { Receipt, ReceiptLine } from '#core/bookings/queries/receipt.ts'
import { dateFormat, localClockText } from '#core/shared/formats.ts'
import { formatMoney } from '#core/shared/money.ts'

/** A receipt as one sheet of paper, with the ways to print it and back. */
export function ReceiptSheet({ receipt, backTo }: { receipt: Receipt; backTo: string }) {
  const t = useTranslations('receipt')
  const language = useLocale()
  const { vendor, customerName, currency, lines, payments, backs } = receipt
  const price = (minor: number) => formatMoney({ minor, currency }, language)
  const kept = receipt.paidMinor - receipt.backMinor
  return (
    <main id="main" className="page-narrow grid content-start gap-8 py-8 print:py-0">
      <div className="no-print flex flex-wrap gap-3">
        <LinkButton to={backTo} variant="secondary">
          {t('back')}
        </LinkButton>
        <PrintButton label={t('print')} />
      </div>
      <header className="wrap-anywhere">
        <p className="text-xl font-semibold">
          <bdi>{vendor.name}</bdi>
        </p>
        {vendor.postalAddress !== null && (
          <p className="whitespace-pre-line" dir="auto">
            {vendor.postalAddress}
          </p>
        )}
        {vendor.taxLine !== null && <p dir="auto">{vendor.taxLine}</p>}
      </header>
      <h1 className="text-3xl">{t('title', { number: receipt.number })}</h1>
      <dl className="grid gap-1">
        <Fact name={t('date')}>{dayText(receipt.givenOn, language)}</Fact>
        <Fact name={t('customer')}>{customerName ?? t('erased')}</Fact>
        <Fact name={t('reference')}>{receipt.reference}</Fact>
      </dl>
      <table className="w-full border-collapse text-start" suppressHydrationWarning>
        <thead>
          <tr className="border-b border-ink">
            <th scope="col" className="py-2 text-start font-medium">
              {t('what')}
            </th>
            <th scope="col" className="py-2 ps-4 text-end font-medium">
              {t('price')}
            </th>
            <th scope="col" className="py-2 ps-4 text-end font-medium">
              {t('paid')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.flatMap(partsOf).map((line) => (
            <tr
              key={`${line.title} ${line.date} ${line.startTime} ${line.extraId}`}
              className="border-b border-line"
            >
              <th scope="row" className="py-2 text-start font-normal wrap-anywhere">
                <bdi>{line.title}</bdi>
                <span className="block text-muted empty:hidden" suppressHydrationWarning>
                  {line.date === null
                    ? line.extraId === null && t('bundle', { count: line.count })
                    : [
                        dayText(line.date, language),
                        line.startTime && localClockText(line.startTime, vendor.zone, language),
                        line.count > 1 && t('spots', { count: line.count }),
                      ]
                        .filter(Boolean)
                        .join(', ')}
                </span>
              </th>
              <Amount text={price(line.priceMinor)} />
              <Amount text={line.paidMinor === null ? '' : price(line.paidMinor)} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <Sum name={t('total')} text={price(receipt.paidMinor)} />
        </tfoot>
      </table>
      <table className="w-full border-collapse text-start" aria-label={t('payments')}>
        <tbody>
          {payments.map(({ day, method, minor }) => (
            <tr key={`${day} ${method}`}>
              <th scope="row" className="py-2 text-start font-normal" suppressHydrationWarning>
                {t('paidBy', { method, date: dayText(day, language) })}
              </th>
              <Amount text={price(minor)} />
            </tr>
          ))}
          {backs.map(({ kind, day, method, minor }) => (
            <tr key={`${kind} ${day} ${method}`}>
              <th scope="row" className="py-2 text-start font-normal" suppressHydrationWarning>
                {kind === 'refunded'
                  ? t('backBy', { method, date: dayText(day, language) })
                  : `${t(kind)} ${dayText(day, language)}`}
              </th>
              <Amount text={`−${price(minor)}`} />
            </tr>
          ))}
        </tbody>
        {backs.length > 0 && (
          <tfoot>
            <Sum name={t('left')} text={price(kept)} />
          </tfoot>
        )}
      </table>
    </main>
  )
}

/** What a line is made of: the price of the slot, and of each extra. */
function partsOf({ extras, ...line }: ReceiptLine) {
  const extrasMinor = extras.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  // A part payment is for no part of it in particular.
  const isWhole = line.paidMinor === line.priceMinor
  return [
    {
      ...line,
      extraId: null,
      priceMinor: line.priceMinor - extrasMinor,
      paidMinor: isWhole ? line.paidMinor - extrasMinor : line.paidMinor,
    },
    ...extras.map(({ id, name, amountMinor }) => ({
      title: name,
      date: null,
      startTime: null,
      count: 1,
      extraId: id,
      priceMinor: amountMinor,
      paidMinor: isWhole ? amountMinor : null,
    })),
  ]
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-2 wrap-anywhere">
      <dt className="text-muted">{name}</dt>
      <dd suppressHydrationWarning>
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}

const Amount = ({ text }: { text: string }) => (
  <td className="py-2 ps-4 text-end align-top whitespace-nowrap" suppressHydrationWarning>
    {text}
  </td>
)

const Sum = ({ name, text }: { name: string; text: string }) => (
  <tr className="border-t border-ink font-semibold">
    <th scope="row" className="py-2 text-start">
      {name}
    </th>
    <td colSpan={2} className="py-2 ps-4 text-end whitespace-nowrap" suppressHydrationWarning>
      {text}
    </td>
  </tr>
)

const dayText = (day: string, language: string) =>
  dateFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T12:00Z`))
