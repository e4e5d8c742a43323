import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'

export const emailIntents = { again: 'email-again', withdraw: 'email-withdraw' } as const

type WaitingEmailProps = {
  /** null: no new address waits */
  waiting: { email: string; until: string } | null
  answer: AnyFormAnswer
}

/** The new sign-in address that has not been confirmed yet, and what can be done about it. */
export function WaitingEmail({ waiting, answer }: WaitingEmailProps) {
  const t = useTranslations('security.email')
  const form = useForm(answer)
  return (
    <>
      <FormSummary form={form} />
      {waiting && (
        <Banner
          className="w-full wrap-anywhere"
          title={t('waiting', { email: waiting.email })}
          text={t('waitingText', { until: waiting.until })}
          action={
            <Form method="post" className="flex flex-wrap gap-3">
              <Button variant="secondary" size="small" name="intent" value={emailIntents.again}>
                {t('again')}
              </Button>
              <Button variant="quiet" size="small" name="intent" value={emailIntents.withdraw}>
                {t('withdraw')}
              </Button>
            </Form>
          }
        />
      )}
    </>
  )
}
