import { useTranslations } from 'use-intl'
import type { FieldsShown } from '#app/features/forms/use-form.ts'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextField } from '#app/ui/text-field.tsx'

type AnswerFieldsProps = { fields: Readonly<Record<string, string>>; errors: FieldsShown }

/** What vendors say about themselves. */
export function DescriptionField({ fields, errors }: AnswerFieldsProps) {
  const t = useTranslations('profile')
  const s = useTranslations('shared')
  return (
    <TextArea
      {...errors.field('description')}
      label={t('description')}
      note={s('optional')}
      description={t('descriptionHelp')}
      defaultValue={fields['description']}
      maxLength={2000}
    />
  )
}

/** What they teach, and for how long. */
export function TeachingFields({ fields, errors }: AnswerFieldsProps) {
  const t = useTranslations('profile')
  const s = useTranslations('shared')
  return (
    <>
      <TextField
        {...errors.field('specialties')}
        label={t('specialties')}
        note={s('optional')}
        description={t('specialtiesHelp')}
        defaultValue={fields['specialties']}
        maxLength={450}
      />
      <TextField
        {...errors.field('experienceYears')}
        label={t('experienceYears')}
        note={s('optional')}
        description={t('experienceYearsHelp')}
        defaultValue={fields['experienceYears']}
        inputMode="numeric"
        maxLength={2}
      />
    </>
  )
}

/** Whether fields that are folded have to be seen. */
export const areUsed = (names: readonly string[], { fields, errors }: AnswerFieldsProps) =>
  names.some((name) => (fields[name] ?? '') !== '' || errors.of(name) !== undefined)

/** Their site and profiles elsewhere. */
export function LinkFields({ fields, errors }: AnswerFieldsProps) {
  const t = useTranslations('profile')
  const plain = { autoCapitalize: 'none', spellCheck: false, autoComplete: 'off' } as const
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <TextField
        {...errors.field('website')}
        {...plain}
        label={t('website')}
        type="url"
        inputMode="url"
        autoComplete="url"
        dir="ltr"
        placeholder="https://"
        defaultValue={fields['website']}
        maxLength={250}
      />
      {(['instagram', 'facebook', 'twitter'] as const).map((network) => (
        <TextField
          key={network}
          {...errors.field(network)}
          {...plain}
          label={t(network)}
          dir="ltr"
          before="@"
          defaultValue={fields[network]}
          maxLength={200}
        />
      ))}
    </div>
  )
}
