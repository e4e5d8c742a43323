import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { SoldPack } from '#core/entitlements/queries.ts'
import { formatMoney } from '#core/shared/money.ts'

/** Bundles that are not paid, and money to be given back, the oldest first. */
export function OwedList({ packs }: { packs: readonly SoldPack[] }) {
  const t = useTranslations('workspace.overview')
  const language = useLocale()
  return (
    <ul className="divide-y divide-line border-y border-line">
      {packs.map(({ entitlementId, reference, customerName, name, owedMinor, currency }) => {
        const price = formatMoney({ minor: Math.abs(owedMinor), currency }, language)
        return (
          <li
            key={entitlementId}
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
