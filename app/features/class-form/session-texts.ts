import type { SessionForm } from '#core/classes/schema.ts'

/** How the values of a session stand in the fields of its form. */
export function sessionTexts(session: Omit<SessionForm, 'formKey'>): Record<string, string> {
  return {
    date: session.date,
    startTime: session.startTime,
    durationMinutes: String(session.durationMinutes),
    maxStudents: String(session.maxStudents),
    placeKind: session.placeKind,
    location: session.location,
    onlineUrl: session.onlineUrl,
  }
}
