import Banknote from 'lucide-react/icons/banknote'
import { useFetcher } from 'react-router'
import { useTranslations } from 'use-intl'
import { ButtonTrouble } from '#app/features/forms/button-trouble.tsx'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { holdsSeat } from '#core/bookings/rules.ts'
import { paymentStep, type PurchaseRow } from './purchase-rows.ts'
import { ShownSpots, type VendorSpot } from './shown-spots.tsx'

// As high as a finger needs, in a line of text.
const amountClasses = '-mt-2 -mb-2.5 px-0!'

type PaymentButtonProps = {
  row: PurchaseRow
  returnTo: string
  /** 'Due €16', where the amount itself is the button */
  amount?: string
}

/** Records the money of a row with one press. */
export function PaymentButton({ row, ...look }: PaymentButtonProps) {
  const step = paymentStep(row)
  if (step === null) return null
  const spots = row.map((spot) => ({ ...spot, isHeld: holdsSeat(spot.storedStatus) }))
  return <MoneyButton {...{ step, spots }} name={row[0].customerName} {...look} />
}

type MoneyButtonProps = Omit<PaymentButtonProps, 'row'> & {
  step: 'paid' | 'refunded'
  /** one date of a bundle stands for the bundle */
  spots: readonly VendorSpot[]
  name: string
}

/** Records that the price of these spots, or of the bundle of one, was paid or given back. */
export function MoneyButton({ step, spots, name, returnTo, amount }: MoneyButtonProps) {
  const t = useTranslations('vendorBookings.pay')
  const fetcher = useFetcher<NonNullable<AnyFormAnswer>>()
  return (
    <fetcher.Form method="post" action="/dashboard/bookings" className="flex items-center">
      <ShownSpots spots={spots} />
      <input type="hidden" name="returnTo" value={returnTo} />
      <Button
        name="intent"
        value={step}
        size="small"
        variant="quiet"
        className={amount === undefined ? undefined : amountClasses}
        pending={fetcher.state !== 'idle'}
        aria-label={
          amount === undefined || step === 'refunded'
            ? t(`${step}For`, { name })
            : t('amountFor', { amount, name })
        }
      >
        {amount === undefined ? (
          <>
            <Banknote aria-hidden="true" />
            {t(step)}
          </>
        ) : (
          <span className="rounded-full border border-control px-2.5 py-1 whitespace-nowrap text-ink">
            {step === 'paid' ? amount : t(step)}
          </span>
        )}
      </Button>
      <ButtonTrouble answer={fetcher.data} />
    </fetcher.Form>
  )
}
