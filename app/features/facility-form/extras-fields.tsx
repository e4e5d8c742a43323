import { useTranslations } from 'use-intl'
import { fieldId, type FieldsShown } from '#app/features/forms/use-form.ts'
import { Fieldset } from '#app/ui/fieldset.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { extraUnits } from '#core/classes/rules.ts'
import { rowsIn } from './facility-values.ts'

type ExtrasFieldsProps = {
  fields: Readonly<Record<string, string>>
  currency: string
  errors: FieldsShown
}

/** What can be booked with a slot; empty rows at the end take further ones. */
export function ExtrasFields({ fields, currency, errors }: ExtrasFieldsProps) {
  const t = useTranslations('facilityForm')
  return (
    <Fieldset
      legend={t('extras')}
      description={t('extrasText')}
      id={fieldId('extras')}
      errors={errors.of('extras')}
      className="[&>legend]:text-lg"
    >
      {rowsIn(fields, 'extras').map((row, nth) => (
        <fieldset
          key={row.at}
          className="grid min-w-0 grid-cols-2 items-start gap-3 border-t border-line pt-3 first-of-type:border-t-0 first-of-type:pt-0 sm:grid-cols-[minmax(0,1fr)_9rem_10rem]"
        >
          <legend className="sr-only">{t('extra', { n: nth + 1 })}</legend>
          <input type="hidden" name={`extras[${row.at}].id`} value={row['id'] ?? ''} />
          <TextField
            {...errors.field(`extras[${row.at}].name`)}
            label={t('name')}
            maxLength={60}
            defaultValue={row['name']}
            className="max-sm:col-span-2"
          />
          <TextField
            {...errors.field(`extras[${row.at}].price`)}
            label={t('extraPrice')}
            inputMode="decimal"
            maxLength={20}
            after={currency}
            defaultValue={row['price']}
          />
          <SelectField
            {...errors.field(`extras[${row.at}].per`)}
            label={t('per')}
            defaultValue={row['per'] || 'slot'}
            options={extraUnits.map((unit) => ({ value: unit, label: t(`pers.${unit}`) }))}
          />
        </fieldset>
      ))}
    </Fieldset>
  )
}
