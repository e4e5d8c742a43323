import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { CardBack } from '#app/features/vendor-bookings/card-back.tsx'
import { MoneyText } from '#app/features/vendor-bookings/booking-state.tsx'
import { BundleButton, PaymentButton } from '#app/features/vendor-bookings/payment-button.tsx'
import { PersonRow } from '#app/features/vendor-bookings/person-row.tsx'
import { editAddress } from '#app/features/vendor-bookings/row-menu.tsx'
import { FirstOf } from '#app/features/workspace/first-of.tsx'
import { useDayTime } from '#app/features/workspace/day-text.ts'
import { formatMoney } from '#core/shared/money.ts'
import { LongList } from './long-list.tsx'
import type { Owed } from './owed.server.ts'

/** What is to be given back first; who has not paid, with one press to note that they have; bundles that are not paid. */
export function OwedList({ rows, others, otherCount }: Owed) {
  const t = useTranslations('overview')
  const dayTime = useDayTime()
  const [refunds, unpaid] = [
    others.filter(({ minor }) => minor < 0),
    others.filter(({ minor }) => minor >= 0),
  ]
  const all = [
    ...refunds.map((one) => <OtherRow key={one.id} {...one} />),
    ...rows.map((row) => {
      const [first] = row
      return (
        <PersonRow
          key={first.id}
          to={editAddress(first.id, '/dashboard')}
          name={first.customerName}
          about={`${first.classTitle}, ${dayTime(first)}`}
        >
          <span className="whitespace-nowrap">
            <MoneyText row={row} />
          </span>
          <PaymentButton row={row} returnTo="/dashboard" />
        </PersonRow>
      )
    }),
    ...unpaid.map((one) => <OtherRow key={one.id} {...one} />),
  ]
  return (
    <LongList rows={all} most={3}>
      <FirstOf n={others.length} total={otherCount} />
      {rows.length > 0 && (
        <Link
          to="/dashboard/bookings?when=past&payment=due"
          className="inline-flex min-h-11 items-center justify-self-start underline underline-offset-4"
        >
          {t('allOwed')}
        </Link>
      )}
    </LongList>
  )
}

/** A bundle, or a refund for single spots. */
function OtherRow({
  reference,
  customerName,
  name,
  minor,
  currency,
  back,
  bundle,
}: Owed['others'][number]) {
  const t = useTranslations('overview')
  const due = useTranslations('vendorBookings.list.money')
  const price = formatMoney({ minor: Math.abs(minor), currency }, useLocale())
  return (
    <PersonRow to={`/dashboard/bookings?when=all&q=${reference}`} name={customerName} about={name}>
      {minor > 0 ? due('due', { price }) : t('youOwe', { price })}
      <CardBack back={back} returnTo="/dashboard" />
      {bundle && <BundleButton bundle={bundle} returnTo="/dashboard" />}
    </PersonRow>
  )
}
