import CalendarX from 'lucide-react/icons/calendar-x'
import { type ReactNode, useMemo, useState } from 'react'
import { useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { AskTrainer } from '#app/features/booking/ask-trainer.tsx'
import type { BookingAnswer, RefusedSession } from '#app/features/booking/booking-answer.ts'
import type { BookingOffer } from '#app/features/booking/booking-offer.ts'
import {
  type BundleAnswer,
  bundleTo,
  type RefusedBundle,
} from '#app/features/bundles/bundle-step.ts'
import { type BundlesOffered, BundleTab } from '#app/features/bundles/bundle-tab.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { type FormAnswer, textOf } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { TabLinks } from '#app/ui/tab-links.tsx'

import { BookingForm } from './booking-form.tsx'

/** What books a class, one session of it or a bundle. Without sessions or after the last day it says so instead. */
export function BookingPanel({
  offer,
  onPhone,
  sheet,
  isInSheet,
  bundles,
  tab,
  answer,
}: {
  offer: BookingOffer
  /** what a phone shows in place of the form, until a time is chosen; null where the form is wanted at once */
  onPhone: ReactNode
  /** the form over the page, while it is open */
  sheet: ReactNode
  isInSheet: boolean
  bundles: BundlesOffered
  tab: 'single' | 'bundle'
  answer: FormAnswer<RefusedSession | RefusedBundle | null> | undefined
}) {
  const t = useTranslations('booking')
  const b = useTranslations('bundles')
  const next = useNavigation().location
  const opensBundles =
    tab === 'single' && new URLSearchParams(next?.search ?? '').get('tab') === 'bundle'
  // Another object would be another answer, which takes the focus to its first mistake again.
  const { ofSession, ofBundle } = useMemo(() => apart(answer), [answer])
  // Another contact may still book.
  const asksToo = !offer.asks && (ofSession ?? ofBundle)?.more?.asksVendor === true
  return (
    <Card as="section" id="book" aria-labelledby="book-title" className="scroll-mt-4">
      <h2 id="book-title" className="text-xl">
        {offer.asks
          ? t('ask.title', { kind: 'class', name: offer.business })
          : t(offer.confirmedBy === null ? 'form.title' : 'form.request.title')}
      </h2>
      {(bundles.all.length > 0 || tab === 'bundle') && (
        <div className="mt-3">
          <TabLinks
            label={b('tabs.label')}
            tabs={[
              {
                to: `/book/class/${offer.classId}#book`,
                label: b('tabs.single'),
                current: tab === 'single',
              },
              {
                to: bundleTo(offer.classId, {}),
                label: b('tabs.bundle'),
                current: tab === 'bundle',
              },
            ]}
          />
        </div>
      )}
      <div className="mt-5 grid gap-5">
        {asksToo && <AskTrainer offer={offer} ways={offer.ways} />}
        {opensBundles ? (
          <p className="flex min-h-24 items-center gap-3">
            <Spinner /> {b('loading')}
          </p>
        ) : offer.registrationClosed ? (
          <div className="grid gap-3">
            <Summary answer={ofSession} />
            <p>{t(offer.paused ? 'form.pausedNote' : 'form.closedNote')}</p>
            <Button type="button" wide size="large" disabled>
              {t('form.closed')}
            </Button>
          </div>
        ) : offer.asks ? (
          <div className="grid gap-3">
            <Summary answer={ofSession ?? ofBundle} />
            <AskTrainer offer={offer} ways={offer.ways} />
          </div>
        ) : tab === 'bundle' ? (
          <BundleTab offer={offer} bundles={bundles} answer={ofBundle} />
        ) : (
          <SingleSession {...{ offer, onPhone, sheet, isInSheet }} answer={ofSession} />
        )}
      </div>
    </Card>
  )
}

/** The answer by the form it is about: only one of the two was sent. */
function apart(answer: FormAnswer<RefusedSession | RefusedBundle | null> | undefined): {
  ofSession: BookingAnswer
  ofBundle: BundleAnswer
} {
  if (!answer) return { ofSession: undefined, ofBundle: undefined }
  const { more } = answer
  return textOf(answer.typed, 'bundleId') === ''
    ? {
        ofSession: { ...answer, more: more?.about === 'session' ? more : null },
        ofBundle: undefined,
      }
    : {
        ofSession: undefined,
        ofBundle: { ...answer, more: more?.about === 'bundle' ? more : null },
      }
}

function Summary({ answer }: { answer: BookingAnswer | BundleAnswer }) {
  return <FormSummary form={useForm(answer)} />
}

type SingleProps = {
  offer: BookingOffer
  onPhone: ReactNode
  sheet: ReactNode
  isInSheet: boolean
  answer: BookingAnswer
}

function SingleSession({ offer, onPhone, sheet, isInSheet, answer }: SingleProps) {
  const t = useTranslations('booking.form')
  // Another day of a form keeps what was typed in it.
  const [wasForm] = useState(onPhone === null)
  const chooses = onPhone !== null && !answer && !wasForm
  if (offer.sessions.length > 0)
    return (
      <>
        {chooses && <div className="grid gap-5 lg:hidden">{onPhone}</div>}
        {/* Whatever the width: a tablet can be turned while it is open. */}
        {chooses && sheet}
        {/* Beside the one in the sheet, its fields would be there twice. */}
        {!(chooses && isInSheet) && (
          <div className={chooses ? 'max-lg:hidden' : undefined}>
            <BookingForm offer={offer} answer={answer} />
          </div>
        )}
      </>
    )
  return (
    <>
      <Summary answer={answer} />
      <EmptyState level={3} icon={<CalendarX />} title={t('none')} text={t('noneNote')} />
    </>
  )
}
