import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { UsernameField } from '#app/features/accounts/username-field.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { ShownVersion } from '#app/features/forms/hidden-fields.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'

type UsernameFormProps = {
  version: string
  username: string
  origin: string
  answer: AnyFormAnswer
}

/** The address of the page, saved on its own: links with the former one are redirected. */
export function UsernameForm({ version, username, origin, answer }: UsernameFormProps) {
  const t = useTranslations('settings.username')
  const s = useTranslations('settings')
  const values = { username }
  const form = useForm(answer, { labels: { username: t('title') }, values })
  return (
    <Form method="post" noValidate className="grid gap-4 border-t border-line pt-8">
      <h3 className="text-lg">{t('title')}</h3>
      <p className="-mt-3 text-muted">{t('text')}</p>
      <input type="hidden" name="intent" value="username" />
      <ShownVersion version={version} answer={answer} />
      <FormSummary form={form} />
      <UsernameField
        {...form.field('username')}
        required
        origin={origin}
        typed={form.fields['username'] ?? username}
        suggestion=""
        current={username}
      />
      <div>
        <Button variant="secondary" pending={form.busy} pendingLabel={s('saving')}>
          {t('save')}
        </Button>
      </div>
    </Form>
  )
}
