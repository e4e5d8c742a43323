import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { AccountPage } from './account-page.tsx'

export const codeIntent = 'code'

type CodeFormProps = {
  email: string
  answer: AnyFormAnswer
  /** where another account signs in */
  back?: string
  /** hidden fields that go along */
  children?: ReactNode
}

/** Asks for the code of the authenticator app after the right password, or for a recovery code. */
export function CodeForm({ email, answer, back = '/login', children }: CodeFormProps) {
  const t = useTranslations('account')
  const form = useForm(answer, {
    labels: { code: t('code.code'), recoveryCode: t('code.recoveryCode') },
  })
  return (
    <AccountPage title={t('code.title')} text={t('code.text', { email })}>
      <FormSummary form={form} />
      <Form method="post" noValidate className="grid gap-5">
        <input type="hidden" name="intent" value={codeIntent} />
        <input type="hidden" name="email" value={email} />
        {children}
        <TextField
          {...form.field('code')}
          label={t('code.code')}
          description={t('code.help')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          dir="ltr"
        />
        <Button wide size="large" pending={form.busy} pendingLabel={t('login.pending')}>
          {t('code.button')}
        </Button>
        <details open={form.of('recoveryCode') !== undefined || undefined}>
          <summary className="inline-flex min-h-11 list-none items-center underline underline-offset-4 [&::-webkit-details-marker]:hidden">
            {t('code.noApp')}
          </summary>
          <div className="grid gap-4 pt-2">
            <TextField
              {...form.field('recoveryCode')}
              label={t('code.recoveryCode')}
              description={t('code.recoveryHelp')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              dir="ltr"
            />
            <div>
              <Button variant="secondary" pending={form.busy}>
                {t('code.recoveryButton')}
              </Button>
            </div>
            <p className="text-muted">
              {t.rich('code.lost', {
                contact: (words) => (
                  <Link to="/contact" className="text-ink underline underline-offset-4">
                    {words}
                  </Link>
                ),
              })}
            </p>
          </div>
        </details>
      </Form>
      <Link
        to={back}
        className="inline-flex min-h-11 items-center justify-self-start underline underline-offset-4"
      >
        {t('code.other')}
      </Link>
    </AccountPage>
  )
}
