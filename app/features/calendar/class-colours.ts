import type { listCalendarClasses } from '#core/schedule/queries/calendar-sessions.ts'

export type CalendarClass = Awaited<ReturnType<typeof listCalendarClasses>>[number]

/** As many as agenda.css has. */
const colours = 8

/** The number of a class's colour: neighbours in the list of classes never share one. */
export function colourOf(classId: string, classes: readonly CalendarClass[]): number {
  const place = classes.findIndex(({ id }) => id === classId)
  return Math.max(0, place) % colours
}

/** The form that adds a session to a class, with this date and time. */
export function addPath(
  classId: string,
  { date, startTime }: { date: string; startTime: string | null },
): string {
  const time = startTime === null ? '' : `&time=${startTime}`
  return `/dashboard/classes/${classId}/sessions?date=${date}${time}#add-session`
}
