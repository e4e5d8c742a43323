import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { FormKey, ShownCurrency, ShownVersion } from '#app/features/forms/hidden-fields.tsx'
import { type FieldsShown, useForm } from '#app/features/forms/use-form.ts'
import { useClassTexts } from '#app/features/workspace/class-texts.ts'
import type { useTyped } from '#app/features/forms/use-typed.ts'
import type { FormAnswer, Shown } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { difficulties } from '#core/classes/rules.ts'
import type { Asked } from '#core/classes/steps/agreement.ts'
import { AgreementQuestion } from './agreement-question.tsx'
import { CategoryField, DateFields, DescriptionField, Part } from './common-fields.tsx'
import { NoticeField, type NoticeOffer } from './notice-field.tsx'
import { useNoticeText } from './notice-text.ts'
import {
  ConditionField,
  ConfirmationFields,
  OpeningFields,
  RemindersField,
  useConfirmationShows,
} from './booking-fields.tsx'
import { emptyClass, timesIn } from './class-values.ts'
import { PaysField, type PaysOffer, usePaysShows } from './pays-field.tsx'
import { PlaceFields } from './place-fields.tsx'
import { TimesFields } from './times-fields.tsx'

/** What few classes need: folded until one of them is used. */
const optionNames = [
  'startDate',
  'endDate',
  'difficulty',
  'confirmationMode',
  'confirmationTimeoutMinutes',
  'visibility',
  'closesMinutesBefore',
  'daysAhead',
  'noticeMinutes',
  'registrationClosedDate',
  'condition',
  'remindersOff',
  'pays',
]

type ClassFormProps = {
  notice: NoticeOffer
  pays: PaysOffer
  values: Shown
  /** of a form for a new class */
  formKey?: string
  /** of one that exists */
  version?: string
  answer: FormAnswer<Asked | null> | undefined
  currency: string
  zone: string
  button: string
  pendingButton: string
  /** for a preview beside the form */
  typed?: Pick<ReturnType<typeof useTyped>, 'ref' | 'follow'>
}

/** The form of a new class and of an existing one. */
export function ClassForm({
  values,
  formKey,
  version,
  answer,
  currency,
  zone,
  button,
  pendingButton,
  notice,
  pays,
  typed,
}: ClassFormProps) {
  const t = useTranslations('vendorClasses.form')
  const rules = useTranslations('settings.rules')
  const noticeText = useNoticeText()
  const s = useTranslations('shared')
  const timesText = useTimesText()
  const labels = {
    title: t('classTitle'),
    placeKind: t('place'),
    location: t('location'),
    onlineUrl: t('onlineUrl'),
    price: t('price'),
    maxStudents: t('maxStudents'),
    durationMinutes: t('durationMinutes'),
    times: t('times'),
    weekday: t('weekday'),
    startTime: t('startTime'),
    everyWeeks: t('repeat'),
    description: t('description'),
    category: t('category'),
    startDate: t('startDate'),
    endDate: t('endDate'),
    difficulty: t('difficulty'),
    registrationClosedDate: t('registrationClosedDate'),
    closesMinutesBefore: t('closesMinutesBefore'),
    daysAhead: t('daysAhead'),
    noticeMinutes: rules('notice'),
    condition: t('condition'),
    remindersOff: t('remindersOff'),
    pays: t('pays'),
  }
  const placeText = (kind: string) =>
    kind === 'online' ? t('placeKind.online') : t('placeKind.address')
  const shows = {
    ...useConfirmationShows(),
    ...usePaysShows(),
    times: timesText,
    placeKind: placeText,
    noticeMinutes: (minutes: string) => noticeText(Number(minutes)),
  }
  const form = useForm(answer, { labels, values, shows })
  const { fields, busy } = form
  // The first day of an existing class differs from today, which says nothing.
  const defaults = emptyClass(values['startDate'] ?? '')
  const isOptionUsed = optionNames.some(
    (name) => form.of(name) !== undefined || (fields[name] ?? '') !== (defaults[name] ?? ''),
  )
  return (
    <Form
      ref={typed?.ref}
      method="post"
      onInput={typed?.follow}
      className="grid max-w-3xl gap-4"
      noValidate
    >
      {/* Enter in a field presses the first button there is: this one, not "remove a time". */}
      <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
        {button}
      </button>
      {formKey && <FormKey fresh={formKey} answer={answer} />}
      {version && <ShownVersion version={version} answer={answer} />}
      <ShownCurrency currency={currency} />
      <FormSummary form={form} />
      <AgreementQuestion answer={answer} pending={busy} />
      <Part title={t('basics')}>
        <TextField {...form.text('title')} label={t('classTitle')} required maxLength={120} />
        <PlaceFields fields={fields} errors={form} />
        <NumberFields fields={fields} errors={form} currency={currency} />
        <TimesFields times={timesIn(fields)} zone={zone} errors={form} />
        <DescriptionField fields={fields} errors={form} />
        <CategoryField fields={fields} errors={form} />
      </Part>
      <Disclosure title={t('more')} open={isOptionUsed}>
        <Part title={t('when')}>
          <DateFields fields={fields} errors={form} />
          <SelectField
            {...form.text('difficulty')}
            label={t('difficulty')}
            options={difficulties.map((difficulty) => ({
              value: difficulty,
              label: s(`difficulty.${difficulty}`),
            }))}
            className="max-w-sm"
          />
        </Part>
        <Part title={t('booking')}>
          <ConfirmationFields fields={fields} errors={form} />
          <OpeningFields fields={fields} errors={form} opensLater />
          <NoticeField fields={fields} errors={form} offer={notice} />
          <ConditionField fields={fields} errors={form} />
          <RemindersField fields={fields} errors={form} asked={notice.reminds} />
          <PaysField fields={fields} errors={form} offer={pays} />
        </Part>
      </Disclosure>
      <div className="save-bar">
        <Button pending={busy} pendingLabel={pendingButton}>
          {button}
        </Button>
      </div>
    </Form>
  )
}

/** The weekly times of a conflict in words. */
function useTimesText(): (fields: string) => string {
  const { weekly } = useClassTexts()
  return (fields) =>
    timesIn(JSON.parse(fields))
      .map(({ weekday, startTime, everyWeeks }) =>
        weekly({
          weekday: Number(weekday),
          startTime,
          everyWeeks: Number(everyWeeks),
          until: null,
        }),
      )
      .join(', ')
}

type NumberFieldsProps = {
  fields: Record<string, string>
  errors: FieldsShown
  currency: string
}

function NumberFields({ fields, errors, currency }: NumberFieldsProps) {
  const t = useTranslations('vendorClasses.form')
  return (
    <div className="@container">
      <div className="grid items-start gap-4 @2xs:grid-cols-2 sm:grid-cols-[1.7fr_1fr_1fr]">
        <TextField
          {...errors.field('price')}
          className="@2xs:max-sm:col-span-2"
          label={t('price')}
          note={t('priceText')}
          defaultValue={fields['price']}
          inputMode="decimal"
          maxLength={20}
          after={currency}
        />
        <TextField
          {...errors.field('maxStudents')}
          label={t('maxStudents')}
          defaultValue={fields['maxStudents']}
          type="number"
          inputMode="numeric"
          min={1}
          max={5000}
          required
        />
        <TextField
          {...errors.field('durationMinutes')}
          label={t('durationMinutes')}
          defaultValue={fields['durationMinutes']}
          type="number"
          inputMode="numeric"
          min={5}
          max={1440}
          required
          after={t('minutes')}
        />
      </div>
    </div>
  )
}
