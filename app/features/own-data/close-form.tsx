import { Form } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { CodeField } from '#app/features/account-security/code-field.tsx'
import { PasswordField } from '#app/features/accounts/password-field.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { givenBackSentences } from '#app/features/workspace/reach-sentences.ts'
import { useForm } from '#app/features/forms/use-form.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { CloseQuestion } from '#core/own-data/steps/close-question.ts'

type CloseFormProps = {
  /** `null` before the setup */
  username: string | null
  question: CloseQuestion
  /** the account has two-factor sign-in */
  needsCode: boolean
  answer: AnyFormAnswer
}

/** Folded, because nobody should meet it by accident: deletes the account, and says what that does to customers. */
export function CloseForm({ username, question, needsCode, answer }: CloseFormProps) {
  const t = useTranslations('ownData.close')
  const ask = useTranslations('workspace.ask')
  const language = useLocale()
  const s = useTranslations('security.twoFactor')
  const form = useForm(answer, {
    labels: {
      cancel: t('cancel'),
      username: t('username'),
      password: t('password'),
      code: s('codeOrRecovery'),
    },
  })
  const { sessions, bookings, reach, givenBack, bundles, paidBundles, agreement } = question
  const effects = [
    bookings > 0 && t('sessions', { bookings, sessions }),
    reach.told > 0 && t('told', { count: reach.told }),
    reach.unreached > 0 && t('unreached', { count: reach.unreached }),
    ...givenBackSentences(givenBack, ask, language),
    bundles > 0 && t('bundles', { count: bundles }),
    paidBundles > 0 && t('paid', { count: paidBundles }),
  ].filter((text) => text !== false)
  return (
    <details open={answer !== undefined}>
      <summary
        className={buttonClasses({
          variant: 'secondary',
          className: 'list-none [&::-webkit-details-marker]:hidden',
        })}
      >
        {t('open')}
      </summary>
      <Form method="post" noValidate className="mt-5 grid max-w-md gap-5">
        <FormSummary form={form} />
        {agreement !== '' && (
          <>
            <ul className="grid list-disc gap-1 ps-5">
              {effects.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            <CheckboxField {...form.field('cancel')} label={t('cancel')} />
          </>
        )}
        {username !== null && (
          <TextField
            {...form.text('username')}
            description={t('usernameText', { username })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        <PasswordField
          {...form.field('password')}
          label={t('password')}
          autoComplete="current-password"
        />
        {needsCode && <CodeField {...form.field('code')} />}
        <div>
          <Button
            variant="danger"
            name="agreed"
            value={agreement}
            pending={form.busy}
            pendingLabel={t('pending')}
          >
            {t('button')}
          </Button>
        </div>
      </Form>
    </details>
  )
}
