import type { ReactNode } from 'react'
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

type Row = ReturnType<typeof rowsIn>[number]

/** What can be booked with a slot. Each press of “Add an extra” opens one more row. */
export function ExtrasFields({ fields, currency, errors }: ExtrasFieldsProps) {
  const t = useTranslations('facilityForm')
  const isUsed = (row: Row) =>
    Boolean(row['id'] || row['name'] || row['price']) ||
    partsOf(row).some((name) => errors.of(name) !== undefined)
  const rows = rowsIn(fields, 'extras')
  const used = rows.filter(isUsed)
  const unused = rows.filter((row) => !isUsed(row))
  const numberOf = (row: Row) => rows.indexOf(row) + 1
  const rowProps = (row: Row) => ({ row, nth: numberOf(row), currency, errors })
  return (
    <Fieldset
      legend={t('extras')}
      description={t(used.length > 0 ? 'extrasText' : 'extrasNone')}
      id={fieldId('extras')}
      errors={errors.of('extras')}
      className="[&>legend]:text-lg"
    >
      {used.map((row) => (
        <ExtraRow key={row.at} {...rowProps(row)} />
      ))}
      {/* One in the other: without a script, too, one button opens one row. */}
      {unused.reduceRight<ReactNode>(
        (next, row) => (
          <details>
            <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
              {t('addExtra')}
            </summary>
            <div className="grid gap-3 pt-1">
              <ExtraRow {...rowProps(row)} />
              {next}
            </div>
          </details>
        ),
        null,
      )}
    </Fieldset>
  )
}

const partsOf = (row: Row) => ['name', 'price', 'per'].map((part) => `extras[${row.at}].${part}`)

type ExtraRowProps = { row: Row; nth: number; currency: string; errors: FieldsShown }

function ExtraRow({ row, nth, currency, errors }: ExtraRowProps) {
  const t = useTranslations('facilityForm')
  return (
    <fieldset className="grid min-w-0 grid-cols-2 items-start gap-3 border-t border-line pt-3 sm:grid-cols-[minmax(0,1fr)_9rem_10rem]">
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
