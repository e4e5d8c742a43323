import type { ReactNode } from 'react'
import { useFetcher } from 'react-router'
import { useTranslations } from 'use-intl'
import { ButtonTrouble } from '#app/features/forms/button-trouble.tsx'
import { ButtonVersion } from '#app/features/forms/hidden-fields.tsx'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { type BundleMoney, bundleVersion } from '#core/bookings/rules/spot-version.ts'
import type { MoneyFacts } from '#core/money/rules.ts'
import { PaidBy } from './paid-by.tsx'
import { paymentStep, type RowOf } from './purchase-rows.ts'
import { ShownSpots, type SpotMoney, type VendorSpot } from './shown-spots.tsx'

type PaymentButtonProps = {
  row: RowOf<VendorSpot & MoneyFacts & { customerName: string }>
  returnTo: string
}

/** Records the money of a row with one press. */
export function PaymentButton({ row, returnTo }: PaymentButtonProps) {
  const step = paymentStep(row)
  if (step === null) return null
  // Who does not see all of the money has no button.
  const spots = row.flatMap((spot) => ('paidMinor' in spot ? [spot] : []))
  return <MoneyButton {...{ step, spots }} name={row[0].customerName} returnTo={returnTo} />
}

type MoneyButtonProps = Omit<PaymentButtonProps, 'row'> & {
  step: 'paid' | 'refunded'
  /** one date of a bundle stands for the bundle */
  spots: readonly (VendorSpot & SpotMoney)[]
  name: string
}

/** Beside an amount: records that the price of these spots, or of the bundle of one, was paid or given back. */
export function MoneyButton({ step, spots, ...button }: MoneyButtonProps) {
  return (
    <RecordButton {...button} intent={step}>
      <ShownSpots
        money={spots.map(({ giveBackMinor, ...spot }) =>
          step === 'refunded' && giveBackMinor !== undefined ? { ...spot, giveBackMinor } : spot,
        )}
      />
    </RecordButton>
  )
}

type BundleButtonProps = {
  bundle: BundleMoney & { passId: string; customerName: string }
  returnTo: string
}

/** The same for a bundle, whether or not one of its dates is left; nothing if its money is as it should be. */
export function BundleButton({ bundle, returnTo }: BundleButtonProps) {
  const { passId, customerName, paidMinor, owedMinor, giveBackMinor } = bundle
  if (owedMinor === 0 && giveBackMinor === 0) return null
  return (
    <RecordButton
      intent={owedMinor > 0 ? 'bundlePaid' : 'bundleRefunded'}
      name={customerName}
      returnTo={returnTo}
    >
      <input type="hidden" name="passId" value={passId} />
      <ButtonVersion version={bundleVersion({ paidMinor, owedMinor, giveBackMinor })} />
    </RecordButton>
  )
}

type RecordButtonProps = {
  intent: 'paid' | 'refunded' | 'bundlePaid' | 'bundleRefunded'
  name: string
  returnTo: string
  /** what the button is about */
  children: ReactNode
}

function RecordButton({ intent, name, returnTo, children }: RecordButtonProps) {
  const t = useTranslations('vendorBookings.pay')
  const fetcher = useFetcher<NonNullable<AnyFormAnswer>>()
  const pays = intent === 'paid' || intent === 'bundlePaid' ? intent : null
  return (
    <fetcher.Form method="post" action="/dashboard/bookings" className="flex items-center">
      {children}
      <input type="hidden" name="returnTo" value={returnTo} />
      <Button
        name="intent"
        value={intent}
        size="small"
        variant="quiet"
        // As high as a finger needs, in a line of text.
        className="-my-2 px-0!"
        pending={fetcher.state !== 'idle'}
      >
        <span
          className={cx(
            'border border-control bg-raised px-2 py-1 text-ink hover:border-ink md:px-3 md:whitespace-nowrap',
            pays === null ? 'rounded-control' : 'rounded-s-control',
          )}
        >
          {t(pays === null ? 'refunded' : 'paid')}
        </span>
        <VisuallyHidden>{name}</VisuallyHidden>
      </Button>
      {pays !== null && <PaidBy intent={pays} name={name} isQuiet />}
      <ButtonTrouble answer={fetcher.data} />
    </fetcher.Form>
  )
}
