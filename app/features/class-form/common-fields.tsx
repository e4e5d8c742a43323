import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import type { FieldsShown } from '#app/features/forms/use-form.ts'
import { Card } from '#app/ui/card.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { categories } from '#core/classes/rules.ts'

// What the forms of a class and of a facility have in common.

export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className="grid gap-5">
      <h3 id={id} className="text-lg">
        {title}
      </h3>
      {children}
    </Card>
  )
}

type FieldsProps = { fields: Readonly<Record<string, string>>; errors: FieldsShown }

export function DescriptionField({ fields, errors }: FieldsProps) {
  const t = useTranslations('vendorClasses.form')
  const s = useTranslations('shared')
  return (
    <TextArea
      {...errors.field('description')}
      label={t('description')}
      note={s('optional')}
      defaultValue={fields['description']}
      maxLength={5000}
    />
  )
}

export function CategoryField({ fields, errors }: FieldsProps) {
  const t = useTranslations('vendorClasses.form')
  const s = useTranslations('shared')
  return (
    <SelectField
      {...errors.field('category')}
      label={t('category')}
      defaultValue={fields['category']}
      options={categories.map((category) => ({
        value: category,
        label: s(`category.${category}`),
      }))}
      className="max-w-sm"
    />
  )
}

/** The first day, and the last one, if there is one. */
export function DateFields({ fields, errors }: FieldsProps) {
  const t = useTranslations('vendorClasses.form')
  const s = useTranslations('shared')
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        {...errors.field('startDate')}
        label={t('startDate')}
        type="date"
        required
        defaultValue={fields['startDate']}
      />
      <TextField
        {...errors.field('endDate')}
        label={t('endDate')}
        note={s('optional')}
        type="date"
        defaultValue={fields['endDate']}
      />
    </div>
  )
}
