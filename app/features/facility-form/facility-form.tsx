import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { AgreementQuestion } from '#app/features/class-form/agreement-question.tsx'
import {
  ConditionField,
  ConfirmationFields,
  OpeningFields,
  RemindersField,
  useConfirmationShows,
} from '#app/features/class-form/booking-fields.tsx'
import {
  CategoryField,
  DateFields,
  DescriptionField,
  Part,
} from '#app/features/class-form/common-fields.tsx'
import { NoticeField, type NoticeOffer } from '#app/features/class-form/notice-field.tsx'
import { useNoticeText } from '#app/features/class-form/notice-text.ts'
import { PaysField, type PaysOffer, usePaysShows } from '#app/features/class-form/pays-field.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { FormKey, ShownCurrency, ShownVersion } from '#app/features/forms/hidden-fields.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { useTyped } from '#app/features/forms/use-typed.ts'
import { type FormAnswer, type Shown, textsIn } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Fieldset } from '#app/ui/fieldset.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { facilityLimits } from '#core/classes/rules.ts'
import type { Asked } from '#core/classes/steps/agreement.ts'
import { ExtrasFields } from './extras-fields.tsx'
import { hoursIn, rowsIn } from './facility-values.ts'
import { breakTexts, HoursFields, useDayName } from './hours-fields.tsx'

type FacilityFormProps = {
  notice: NoticeOffer
  pays: PaysOffer
  values: Shown
  /** of a form for a new facility */
  formKey?: string
  /** of one that exists */
  version?: string
  answer: FormAnswer<Asked | null> | undefined
  currency: string
  zone: string
  button: string
  pendingButton: string
}

/** The form of a new court or room and of an existing one. */
export function FacilityForm(props: FacilityFormProps) {
  const { values, formKey, version, answer, currency, zone, button, pendingButton, notice, pays } =
    props
  const t = useTranslations('facilityForm')
  const w = useTranslations('vendorClasses.form')
  const form = useForm(answer, {
    labels: useLabels(answer ? textsIn(answer.typed) : values),
    values,
    shows: useShows(),
  })
  const { fields, busy } = form
  const { typed, ref, follow } = useTyped(fields)
  return (
    <Form ref={ref} method="post" onInput={follow} noValidate className="grid max-w-3xl gap-4">
      {/* Enter in a field presses the first button there is: this one, not one that removes a row. */}
      <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
        {button}
      </button>
      {formKey && <FormKey fresh={formKey} answer={answer} />}
      {version && <ShownVersion version={version} answer={answer} />}
      <ShownCurrency currency={currency} />
      <FormSummary form={form} />
      <AgreementQuestion answer={answer} pending={busy} />
      <Part title={t('basics')}>
        <TextField {...form.text('title')} label={t('title')} required maxLength={120} />
        <TextField
          {...form.text('location')}
          label={w('location')}
          required
          maxLength={200}
          autoComplete="street-address"
        />
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <TextField
            {...form.text('price')}
            label={t('price')}
            note={t(isZero(typed['price']) ? 'priceFree' : 'priceText')}
            required
            inputMode="decimal"
            maxLength={20}
            after={currency}
          />
          <NumberField
            name="durationMinutes"
            label={t('slot')}
            unit={t('minutes')}
            min={5}
            max={1440}
            form={form}
          />
          <NumberField
            name="maxPeople"
            label={t('people')}
            min={1}
            max={facilityLimits.people}
            form={form}
          />
        </div>
        <DescriptionField fields={fields} errors={form} />
      </Part>
      <Card className="grid gap-5">
        <HoursFields fields={fields} typed={typed} zone={zone} errors={form} />
      </Card>
      <Card className="grid gap-5">
        <ExtrasFields fields={fields} currency={currency} errors={form} />
      </Card>
      <Disclosure title={w('more')} open={moreNames.some((name) => form.of(name)) || undefined}>
        <Card className="grid gap-5">
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <NumberField
              name="daysAhead"
              label={t('daysAhead')}
              text={t('daysAheadText')}
              unit={t('days')}
              min={1}
              max={facilityLimits.daysAhead}
              form={form}
            />
            <NumberField
              name="graceMinutes"
              label={t('grace')}
              text={t('graceText')}
              unit={t('minutes')}
              min={0}
              max={facilityLimits.graceMinutes}
              form={form}
            />
          </div>
          <NoticeField fields={fields} errors={form} offer={notice} />
          <Fieldset legend={t('asks')} description={t('asksText')}>
            <div className="grid">
              {(['asksGender', 'asksBirthDate'] as const).map((name) => (
                <CheckboxField
                  key={name}
                  {...form.field(name)}
                  label={t(name)}
                  value="on"
                  defaultChecked={fields[name] === 'on'}
                />
              ))}
            </div>
          </Fieldset>
          <ConfirmationFields fields={fields} errors={form} />
          <OpeningFields fields={fields} errors={form} />
          <ConditionField fields={fields} errors={form} />
          <RemindersField fields={fields} errors={form} asked={notice.reminds} />
          <PaysField fields={fields} errors={form} offer={pays} />
          <DateFields fields={fields} errors={form} />
          <CategoryField fields={fields} errors={form} />
        </Card>
      </Disclosure>
      <div className="save-bar">
        <Button pending={busy} pendingLabel={pendingButton}>
          {button}
        </Button>
      </div>
    </Form>
  )
}

