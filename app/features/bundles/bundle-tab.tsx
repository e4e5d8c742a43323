import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { BookingOffer } from '#app/features/booking/booking-offer.ts'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { useLive } from '#app/ui/use-browser.ts'
import { BundleList } from './bundle-list.tsx'
import {
  type Bundle,
  type BundleAnswer,
  type BundleStep,
  bundleTo,
  opensDialog,
} from './bundle-step.ts'

// Fetched when a bundle is opened. Without a boundary around it the server's page waits for it and is whole,
// and a page that is open stays as it is until it is there.
const BundleSteps = lazyPart(() =>
  import('./bundle-steps.tsx').then((module) => module.BundleSteps),
)

export type BundlesOffered = {
  all: Bundle[]
  step: BundleStep | null
  /** a link led to a bundle that is not sold */
  gone: boolean
}

type BundleTabProps = {
  offer: BookingOffer
  bundles: BundlesOffered
  answer: BundleAnswer
}

/** The bundles of a class. The steps to one open in a dialog; by a link, and without a script, in the page. */
export function BundleTab({ offer, bundles, answer }: BundleTabProps) {
  const t = useTranslations('bundles')
  const s = useTranslations('shared')
  const form = useForm(answer)
  const navigate = useNavigate()
  const live = useLive()
  const dialog = opensDialog(useLocation().state) && live
  const { step } = bundles
  const gone = bundles.gone || answer?.more?.gone === true
  const steps = step && !gone && (
    <BundleSteps offer={offer} step={step} answer={answer} dialog={dialog} />
  )
  if (steps && !dialog) return steps
  return (
    <div className="grid gap-5">
      {gone && <Banner tone="warn" title={t('gone')} />}
      {!steps && <FormSummary form={form} />}
      <BundleList classId={offer.classId} bundles={bundles.all} />
      <Dialog
        open={Boolean(steps)}
        onClose={() => void navigate(bundleTo(offer.classId, {}), { preventScrollReset: true })}
        title={step ? t('bookOf', { name: step.bundle.name }) : t('book')}
        closeLabel={s('close')}
      >
        {steps}
      </Dialog>
    </div>
  )
}
