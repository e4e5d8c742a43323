import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { formatMoney } from '#core/shared/money.ts'

export type Owed = {
  id: string
  reference: string
  customerName: string
  /** of the bundle or the class */
  name: string
  /** negative: the vendor owes it */
  owedMinor: number
  currency: string
}

/** Bundles that are not paid, and money to be given back. */
export function OwedList({ owed }: { owed: readonly Owed[] }) {
  const t = useTranslations('workspace.overview')
  const language = useLocale()
  return (
    <ul className="divide-y divide-line border-y border-line">
      {owed.map(({ id, reference, customerName, name, owedMinor, currency }) => {
        const price = formatMoney({ minor: Math.abs(owedMinor), currency }, language)
        return (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3"
          >
            <span className="min-w-0">
              <Link
                to={`/dashboard/bookings?q=${reference}`}
                className="font-medium wrap-anywhere underline underline-offset-4"
              >
                <bdi>{customerName}</bdi>
              </Link>{' '}
              <bdi className="text-sm text-muted wrap-anywhere">{name}</bdi>
            </span>{' '}
            <span>{t(owedMinor > 0 ? 'owesYou' : 'youOwe', { price })}</span>
          </li>
        )
      })}
    </ul>
  )
}
