import ChevronRight from 'lucide-react/icons/chevron-right'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { PasswordField } from '#app/features/accounts/password-field.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { CodeField } from './code-field.tsx'

type FormProps = { email: string; answer: AnyFormAnswer }

/** Asks for the password before the key is shown. */
export function StartForm({ email, answer }: FormProps) {
  const t = useTranslations('security.twoFactor')
  const form = useForm(answer, { labels: { password: t('password') } })
  return (
    <Form method="post" noValidate className="grid max-w-md gap-5">
      <FormSummary form={form} />
      <input type="hidden" name="intent" value="start" />
      {/* For password managers. */}
      <input type="hidden" name="username" autoComplete="username" defaultValue={email} />
      <PasswordField
        {...form.field('password')}
        label={t('password')}
        autoComplete="current-password"
      />
      <div>
        <Button pending={form.busy}>{t('start')}</Button>
      </div>
    </Form>
  )
}

type Change = 'replace' | 'off'

/** Asks for the password and a code before it changes something. */
export function ChangeForm({ change, email, answer }: FormProps & { change: Change }) {
  const t = useTranslations('security.twoFactor')
  const form = useForm(answer, { labels: { password: t('password'), code: t('codeOrRecovery') } })
  const words = `changes.${change}` as const
  // Two forms with the same fields: the summary of mistakes links to those of the form that was sent.
  const isClosed = answer === undefined
  return (
    <details open={!isClosed || undefined} className="group border-t border-line py-2">
      <summary className="inline-flex min-h-11 list-none items-center gap-2 rounded-control px-1 font-medium hover:underline [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-5 transition-transform group-open:rotate-90"
        />
        {t(`${words}.title`)}
      </summary>
      <Form method="post" noValidate className="grid max-w-md gap-5 py-3">
        <p className="text-muted">{t(`${words}.text`)}</p>
        <FormSummary form={form} />
        <input type="hidden" name="intent" value={change} />
        <input type="hidden" name="username" autoComplete="username" defaultValue={email} />
        <PasswordField
          {...form.field('password')}
          {...(isClosed && { id: `password-${change}` })}
          label={t('password')}
          autoComplete="current-password"
        />
        <CodeField {...form.field('code')} {...(isClosed && { id: `code-${change}` })} />
        <div>
          <Button variant={change === 'off' ? 'danger' : 'secondary'} pending={form.busy}>
            {t(`${words}.button`)}
          </Button>
        </div>
      </Form>
    </details>
  )
}
