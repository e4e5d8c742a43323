import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { UsernameField } from '#app/features/accounts/username-field.tsx'
import type { FieldsShown } from '#app/features/forms/use-form.ts'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { suggestUsername } from '#core/vendors/rules.ts'
import { areUsed, DescriptionField, TeachingFields } from './about-fields.tsx'

type BasicsStepProps = {
  fields: Readonly<Record<string, string>>
  errors: FieldsShown
  origin: string
}

/** Who this is: names, the address of the page, and own words. */
export function BasicsStep({ fields, errors, origin }: BasicsStepProps) {
  const t = useTranslations('account.onboarding')
  const p = useTranslations('profile')
  const value = (name: string) => fields[name] ?? ''
  const field = (name: string) => ({ ...errors.field(name), required: true })
  const [names, setNames] = useState({ full: value('fullName'), business: value('businessName') })
  return (
    <>
      <TextField
        {...field('fullName')}
        label={t('fullName')}
        autoComplete="name"
        maxLength={120}
        defaultValue={value('fullName')}
        onChange={({ target }) => setNames({ ...names, full: target.value })}
      />
      <TextField
        {...field('businessName')}
        label={t('businessName')}
        description={t('businessHelp')}
        autoComplete="organization"
        maxLength={120}
        defaultValue={value('businessName')}
        onChange={({ target }) => setNames({ ...names, business: target.value })}
      />
      <UsernameField
        {...field('username')}
        origin={origin}
        typed={value('username')}
        suggestion={suggestUsername(names.business || names.full)}
      />
      <DescriptionField fields={fields} errors={errors} />
      <Disclosure
        title={p('more')}
        open={areUsed(['specialties', 'experienceYears'], { fields, errors })}
      >
        <TeachingFields fields={fields} errors={errors} />
      </Disclosure>
    </>
  )
}
