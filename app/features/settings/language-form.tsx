import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { ShownVersion } from '#app/features/forms/hidden-fields.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { useSaveOnChange } from './use-save-on-change.ts'

const languages = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
  { value: 'ru', label: 'Русский' },
]

type LanguageFormProps = { version: string; language: string; answer: AnyFormAnswer }

export function LanguageForm({ version, language, answer }: LanguageFormProps) {
  const t = useTranslations('settings.business')
  const s = useTranslations('settings')
  const values = { language }
  const shows = {
    language: (value: string) => languages.find((one) => one.value === value)?.label ?? value,
  }
  const form = useForm(answer, { labels: { language: t('language') }, values, shows })
  const { byButton, hidden, onChange } = useSaveOnChange()
  return (
    <Form method="post" autoComplete="off" onChange={onChange} className="grid gap-4">
      <input type="hidden" name="intent" value="language" />
      <ShownVersion version={version} answer={answer} />
      <FormSummary form={form} />
      <SelectField {...form.text('language')} description={t('languageText')} options={languages} />
      {(byButton || answer) && (
        <div className={hidden && !answer ? 'invisible' : undefined}>
          <Button variant="secondary" pending={form.busy} pendingLabel={s('saving')}>
            {t('saveLanguage')}
          </Button>
        </div>
      )}
    </Form>
  )
}