const isZero = (text = '') => /^0+(?:[.,]0*)?$/.test(text.trim())

/** Folded: a mistake in one of them opens them. */
const moreNames = [
  'daysAhead',
  'graceMinutes',
  'noticeMinutes',
  'confirmationMode',
  'confirmationTimeoutMinutes',
  'visibility',
  'closesMinutesBefore',
  'registrationClosedDate',
  'condition',
  'remindersOff',
  'pays',
  'startDate',
  'endDate',
  'category',
]

type NumberFieldProps = {
  name: string
  label: string
  text?: string
  unit?: string
  min: number
  max: number
  form: ReturnType<typeof useForm>
}

function NumberField({ name, label, text, unit, min, max, form }: NumberFieldProps) {
  return (
    <TextField
      {...form.field(name)}
      label={label}
      description={text}
      defaultValue={form.fields[name]}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      required
      after={unit}
    />
  )
}

function useShows() {
  const noticeText = useNoticeText()
  const dayName = useDayName()
  return {
    ...useConfirmationShows(),
    ...usePaysShows(),
    noticeMinutes: (minutes: string) => noticeText(Number(minutes)),
    hours: (fields: string) => hoursText(fields, dayName),
    extras: (fields: string) => rowsText(fields, 'extras', ['name', 'price', 'per']),
  }
}

function textsOf(json: string): Record<string, string> {
  const fields: unknown = JSON.parse(json)
  if (typeof fields !== 'object' || fields === null) return {}
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, String(value)]))
}

/** The week of a conflict in words. */
const hoursText = (json: string, dayName: (weekday: number) => string) =>
  hoursIn(textsOf(json))
    .map(({ weekday, from, until }) => `${dayName(weekday)} ${from}–${until}`)
    .join(', ')

/** The rows of a conflict in words. */
function rowsText(json: string, name: string, parts: readonly string[]): string {
  return rowsIn(textsOf(json), name)
    .filter((row) => row[parts[0] ?? ''] !== '')
    .map((row) => parts.map((part) => row[part] ?? '').join(' '))
    .join(', ')
}

function useLabels(values: Shown): Record<string, string> {
  const t = useTranslations('facilityForm')
  const w = useTranslations('vendorClasses.form')
  const dayName = useDayName()
  const rules = useTranslations('settings.rules')
  const ofHours = rowsIn(values, 'hours').flatMap((row) => {
    const day = dayName(Number(row['weekday']))
    return (['from', 'until'] as const).map((part) => [
      `hours[${row.at}].${part}`,
      t(row['isBreak'] === 'on' ? breakTexts[`${part}Of`] : `${part}Of`, { day }),
    ])
  })
  const ofExtras = rowsIn(values, 'extras').flatMap((row, nth) =>
    (['name', 'price'] as const).map((part) => [
      `extras[${row.at}].${part}`,
      `${t('extra', { n: nth + 1 })}, ${t(part === 'name' ? 'name' : 'extraPrice')}`,
    ]),
  )
  return {
    title: t('title'),
    location: w('location'),
    price: t('price'),
    durationMinutes: t('slot'),
    maxPeople: t('people'),
    description: w('description'),
    hours: t('hours'),
    ...Object.fromEntries(ofHours),
    extras: t('extras'),
    ...Object.fromEntries(ofExtras),
    daysAhead: t('daysAhead'),
    graceMinutes: t('grace'),
    noticeMinutes: rules('notice'),
    condition: w('condition'),
    remindersOff: w('remindersOff'),
    pays: w('pays'),
    closesMinutesBefore: w('closesMinutesBefore'),
    registrationClosedDate: w('registrationClosedDate'),
    startDate: w('startDate'),
    endDate: w('endDate'),
  }
}
