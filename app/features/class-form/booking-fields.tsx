import { useTranslations } from 'use-intl'
import type { FieldsShown } from '#app/features/forms/use-form.ts'
import { useClock } from '#app/features/workspace/use-clock.ts'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { mornings, nightStarts } from '#core/bookings/rules/night.ts'
import { confirmationTimeouts, facilityLimits, visibilities } from '#core/classes/rules.ts'

type FieldsProps = { fields: Record<string, string>; errors: FieldsShown }

/** Whether bookings are confirmed at once or by hand, and how long they wait. */
export function ConfirmationFields({ fields, errors }: FieldsProps) {
  const t = useTranslations('vendorClasses.form')
  const clock = useClock()
  return (
    <div className="group/mode grid gap-4">
      <RadioCards
        legend={t('confirmationMode')}
        name="confirmationMode"
        columns={2}
        defaultValue={fields['confirmationMode'] ?? 'automatic'}
        errors={errors.of('confirmationMode')}
        options={(['automatic', 'manual'] as const).map((mode) => ({
          value: mode,
          title: t(`modes.${mode}`),
          text: t(`modeTexts.${mode}`),
        }))}
      />
      <SelectField
        {...errors.field('confirmationTimeoutMinutes')}
        label={t('timeout')}
        description={t('timeoutText', {
          night: clock(nightStarts),
          morning: clock(mornings.waits),
        })}
        defaultValue={fields['confirmationTimeoutMinutes']}
        options={confirmationTimeouts.map((minutes) => ({
          value: String(minutes),
          label: t(`timeouts.m${minutes}`),
        }))}
        className="max-w-sm group-has-[input[value=automatic]:checked]/mode:hidden"
      />
    </div>
  )
}

/** The choices above as sentences. */
export function useConfirmationShows() {
  const t = useTranslations('vendorClasses.form')
  return {
    confirmationMode: (mode: string) => t(mode === 'manual' ? 'modes.manual' : 'modes.automatic'),
    confirmationTimeoutMinutes: (minutes: string) => {
      const known = confirmationTimeouts.find((one) => String(one) === minutes)
      return known ? t(`timeouts.m${known}`) : minutes
    },
  }
}

/** What customers confirm when they book. */
export function ConditionField({ fields, errors }: FieldsProps) {
  const t = useTranslations('vendorClasses.form')
  return (
    <TextField
      {...errors.field('condition')}
      label={t('condition')}
      description={t('conditionText')}
      maxLength={300}
      defaultValue={fields['condition']}
    />
  )
}

/** Whether customers are reminded of its sessions; not asked where nobody is reminded of any. */
export function RemindersField({ fields, errors, asked }: FieldsProps & { asked: boolean }) {
  const t = useTranslations('vendorClasses.form')
  const isOff = fields['remindersOff'] === 'on'
  if (!asked) return isOff ? <input type="hidden" name="remindersOff" value="on" /> : null
  return (
    <CheckboxField
      {...errors.field('remindersOff')}
      label={t('remindersOff')}
      value="on"
      defaultChecked={isOff}
    />
  )
}

/** Who can book, from when and until when. A court asks elsewhere how far ahead. */
export function OpeningFields({
  fields,
  errors,
  opensLater = false,
}: FieldsProps & { opensLater?: boolean }) {
  const t = useTranslations('vendorClasses.form')
  const s = useTranslations('shared')
  return (
    <>
      <RadioCards
        legend={t('visibility')}
        name="visibility"
        columns={3}
        defaultValue={fields['visibility'] ?? 'public'}
        errors={errors.of('visibility')}
        options={visibilities.map((who) => ({
          value: who,
          title: t(`visibilities.${who}`),
          text: t(`visibilityTexts.${who}`),
        }))}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          {...errors.field('closesMinutesBefore')}
          label={t('closesMinutesBefore')}
          defaultValue={fields['closesMinutesBefore']}
          type="number"
          inputMode="numeric"
          min={0}
          max={10_080}
          after={t('minutes')}
        />
        <ClosedDate fields={fields} errors={errors} />
        {opensLater && (
          <TextField
            {...errors.field('daysAhead')}
            label={t('daysAhead')}
            note={s('optional')}
            description={t('daysAheadText')}
            defaultValue={fields['daysAhead']}
            type="number"
            inputMode="numeric"
            min={1}
            max={facilityLimits.daysAhead}
            after={t('days')}
          />
        )}
      </div>
    </>
  )
}

function ClosedDate({ fields, errors }: FieldsProps) {
  const t = useTranslations('vendorClasses.form')
  const s = useTranslations('shared')
  return (
    <TextField
      {...errors.field('registrationClosedDate')}
      label={t('registrationClosedDate')}
      note={s('optional')}
      defaultValue={fields['registrationClosedDate']}
      type="date"
    />
  )
}
