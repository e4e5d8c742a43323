import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { shortDayText } from '#app/features/workspace/day-text.ts'
import { keptRows } from '#app/ui/kept-input.ts'
import { fieldId, type FieldsShown } from '#app/features/forms/use-form.ts'
import { zoneName } from '#app/locale/clock.ts'
import { Button } from '#app/ui/button.tsx'
import { Fieldset } from '#app/ui/fieldset.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useLive } from '#app/ui/use-browser.ts'
import { maxTimesInForm } from '#core/classes/rules.ts'
import { nextTime, timesIn, type TimeValues } from './class-values.ts'

type TimesFieldsProps = {
  times: readonly TimeValues[]
  zone: string
  errors: FieldsShown
}

type Row = TimeValues & { key: number }

const weekdays = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'] as const

/** The weekly times. Its buttons submit the form, which comes back with a row more or less; with JavaScript they do it here. */
export function TimesFields({ times, zone, errors }: TimesFieldsProps) {
  const t = useTranslations('vendorClasses.form')
  const live = useLive()
  const [rows, setRows] = useState<readonly Row[]>(() => {
    const missing = live ? Math.max(0, keptRows('times') - times.length) : 0
    const kept = Array.from({ length: missing }, () => nextTime([...times]))
    return [...times, ...kept].map((time, key) => ({ ...time, key }))
  })
  const nextKey = useRef(rows.length)
  const added = useRef<string | null>(null)

  useEffect(() => {
    if (added.current === null) return
    document.getElementById(added.current)?.focus()
    added.current = null
  }, [rows])

  function add(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault()
    const typed = event.currentTarget.form && [...new FormData(event.currentTarget.form)]
    const texts = (typed ?? []).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    )
    added.current = fieldId(`times[${rows.length}].weekday`)
    nextKey.current += 1
    setRows([...rows, { ...nextTime(timesIn(Object.fromEntries(texts))), key: nextKey.current }])
  }

  function remove(event: MouseEvent, key: number) {
    event.preventDefault()
    added.current = 'add-time'
    setRows(rows.filter((row) => row.key !== key))
  }

  return (
    <Fieldset
      legend={t('times')}
      description={t('timesText', { zone: zoneName(zone) })}
      id={fieldId('times')}
      errors={errors.of('times')}
    >
      {rows.map((row, at) => (
        <TimeRow
          key={row.key}
          row={row}
          at={at}
          errors={errors}
          onRemove={(event) => remove(event, row.key)}
        />
      ))}
      <div>
        <Button
          id="add-time"
          variant="secondary"
          size="small"
          name="intent"
          value="add-time"
          formNoValidate
          onClick={add}
          disabled={rows.length >= maxTimesInForm}
        >
          <Plus aria-hidden="true" /> {t('addTime')}
        </Button>
      </div>
    </Fieldset>
  )
}

type TimeRowProps = {
  row: Row
  at: number
  errors: TimesFieldsProps['errors']
  onRemove: (event: MouseEvent) => void
}

function TimeRow({ row, at, errors, onRemove }: TimeRowProps) {
  const t = useTranslations('workspace')
  const classTexts = useTranslations('vendorClasses')
  const s = useTranslations('shared')
  const language = useLocale()
  const name = (field: string) => `times[${at}].${field}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 border-b border-line pb-4 sm:grid-cols-[minmax(0,1fr)_9.5rem_minmax(0,1fr)_auto] sm:border-0 sm:pb-0">
      <input type="hidden" name={name('id')} value={row.id} />
      <input type="hidden" name={name('until')} value={row.until} />
      <SelectField
        {...errors.field(name('weekday'))}
        label={classTexts('form.weekday')}
        defaultValue={row.weekday}
        options={weekdays.map((day, index) => ({
          value: String(index + 1),
          label: s(`weekdays.${day}`),
        }))}
        className="col-span-2 sm:col-span-1"
      />
      <TextField
        {...errors.field(name('startTime'))}
        label={classTexts('form.startTime')}
        type="time"
        required
        defaultValue={row.startTime}
        className="col-span-2 sm:col-span-1"
      />
      <SelectField
        {...errors.field(name('everyWeeks'))}
        label={classTexts('form.repeat')}
        defaultValue={row.everyWeeks}
        options={repeats(row.everyWeeks).map((weeks) => ({
          value: String(weeks),
          label: t('everyWeeks', { weeks }),
        }))}
      />
      <IconButton
        type="submit"
        name="intent"
        value={`remove-time:${at}`}
        formNoValidate
        label={classTexts('form.removeTime', { number: at + 1 })}
        onClick={onRemove}
        className="mt-7.5"
      >
        <Trash aria-hidden="true" />
      </IconButton>
      {isDay(row.until) && (
        <p className="col-span-full text-sm text-muted">
          {classTexts('form.until', { date: shortDayText(row.until, language) })}
        </p>
      )}
    </div>
  )
}

// It comes back from a form, where anything may stand.
const isDay = (text: string) => /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text)

/** The usual rhythms, and the row's own when it is another. */
function repeats(own: string): number[] {
  const usual = [1, 2, 3, 4]
  const weeks = Number(own)
  return Number.isInteger(weeks) && weeks > 4 ? [...usual, weeks] : usual
}
