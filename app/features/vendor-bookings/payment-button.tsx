import Banknote from 'lucide-react/icons/banknote'
import { useFetcher } from 'react-router'
import { useTranslations } from 'use-intl'
import { ButtonTrouble } from '#app/features/forms/button-trouble.tsx'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { holdsSeat } from '#core/bookings/rules.ts'
import { paymentStep, type PurchaseRow } from './purchase-rows.ts'
import { ShownSpots } from './shown-spots.tsx'

/** Records the money of a row with one press. */
export function PaymentButton({ row, returnTo }: { row: PurchaseRow; returnTo: string }) {
  const t = useTranslations('vendorBookings.pay')
  const fetcher = useFetcher<NonNullable<AnyFormAnswer>>()
  const step = paymentStep(row)
  if (step === null) return null
  const name = row[0].customerName
  return (
    <fetcher.Form method="post" action="/dashboard/bookings" className="flex items-center">
      <ShownSpots spots={row.map((spot) => ({ ...spot, isHeld: holdsSeat(spot.storedStatus) }))} />
      <input type="hidden" name="returnTo" value={returnTo} />
      <Button
        name="intent"
        value={step}
        size="small"
        variant="quiet"
        pending={fetcher.state !== 'idle'}
        aria-label={t(`${step}For`, { name })}
      >
        <Banknote aria-hidden="true" />
        <span className="max-md:sr-only">{t(step)}</span>
      </Button>
      <ButtonTrouble answer={fetcher.data} />
    </fetcher.Form>
  )
}
