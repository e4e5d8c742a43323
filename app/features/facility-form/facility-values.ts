import type { Typed } from '#app/http/form-answer.ts'
import {
  everyDay,
  facilityLimits,
  type HoursRow,
  hoursOfWeek,
  type OpeningHours,
} from '#core/classes/rules.ts'

type Row = Record<string, string> & { at: number }

/** The rows of a list among the fields of a form. */
export function rowsIn(fields: Readonly<Record<string, string>>, name: string): Row[] {
  const rows = new Map<number, Record<string, string>>()
  for (const [field, value] of Object.entries(fields)) {
    const [, list, at, part] = /^(\w+)\[(\d{1,3})\]\.(\w+)$/.exec(field) ?? []
    if (list !== name || at === undefined || part === undefined) continue
    rows.set(Number(at), { ...rows.get(Number(at)), [part]: value })
  }
  return [...rows.entries()]
    .toSorted(([one], [other]) => one - other)
    .map(([at, row]) => Object.assign(row, { at }))
}

const isTime = (text: string | undefined) => /^\d{2}:\d{2}$/.test(text ?? '')

/** The opening hours of each day, as far as they are typed. */
export function hoursIn(fields: Readonly<Record<string, string>>): OpeningHours[] {
  return hoursOfWeek(
    rowsIn(fields, 'hours').map(({ weekday, from, until, closed, isBreak }) => ({
      weekday: Number(weekday),
      from: isTime(from) ? from : undefined,
      until: isTime(until) ? until : undefined,
      closed: closed === 'on',
      isBreak: isBreak === 'on',
    })),
  )
}

const days = [everyDay, 1, 2, 3, 4, 5, 6, 7]
/** Empty rows for further extras. */
const moreExtras = 3

/** The fields of opening hours: rows for every day and for each day, and one more for a break. */
export function hoursFields(hours: readonly HoursRow[]): Record<string, string> {
  const rows = days.flatMap((weekday) => {
    const own = hours.filter((one) => one.weekday === weekday)
    const open = own.filter(({ isBreak }) => !isBreak)
    const breaks = [...own.filter(({ isBreak }) => isBreak), { weekday, isBreak: true }]
    return [...(open.length > 0 ? open : [{ weekday }]), ...breaks].map(
      ({ closed, isBreak, ...row }: HoursRow) => ({
        weekday,
        from: row.from ?? '',
        until: row.until ?? '',
        ...(closed && { closed: 'on' }),
        ...(isBreak && { isBreak: 'on' }),
      }),
    )
  })
  return listFields('hours', rows)
}

type ExtraRow = { id: string; name: string; price: string; per: string }

export function extrasFields(extras: readonly ExtraRow[]): Record<string, string> {
  const empty = Array.from({ length: moreExtras }, () => ({
    id: '',
    name: '',
    price: '',
    per: 'slot',
  }))
  const most = Math.max(extras.length, facilityLimits.extras)
  return listFields('extras', [...extras, ...empty].slice(0, most))
}

function listFields(name: string, rows: readonly Readonly<Record<string, string | number>>[]) {
  return Object.fromEntries(
    rows.flatMap((row, at) =>
      Object.entries(row).map(([field, value]) => [`${name}[${at}].${field}`, String(value)]),
    ),
  )
}

const rowParts = { hours: ['from', 'until'], extras: ['id', 'name', 'price'] } as const

/** The button that empties a row of a list, where no script does that. */
export const removeIntent = (list: keyof typeof rowParts, at: number) => `remove:${list}:${at}`

/** The form after such a button; null if another one was pressed. */
export function withRowRemoved(typed: Typed, intent: string): Typed | null {
  const [, list, at] = /^remove:(hours|extras):(\d{1,3})$/.exec(intent) ?? []
  if ((list !== 'hours' && list !== 'extras') || at === undefined) return null
  const emptied = rowParts[list].map((part) => [`${list}[${at}].${part}`, ['']])
  return { ...typed, ...Object.fromEntries(emptied) }
}

/** A new facility: what the form starts with. */
export function emptyFacility(today: string): Record<string, string> {
  return {
    category: 'other',
    durationMinutes: '60',
    maxPeople: '4',
    daysAhead: '14',
    graceMinutes: '15',
    startDate: today,
    visibility: 'public',
    confirmationMode: 'automatic',
    confirmationTimeoutMinutes: '10',
    closesMinutesBefore: '0',
    ...hoursFields([]),
    ...extrasFields([]),
  }
}
