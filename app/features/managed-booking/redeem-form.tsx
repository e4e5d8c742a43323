import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import {
  Condition,
  customerFields,
  useCustomerLabels,
} from '#app/features/booking/contact-fields.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { type DatePageLinks, DatePages } from '#app/features/sessions/date-pages.tsx'
import { Seen } from '#app/features/sessions/seen.tsx'
import { type OpenSession, SessionChoice } from '#app/features/sessions/session-choice.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import type { Pass } from '#core/passes/queries.ts'

type RedeemFormProps = {
  pass: Pass
  sessions: readonly OpenSession[]
  dates: DatePageLinks
  now: Date
  backTo: string
  answer: AnyFormAnswer
}

/** Books another session with what remains of a bundle. */
export function RedeemForm({ pass, sessions, dates, now, backTo, answer }: RedeemFormProps) {
  const t = useTranslations('bundles.pass')
  const m = useTranslations('booking.manage')
  const form = useForm(answer, { labels: useCustomerLabels() })
  return (
    <Form method="post" noValidate className="grid gap-5">
      <FormSummary form={form} marked={customerFields} />
      <input type="hidden" name="pass" value={pass.passId} />
      <Seen of={{ sessions }} />
      {sessions.length === 0 ? (
        <>
          <p>{t('none')}</p>
          <DatePages {...dates} />
        </>
      ) : (
        <SessionChoice
          legend={t('choose')}
          sessions={sessions}
          now={now}
          preselected={form.fields['sessionId'] ?? null}
        >
          <DatePages {...dates} />
        </SessionChoice>
      )}
      <Condition offer={{ condition: pass.unconfirmed }} form={form} />
      <div className="flex flex-wrap gap-3">
        {sessions.length > 0 && (
          <Button name="intent" value="redeem" pending={form.busy} pendingLabel={t('pending')}>
            {t('button')}
          </Button>
        )}
        <LinkButton to={backTo} variant="secondary">
          {m('keep')}
        </LinkButton>
      </div>
    </Form>
  )
}
