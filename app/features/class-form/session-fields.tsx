import { useTranslations } from 'use-intl'
import type { FieldsShown } from '#app/features/forms/use-form.ts'
import { TextField } from '#app/ui/text-field.tsx'
import { PlaceFields } from './place-fields.tsx'

type SessionFieldsProps = {
  fields: Record<string, string>
  errors: FieldsShown
  /** of a facility: it has one place */
  isSlot: boolean
}

/** Day, time, length, spots and place of one session. */
export function SessionFields({ fields, errors, isSlot }: SessionFieldsProps) {
  const t = useTranslations('vendorClasses')
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <TextField
          {...errors.field('date')}
          label={t('session.date')}
          type="date"
          required
          defaultValue={fields['date']}
        />
        <TextField
          {...errors.field('startTime')}
          label={t('session.startTime')}
          type="time"
          required
          defaultValue={fields['startTime']}
        />
        <TextField
          {...errors.field('durationMinutes')}
          label={t('session.duration')}
          type="number"
          inputMode="numeric"
          min={5}
          max={1440}
          required
          after={t('form.minutes')}
          defaultValue={fields['durationMinutes']}
        />
        {isSlot ? (
          <input type="hidden" name="maxStudents" value={fields['maxStudents']} />
        ) : (
          <TextField
            {...errors.field('maxStudents')}
            label={t('session.maxStudents')}
            type="number"
            inputMode="numeric"
            min={1}
            max={5000}
            required
            defaultValue={fields['maxStudents']}
          />
        )}
      </div>
      <PlaceFields fields={fields} errors={errors} />
    </>
  )
}

/** What the summary of mistakes calls the fields. */
export function useSessionLabels(): Record<string, string> {
  const t = useTranslations('vendorClasses')
  return {
    date: t('session.date'),
    startTime: t('session.startTime'),
    durationMinutes: t('session.duration'),
    maxStudents: t('session.maxStudents'),
    placeKind: t('form.place'),
    location: t('form.location'),
    onlineUrl: t('form.onlineUrl'),
  }
}
