import type { OpeningHours } from '#core/classes/rules.ts'

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

/** The opening hours that are complete, as far as they are typed. */
export function hoursIn(fields: Readonly<Record<string, string>>): OpeningHours[] {
  return rowsIn(fields, 'hours').flatMap(({ weekday = '', from = '', until = '' }) =>
    isTime(from) && isTime(until) ? [{ weekday: Number(weekday), from, until }] : [],
  )
}

/** A new facility: what the form starts with. */
export function emptyFacility(today: string): Record<string, string> {
  const rows = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [weekday, weekday])
  const hours = rows.flatMap((weekday, at) => [
    [`hours[${at}].weekday`, String(weekday)],
    [`hours[${at}].from`, ''],
    [`hours[${at}].until`, ''],
  ])
  const extras = [0, 1, 2].flatMap((at) => [
    [`extras[${at}].id`, ''],
    [`extras[${at}].name`, ''],
    [`extras[${at}].price`, ''],
    [`extras[${at}].per`, 'slot'],
  ])
  return {
    category: 'other',
    placeKind: 'address',
    price: '0',
    durationMinutes: '60',
    maxPeople: '4',
    daysAhead: '14',
    graceMinutes: '15',
    startDate: today,
    visibility: 'public',
    confirmationMode: 'automatic',
    confirmationTimeoutMinutes: '10',
    closesMinutesBefore: '0',
    ...Object.fromEntries([...hours, ...extras]),
  }
}
