import type { ClassRow } from './class-list.tsx'

/** The session that comes next, of all classes. */
export function nextSession(classes: readonly Pick<ClassRow, 'id' | 'title' | 'upcoming'>[]) {
  const [next] = classes
    .flatMap(({ id, title, upcoming: { date, startTime } }) =>
      date !== null && startTime !== null ? [{ classId: id, title, date, startTime }] : [],
    )
    .toSorted((one, other) =>
      `${one.date} ${one.startTime}`.localeCompare(`${other.date} ${other.startTime}`),
    )
  return next ?? null
}
