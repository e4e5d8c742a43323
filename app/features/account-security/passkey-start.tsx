import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { PasswordField } from '#app/features/accounts/password-field.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { CodeField } from './code-field.tsx'

type PasskeyStartProps = {
  email: string
  /** with two-factor sign-in */
  asksForCode: boolean
  answer: AnyFormAnswer
}

/** Asks for what a sign-in asks for, before a passkey replaces it. */
export function PasskeyStart({ email, asksForCode, answer }: PasskeyStartProps) {
  const t = useTranslations('security')
  const form = useForm(answer, {
    labels: { password: t('twoFactor.password'), code: t('twoFactor.codeOrRecovery') },
  })
  return (
    <Form method="post" noValidate className="grid max-w-md gap-5">
      <FormSummary form={form} />
      {/* For password managers. */}
      <input type="hidden" name="username" autoComplete="username" defaultValue={email} />
      <PasswordField
        {...form.field('password')}
        label={t('twoFactor.password')}
        autoComplete="current-password"
      />
      {asksForCode && <CodeField {...form.field('code')} />}
      <div>
        <Button pending={form.busy}>{t('twoFactor.start')}</Button>
      </div>
    </Form>
  )
}
