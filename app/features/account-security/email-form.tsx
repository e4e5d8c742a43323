import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { PasswordField } from '#app/features/accounts/password-field.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { CodeField } from './code-field.tsx'

type EmailFormProps = {
  email: string
  /** with two-factor sign-in */
  asksForCode: boolean
  answer: AnyFormAnswer
}

/** Asks for a new sign-in address, and for what a sign-in asks for. */
export function EmailForm({ email, asksForCode, answer }: EmailFormProps) {
  const t = useTranslations('security')
  const form = useForm(answer, {
    labels: {
      email: t('email.new'),
      password: t('twoFactor.password'),
      code: t('twoFactor.codeOrRecovery'),
    },
  })
  return (
    <Form method="post" noValidate className="grid max-w-md gap-5">
      <FormSummary form={form} />
      <TextField
        {...form.text('email')}
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        dir="ltr"
      />
      {/* For password managers. */}
      <input type="hidden" name="username" autoComplete="username" defaultValue={email} />
      <PasswordField
        {...form.field('password')}
        label={t('twoFactor.password')}
        autoComplete="current-password"
      />
      {asksForCode && <CodeField {...form.field('code')} />}
      <div>
        <Button pending={form.busy} pendingLabel={t('email.sending')}>
          {t('email.send')}
        </Button>
      </div>
    </Form>
  )
}
