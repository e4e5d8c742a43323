import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { PasswordField } from '#app/features/accounts/password-field.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'

/** Changes the password of somebody who is signed in. */
export function PasswordForm({ email, answer }: { email: string; answer: AnyFormAnswer }) {
  const t = useTranslations('security.password')
  const form = useForm(answer, { labels: { password: t('current'), newPassword: t('new') } })
  return (
    <Form method="post" noValidate className="grid max-w-md gap-5">
      <FormSummary form={form} />
      {/* For password managers. */}
      <input type="hidden" name="username" autoComplete="username" defaultValue={email} />
      <PasswordField
        {...form.field('password')}
        label={t('current')}
        autoComplete="current-password"
      />
      <PasswordField
        {...form.field('newPassword')}
        label={t('new')}
        description={t('rule')}
        autoComplete="new-password"
      />
      <div>
        <Button name="intent" value="password" pending={form.busy} pendingLabel={t('changing')}>
          {t('change')}
        </Button>
      </div>
    </Form>
  )
}
