import { useTranslations } from 'use-intl'
import { fieldId, type FormShown } from '#app/features/forms/use-form.ts'
import { Fieldset } from '#app/ui/fieldset.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { phoneCodes, phoneCountries } from '#core/bookings/rules/party.ts'
import { genders } from '#core/classes/rules.ts'
import type { FacilityShown } from './wizard.ts'

type DetailsStepProps = {
  of: FacilityShown
  value: (name: string) => string
  form: FormShown
}

/** What the owner asks of the customer. */
export function DetailsStep({ of, value, form }: DetailsStepProps) {
  const t = useTranslations('facilities.details')
  const parts = ['year', 'month', 'day'] as const
  // A date is one thing to forget.
  const [wrongPart] = parts.flatMap((part) => form.of(part) ?? [])
  const birthErrors = form.of('birthDate') ?? (wrongPart === undefined ? undefined : [wrongPart])
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {(['firstName', 'lastName'] as const).map((name) => (
          <TextField
            key={name}
            {...form.field(name)}
            label={t(name)}
            autoComplete={name === 'firstName' ? 'given-name' : 'family-name'}
            maxLength={60}
            required
            defaultValue={value(name)}
          />
        ))}
      </div>
      {of.asksGender && (
        <SelectField
          {...form.field('gender')}
          label={t('gender')}
          placeholder={t('choose')}
          required
          defaultValue={value('gender')}
          options={genders.map((gender) => ({ value: gender, label: t(`genders.${gender}`) }))}
        />
      )}
      {of.asksBirthDate && (
        <Fieldset legend={t('birth')} id={fieldId('birthDate')} errors={birthErrors}>
          <div className="grid grid-cols-3 items-start gap-3">
            {parts.map((part) => (
              <TextField
                key={part}
                name={part}
                id={fieldId(part)}
                label={t(part)}
                inputMode="numeric"
                autoComplete={`bday-${part}`}
                maxLength={part === 'year' ? 4 : 2}
                required
                dir="ltr"
                defaultValue={value(part)}
              />
            ))}
          </div>
        </Fieldset>
      )}
      <div className="grid gap-4">
        <SelectField
          {...form.field('countryCode')}
          label={t('code')}
          autoComplete="tel-country-code"
          defaultValue={value('countryCode') || of.phoneCode}
          options={phoneCodes.map((code) => ({
            value: code,
            label: `${code} ${phoneCountries[code]}`,
          }))}
        />
        <TextField
          {...form.field('phone')}
          label={t('phone')}
          description={t('phoneHint')}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={40}
          required
          dir="ltr"
          defaultValue={value('phone')}
        />
      </div>
    </>
  )
}
