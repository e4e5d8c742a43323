import type { SessionForm } from '#core/schedule/schema.ts'

/** Formats a session's values for its form. */
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
