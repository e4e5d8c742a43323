import type { Shown, Typed } from '#app/http/form-answer.ts'
import { maxTimesInForm } from '#core/classes/rules.ts'

/** One weekly time as it stands in the form; `id` is empty for a new one. */
export type TimeValues = {
  id: string
  weekday: string
  startTime: string
  everyWeeks: string
  /** its last date when it ends soon, '' otherwise */
  until: string
}

export const newTime: TimeValues = {
  id: '',
  weekday: '1',
  startTime: '',
  everyWeeks: '1',
  until: '',
}

/** Another weekly time: as the first one, on the day after the last one. */
export function nextTime(times: readonly TimeValues[]): TimeValues {
  const [first] = times
  const last = times.at(-1)
  if (!first || !last) return newTime
  const { startTime, everyWeeks } = first
  return { ...newTime, startTime, everyWeeks, weekday: String((Number(last.weekday) % 7) + 1) }
}

const timeField = /^times\[(\d{1,2})\]\.(id|weekday|startTime|everyWeeks|until)$/

/** The weekly times among the fields of a class form. */
export function timesIn(fields: Shown): TimeValues[] {
  const rows = new Map<number, Record<string, string>>()
  for (const [name, value] of Object.entries(fields)) {
    const [, at, field] = timeField.exec(name) ?? []
    if (at === undefined || field === undefined) continue
    rows.set(Number(at), { ...rows.get(Number(at)), [field]: value })
  }
  return [...rows.entries()]
    .toSorted(([one], [other]) => one - other)
    .map(([, row]) => ({ ...newTime, ...row }))
}

/** Weekly times as fields of a class form. */
export function timeFields(times: readonly TimeValues[]): Record<string, string> {
  const rows = times.flatMap((time, at) =>
    Object.entries(time).map(([field, value]) => [`times[${at}].${field}`, value]),
  )
  return Object.fromEntries(rows)
}

/** When each of the weekly times ends, as fields: shown, not edited. */
export function untilFields(times: readonly { until: string | null }[]): Record<string, string> {
  return Object.fromEntries(times.map(({ until }, at) => [`times[${at}].until`, until ?? '']))
}

/** The form after "add a time" or "remove time n", or null when neither button was pressed. */
export function withTimesChanged(typed: Typed, intent: string): Typed | null {
  const texts = Object.fromEntries(
    Object.entries(typed).map(([name, values]) => [name, values.at(-1) ?? '']),
  )
  const times = timesIn(texts)
  const removed = /^remove-time:(\d{1,2})$/.exec(intent)
  if (intent !== 'add-time' && !removed) return null
  const changed = removed
    ? times.filter((_time, at) => at !== Number(removed[1]))
    : [...times, ...(times.length < maxTimesInForm ? [nextTime(times)] : [])]
  const others = Object.entries(typed).filter(([name]) => !timeField.test(name))
  const rows = Object.entries(timeFields(changed)).map(([name, value]) => [name, [value]])
  return Object.fromEntries([...others, ...rows])
}

/** A new class: what the form starts with. */
export function emptyClass(today: string): Record<string, string> {
  return {
    category: 'fitness',
    difficulty: 'general',
    placeKind: 'address',
    price: '0',
    maxStudents: '10',
    durationMinutes: '60',
    startDate: today,
    visibility: 'public',
    confirmationMode: 'automatic',
    confirmationTimeoutMinutes: '10',
    closesMinutesBefore: '0',
    pays: 'studio',
    ...timeFields([newTime]),
  }
}
