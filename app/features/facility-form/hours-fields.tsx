import { useTranslations } from 'use-intl'
import { fieldId, type FieldsShown } from '#app/features/forms/use-form.ts'
import { zoneName } from '#app/locale/clock.ts'
import { cx } from '#app/ui/cx.ts'
import { Button } from '#app/ui/button.tsx'
import { Fieldset } from '#app/ui/fieldset.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { isForward, slotStarts } from '#core/classes/rules.ts'
import { hoursIn, rowsIn } from './facility-values.ts'

const weekdays = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'] as const

type HoursFieldsProps = {
  /** what the form holds at first */
  fields: Readonly<Record<string, string>>
  /** what stands in it now, for the number of slots */
  typed: Readonly<Record<string, string>>
  zone: string
  errors: FieldsShown
}

/** The opening hours of a week in one table: each day once, or twice with a break. */
export function HoursFields({ fields, typed, zone, errors }: HoursFieldsProps) {
  const t = useTranslations('facilityForm')
  const s = useTranslations('shared')
  const rows = rowsIn(fields, 'hours')
  const minutes = Number(typed['durationMinutes'])
  const slots =
    Number.isInteger(minutes) && minutes >= 5
      ? slotStarts(hoursIn(typed).filter(isForward), minutes)
      : []
  return (
    <Fieldset
      legend={t('hours')}
      description={t('hoursText', { zone: zoneName(zone) })}
      id={fieldId('hours')}
      errors={errors.of('hours')}
      className="[&>legend]:text-lg"
    >
      <div className="grid">
        {rows.map((row, nth) => {
          const weekday = Number(row['weekday'])
          const isFirst = rows[nth - 1]?.['weekday'] !== row['weekday']
          const day = s(`weekdays.${weekdays[weekday - 1] ?? 'd1'}`)
          return (
            <div
              key={row.at}
              className={cx(
                'grid grid-cols-2 items-start gap-x-3 gap-y-1 sm:grid-cols-[9rem_9rem_9rem_auto]',
                isFirst ? 'border-t border-line pt-3 pb-2 first:border-t-0' : 'pb-3',
              )}
            >
              <input type="hidden" name={`hours[${row.at}].weekday`} value={row['weekday']} />
              <span
                className={cx(isFirst ? 'font-medium' : 'text-sm text-muted max-sm:col-span-2')}
              >
                {isFirst ? day : t('again')}
              </span>
              {isFirst && (
                <span className="text-end text-sm text-muted sm:order-last sm:text-start">
                  {t('slots', { n: slots.filter((one) => one.weekday === weekday).length })}
                </span>
              )}
              {(['from', 'until'] as const).map((part) => (
                <TextField
                  key={part}
                  {...errors.field(`hours[${row.at}].${part}`)}
                  label={
                    <>
                      <span aria-hidden="true" className="text-sm font-normal text-muted">
                        {t(part)}
                      </span>
                      <span className="sr-only">{t(`${part}Of`, { day })}</span>
                    </>
                  }
                  type="time"
                  defaultValue={row[part]}
                />
              ))}
              {weekday === 1 && rows[nth + 1]?.['weekday'] !== row['weekday'] && (
                <Button
                  type="button"
                  variant="secondary"
                  size="small"
                  className="col-span-full mt-2 justify-self-start sm:col-start-2 [@media(scripting:none)]:hidden"
                  onClick={({ currentTarget }) => copyMonday(currentTarget.form, rows)}
                >
                  {t('copyMonday')}
                </Button>
              )}
            </div>
          )
        })}
      </div>
      <output className="font-medium">{t('slotsAWeek', { n: slots.length })}</output>
    </Fieldset>
  )
}

/** Every day opens like Monday: typing 28 times on a phone is too much. */
function copyMonday(form: HTMLFormElement | null, rows: ReturnType<typeof rowsIn>) {
  if (form === null) return
  const ofDay = (weekday: number) => rows.filter((row) => Number(row['weekday']) === weekday)
  const input = (at: number | undefined, part: string) => {
    const found = form.elements.namedItem(`hours[${at}].${part}`)
    return found instanceof HTMLInputElement ? found : null
  }
  const monday = ofDay(1)
  for (let weekday = 2; weekday <= 7; weekday++)
    for (const [nth, { at }] of ofDay(weekday).entries())
      for (const part of ['from', 'until']) {
        const own = input(at, part)
        if (own) own.value = input(monday[nth]?.at, part)?.value ?? ''
      }
  // The number of slots follows what is typed.
  form.dispatchEvent(new Event('input', { bubbles: true }))
}
