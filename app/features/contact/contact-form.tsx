import { Form, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { FormAnswer } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextField } from '#app/ui/text-field.tsx'

const fields = ['name', 'email', 'business', 'message'] as const
type Field = (typeof fields)[number]

export type EnquiryAnswer = FormAnswer<{ isOld: boolean } | null> | undefined

/** Name, address and a message. It works without a script, so the page ships none. */
export function ContactForm({ opened, answer }: { opened: string; answer: EnquiryAnswer }) {
  const t = useTranslations('contact')
  const s = useTranslations('shared')
  const labels = Object.fromEntries(fields.map((field) => [field, t(field)]))
  const form = useForm(answer, { labels })
  const firstWrong = fields.find((field) => form.of(field))
  const of = (field: Field) => ({
    ...form.field(field),
    label: t(field),
    defaultValue: form.fields[field],
    // No script can lead there: the browser does.
    autoFocus: field === firstWrong,
  })
  // A form that is too old gets the number of this page, which is new.
  const number = answer && !answer.more?.isOld ? form.fields['opened'] : opened
  const link = (chunks: React.ReactNode) => (
    <Link to="/privacy-policy" className="text-ink underline underline-offset-4">
      {chunks}
    </Link>
  )
  return (
    <Form method="post" noValidate className="grid gap-5">
      <FormSummary form={form} />
      <input type="hidden" name="opened" value={number} />
      <TextField {...of('name')} autoComplete="name" required maxLength={120} />
      <TextField
        {...of('email')}
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        dir="ltr"
      />
      <TextField
        {...of('business')}
        note={s('optional')}
        autoComplete="organization"
        maxLength={120}
      />
      <TextArea
        {...of('message')}
        description={t('messageHelp')}
        required
        rows={6}
        maxLength={4000}
      />
      {/* Only bots see this field and fill it in. */}
      <div className="sr-only" aria-hidden="true">
        <label htmlFor="website">{t('leaveEmpty')}</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <Button size="large" wide>
        {t('button')}
      </Button>
      <p className="text-sm text-muted">{t.rich('privacy', { link })}</p>
    </Form>
  )
}
