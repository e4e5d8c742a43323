/** One weekly time as it stands in the form; `id` is empty for a new one. */
export type TimeValues = {
  id: string
  weekday: string
  startTime: string
  everyWeeks: string
  /** its last date when it ends soon, '' otherwise */
  until: string
}

/** A class form as text, field by field. */
export type ClassValues = { fields: Record<string, string>; times: TimeValues[] }

export const newTime: TimeValues = {
  id: '',
  weekday: '1',
  startTime: '',
  everyWeeks: '1',
  until: '',
}

const mostTimes = 21
const timeField = /^times\[(\d{1,2})\]\.(id|weekday|startTime|everyWeeks|until)$/

/** What was typed, to fill the form with again. */
export function typedClass(form: FormData): ClassValues {
  const fields: Record<string, string> = {}
  const rows = new Map<number, Record<string, string>>()
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue
    const match = timeField.exec(name)
    if (!match) {
      fields[name] = value
      continue
    }
    const at = Number(match[1])
    rows.set(at, { ...rows.get(at), [match[2] ?? '']: value })
  }
  const times = [...rows.entries()]
    .toSorted(([one], [other]) => one - other)
    .map(([, row]) => ({ ...newTime, ...row }))
  return { fields, times: times.slice(0, mostTimes) }
}

/** The form after "add a time" or "remove time n", or null when neither button was pressed. */
export function withTimesChanged(values: ClassValues, intent: unknown): ClassValues | null {
  if (intent === 'add-time')
    return { ...values, times: [...values.times, newTime].slice(0, mostTimes) }
  const removed = typeof intent === 'string' ? /^remove-time:(\d{1,2})$/.exec(intent) : null
  if (!removed) return null
  return { ...values, times: values.times.filter((_time, at) => at !== Number(removed[1])) }
}

/** A new class: what the form starts with. */
export function emptyClass(today: string): ClassValues {
  return {
    fields: {
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
    },
    times: [newTime],
  }
}
