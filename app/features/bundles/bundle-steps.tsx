import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { BookingOffer } from '#app/features/booking/booking-offer.ts'
import { customerFields, useCustomerLabels } from '#app/features/booking/contact-fields.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { BundleDates } from './bundle-dates.tsx'
import { BundleFirst } from './bundle-first.tsx'
import { BundlePrice } from './bundle-price.tsx'
import type { BundleAnswer, BundleStep } from './bundle-step.ts'

type BundleStepsProps = {
  offer: BookingOffer
  step: BundleStep
  answer: BundleAnswer
  dialog: boolean
}

/** The way to a bundle, one step at a time: the first session, then all dates with name and contact. */
export function BundleSteps({ offer, step, answer, dialog }: BundleStepsProps) {
  const t = useTranslations('bundles')
  const labels = { dates: t('plan.title'), ...useCustomerLabels() }
  const form = useForm(answer, { labels })
  const shown = answer?.more?.step ?? step
  const heading = useRef<HTMLHeadingElement>(null)
  const place = shown.kind === 'first' ? 'first' : `${shown.kind} ${shown.firstId}`
  const before = useRef(place)

  useEffect(() => {
    if (before.current === place) return
    before.current = place
    // The button that led here is gone; a refusal takes the focus itself.
    if (!answer?.problem) heading.current?.focus()
  }, [place, answer])

  return (
    <div className="grid gap-5">
      <div className="grid gap-2 border-b border-line pb-5">
        {!dialog && (
          <h3 dir="auto" className="text-lg wrap-anywhere">
            {shown.bundle.name}
          </h3>
        )}
        <BundlePrice bundle={shown.bundle} />
      </div>
      <FormSummary form={form} marked={customerFields} />
      {shown.kind === 'first' ? (
        <BundleFirst offer={offer} step={shown} dialog={dialog} />
      ) : (
        <>
          <h3 ref={heading} tabIndex={-1} className="text-lg">
            {t('plan.title')}
          </h3>
          <BundleDates
            offer={offer}
            step={shown}
            form={form}
            earlier={answer?.more?.earlier ?? null}
            dialog={dialog}
          />
        </>
      )}
    </div>
  )
}
