import CalendarX from 'lucide-react/icons/calendar-x'
import { Form, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import type { BookingOffer } from '#app/features/booking/booking-offer.ts'
import { DatePages } from '#app/features/sessions/date-pages.tsx'
import { isOpen, SessionChoice } from '#app/features/sessions/session-choice.tsx'
import { ZoneNote } from '#app/features/sessions/session-time.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { type BundleStep, inDialog } from './bundle-step.ts'

type BundleFirstProps = {
  offer: BookingOffer
  step: Extract<BundleStep, { kind: 'first' }>
  dialog: boolean
}

/** Asks for the first session by an address: the dates that follow can be looked at, and left again. */
export function BundleFirst({ offer, step, dialog }: BundleFirstProps) {
  const t = useTranslations('bundles')
  const b = useTranslations('booking.form')
  const pending = useNavigation().state === 'loading'
  const state = dialog ? inDialog : null
  if (step.sessions.length === 0)
    return <EmptyState level={3} icon={<CalendarX />} title={b('none')} text={b('noneNote')} />
  return (
    <Form
      method="get"
      action={`/book/class/${offer.classId}#book`}
      state={state}
      preventScrollReset
      // What is missing is said by the page, in one place.
      noValidate
      className="grid gap-5"
    >
      {step.missing && (
        <FormProblem
          title={t('missing.title')}
          problems={[{ id: 'bundle-first', text: t('missing.text') }]}
        />
      )}
      <input type="hidden" name="bundle" value={step.bundle.id} />
      <input type="hidden" name="step" value="dates" />
      <div id="bundle-first">
        <SessionChoice
          name="first"
          legend={t('first.legend')}
          sessions={step.sessions}
          now={offer.now}
          preselected={step.sessions.find((session) => isOpen(session, offer.now))?.id ?? null}
        >
          <DatePages first={step.firstTo} later={step.laterTo} state={state} />
        </SessionChoice>
      </div>
      <ZoneNote zone={offer.timeZone} at={offer.now} />
      <p className="text-muted">{t('first.hint')}</p>
      <Button wide size="large" pending={pending} pendingLabel={t('first.pending')}>
        {t('first.button')}
      </Button>
    </Form>
  )
}
