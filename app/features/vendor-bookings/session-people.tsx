import { useTranslations } from 'use-intl'
import { FirstOf } from '#app/features/workspace/first-of.tsx'
import { MoneyText } from './booking-state.tsx'
import { PaymentButton } from './payment-button.tsx'
import { PersonRow } from './person-row.tsx'
import { type ChosenSpot, purchaseRows } from './purchase-rows.ts'
import { editAddress } from './row-menu.tsx'

type SessionPeopleProps = {
  spots: readonly ChosenSpot[]
  /** how many are booked, also those that are not listed */
  booked: number
  here: string
}

/** Everybody who has a spot in a session, and what they owe. */
export function SessionPeople({ spots, booked, here }: SessionPeopleProps) {
  const t = useTranslations('workspace')
  if (spots.length === 0) return <p className="text-muted">{t('nobody')}</p>
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {purchaseRows(spots).map((row) => (
          <PersonRow
            key={row[0].id}
            to={editAddress(row[0].id, here)}
            name={row[0].customerName}
            about={[
              row.length > 1 && t('spots', { count: row.length }),
              row[0].status === 'pending' && t('waiting'),
            ]
              .filter(Boolean)
              .join(', ')}
          >
            <span className="whitespace-nowrap">
              <MoneyText row={row} />
            </span>
            <PaymentButton row={row} returnTo={here} />
          </PersonRow>
        ))}
      </ul>
      <FirstOf n={spots.length} total={booked} />
    </>
  )
}
