import { Form, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useErrorText } from '#app/features/site/use-error-text.ts'
import { Button } from '#app/ui/button.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextField } from '#app/ui/text-field.tsx'

const fields = ['name', 'email', 'business', 'message'] as const
type Field = (typeof fields)[number]

export type EnquiryAnswer = {
  /** what was typed, to type nothing twice */
  typed: Record<Field, string>
  /** codes by field */
  errors: Partial<Record<string, string[]>>
  problem: 'again' | 'rate_limited' | null
  opened: string
}

/** Name, address and a message. It works without a script, so the page ships none. */
export function ContactForm({ opened, answer }: { opened: string; answer: EnquiryAnswer | null }) {
  const t = useTranslations('contact')
  const s = useTranslations('shared')
  const errorText = useErrorText()
  const errorsOf = (field: Field) => answer?.errors[field]?.map(errorText)
  const firstWrong = fields.find((field) => errorsOf(field))
  const of = (field: Field) => ({
    id: field,
    name: field,
    label: t(field),
    errors: errorsOf(field),
    defaultValue: answer?.typed[field],
    // No script can lead there: the browser does.
    autoFocus: field === firstWrong,
  })
  const link = (chunks: React.ReactNode) => (
    <Link to="/privacy-policy" className="text-ink underline underline-offset-4">
      {chunks}
    </Link>
  )
  return (
    <Form method="post" className="grid gap-5">
      {answer && (
        <FormProblem
          title={answer.problem ? t(`problems.${answer.problem}`) : s('formProblem')}
          problems={
            answer.problem === 'again'
              ? [{ text: t('problems.again_text') }]
              : fields.flatMap((field) =>
                  (errorsOf(field) ?? []).map((text) => ({
                    id: field,
                    text: `${t(field)}: ${text}`,
                  })),
                )
          }
        />
      )}
      <input type="hidden" name="opened" value={answer?.opened ?? opened} />
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
      {/* Only a machine sees this field, and fills in what it sees. */}
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
