import { useTranslations } from 'use-intl'
import { fieldId, type FieldsShown } from '#app/features/forms/use-form.ts'
import { Fieldset } from '#app/ui/fieldset.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { extraUnits } from '#core/classes/rules.ts'
import { removeIntent, rowsIn } from './facility-values.ts'
import { SpareRow } from './spare-row.tsx'

type ExtrasFieldsProps = {
  fields: Readonly<Record<string, string>>
  currency: string
  errors: FieldsShown
}

type Row = ReturnType<typeof rowsIn>[number]

/** What can be booked with a slot. */
export function ExtrasFields({ fields, currency, errors }: ExtrasFieldsProps) {
  const t = useTranslations('facilityForm')
  const isUsed = (row: Row) =>
    Boolean(row['name'] || row['price']) ||
    partsOf(row).some((name) => errors.of(name) !== undefined)
  const rows = rowsIn(fields, 'extras')
  return (
    <Fieldset
      legend={t('extras')}
      description={t(rows.some(isUsed) ? 'extrasText' : 'extrasNone')}
      id={fieldId('extras')}
      errors={errors.of('extras')}
      className="[&>legend]:text-lg"
    >
      {rows.map((row, at) => (
        <SpareRow
          key={row.at}
          isUsed={isUsed(row)}
          add={t('addExtra')}
          remove={{
            label: t('removeExtra', { n: at + 1 }),
            intent: removeIntent('extras', row.at),
          }}
        >
          <ExtraRow row={row} nth={at + 1} currency={currency} errors={errors} />
        </SpareRow>
      ))}
    </Fieldset>
  )
}

const partsOf = (row: Row) => ['name', 'price', 'per'].map((part) => `extras[${row.at}].${part}`)

type ExtraRowProps = { row: Row; nth: number; currency: string; errors: FieldsShown }

function ExtraRow({ row, nth, currency, errors }: ExtraRowProps) {
  const t = useTranslations('facilityForm')
  return (
    <fieldset className="grid min-w-0 grid-cols-2 items-start gap-3 sm:grid-cols-[minmax(0,1fr)_9rem_10rem]">
      <legend className="sr-only">{t('extra', { n: nth })}</legend>
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
  )
}
