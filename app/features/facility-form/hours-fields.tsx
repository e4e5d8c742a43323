import { useTranslations } from 'use-intl'
import { fieldId, type FieldsShown } from '#app/features/forms/use-form.ts'
import { useClock } from '#app/features/workspace/use-clock.ts'
import { zoneName } from '#app/locale/clock.ts'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Fieldset } from '#app/ui/fieldset.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { everyDay, isForward, slotStarts } from '#core/classes/rules.ts'
import { clockRange } from '#core/shared/formats.ts'
import { hoursIn, removeIntent, rowsIn } from './facility-values.ts'
import { SpareRow } from './spare-row.tsx'

export const weekdayKeys = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'] as const

/** 'Every day' for the rows that stand for all, else the weekday. */
export function useDayName(): (weekday: number) => string {
  const t = useTranslations('facilityForm')
  const s = useTranslations('shared')
  return (weekday) =>
    weekday === everyDay ? t('everyDay') : s(`weekdays.${weekdayKeys[weekday - 1] ?? 'd1'}`)
}

type HoursFieldsProps = {
  /** what the form holds at first */
  fields: Readonly<Record<string, string>>
  /** what stands in it now, for the number of slots */
  typed: Readonly<Record<string, string>>
  zone: string
  errors: FieldsShown
}

type Row = ReturnType<typeof rowsIn>[number]

/** The opening hours of a week: those of every day, and behind them the days that differ. */
export function HoursFields({ fields, typed, zone, errors }: HoursFieldsProps) {
  const t = useTranslations('facilityForm')
  const w = useTranslations('workspace')
  const clock = useClock()
  const dayName = useDayName()
  const rows = rowsIn(fields, 'hours')
  const rowsOf = (weekday: number) => rows.filter((row) => Number(row['weekday']) === weekday)
  const hours = hoursIn(typed).filter(isForward)
  const minutes = Number(typed['durationMinutes'])
  const slots = Number.isInteger(minutes) && minutes >= 5 ? slotStarts(hours, minutes) : []
  const differs = (row: Row) =>
    [row['from'], row['until'], row['closed']].some(Boolean) || isWrong(row, errors)
  const textOf = (weekday: number) =>
    hours
      .filter((one) => one.weekday === weekday)
      .map(({ from, until }) => w('timeRange', clockRange(clock(from), clock(until))))
      .join(', ') || t('closed')
  const weekdays = [1, 2, 3, 4, 5, 6, 7]
  return (
    <Fieldset
      legend={t('hours')}
      description={t('hoursText', { zone: zoneName(zone) })}
      id={fieldId('hours')}
      errors={errors.of('hours')}
      className="[&>legend]:text-lg"
    >
      <div className="grid gap-2">
        <p aria-hidden="true" className="font-medium">
          {t('everyDay')}
        </p>
        <DayHours rows={rowsOf(everyDay)} day={t('everyDay')} errors={errors} />
      </div>
      <Disclosure
        title={t('different')}
        open={weekdays.some((weekday) => rowsOf(weekday).some(differs)) || undefined}
      >
        <div className="-mt-2 divide-y divide-line">
          {weekdays.map((weekday) => {
            const ofDay = rowsOf(weekday)
            const [first] = ofDay
            const day = dayName(weekday)
            return (
              <details key={weekday} open={ofDay.some(differs) || undefined}>
                <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 py-1">
                  <span className="underline underline-offset-4">{day}</span>
                  <span className="text-end text-sm text-muted">{textOf(weekday)}</span>
                </summary>
                <div className="grid gap-2 pb-3">
                  {first && (
                    <CheckboxField
                      name={`hours[${first.at}].closed`}
                      value="on"
                      label={t('closedOn', { day })}
                      defaultChecked={first['closed'] === 'on'}
                    />
                  )}
                  <DayHours rows={ofDay} day={day} errors={errors} />
                </div>
              </details>
            )
          })}
        </div>
      </Disclosure>
      <output className="font-medium">{t('slotsAWeek', { n: slots.length })}</output>
    </Fieldset>
  )
}

const isWrong = (row: Row, errors: FieldsShown) =>
  (['from', 'until'] as const).some((part) => errors.of(`hours[${row.at}].${part}`))

type DayHoursProps = { rows: readonly Row[]; day: string; errors: FieldsShown }

/** When a day opens and closes, and its breaks. */
function DayHours({ rows, day, errors }: DayHoursProps) {
  const t = useTranslations('facilityForm')
  return (
    <div className="grid max-w-md gap-2">
      {rows
        .filter((row) => row['isBreak'] !== 'on')
        .map((row) => (
          <Span key={row.at} row={row} day={day} errors={errors} />
        ))}
      {rows
        .filter((row) => row['isBreak'] === 'on')
        .map((row) => (
          <SpareRow
            key={row.at}
            isUsed={Boolean(row['from'] || row['until']) || isWrong(row, errors)}
            add={t('addBreak')}
            remove={{ label: t('removeBreak', { day }), intent: removeIntent('hours', row.at) }}
          >
            <Span row={row} day={day} errors={errors} />
          </SpareRow>
        ))}
    </div>
  )
}

type SpanProps = { row: Row; day: string; errors: FieldsShown }

function Span({ row, day, errors }: SpanProps) {
  const t = useTranslations('facilityForm')
  const isBreak = row['isBreak'] === 'on'
  const names = isBreak ? breakTexts : hoursTexts
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <input type="hidden" name={`hours[${row.at}].weekday`} value={row['weekday']} />
      {isBreak && <input type="hidden" name={`hours[${row.at}].isBreak`} value="on" />}
      {(['from', 'until'] as const).map((part) => (
        <TextField
          key={part}
          {...errors.field(`hours[${row.at}].${part}`)}
          label={
            <>
              <span aria-hidden="true" className="font-normal">
                {t(names[part])}
              </span>
              <span className="sr-only">{t(names[`${part}Of`], { day })}</span>
            </>
          }
          type="time"
          defaultValue={row[part]}
        />
      ))}
    </div>
  )
}

const hoursTexts = { from: 'from', until: 'until', fromOf: 'fromOf', untilOf: 'untilOf' } as const
export const breakTexts = {
  from: 'breakFrom',
  until: 'breakUntil',
  fromOf: 'breakFromOf',
  untilOf: 'breakUntilOf',
} as const
