import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

export type CalendarDetails = {
  calendarId: string
  sequence: number
  title: string
  startsAt: Date
  endsAt: Date
  /** an address, or the link of an online session */
  place: string | null
  /** a request that is not confirmed yet */
  tentative: boolean
  organizer: { name: string; email: string } | null
  /** the time of this state; later ones replace earlier ones */
  stamp: Date
}

/** An iCalendar file of events in UTC. `cancelled` takes them out of the calendar they were put into. */
export function calendarFile(
  events: readonly CalendarDetails[],
  { origin, viewUrl, cancelled }: { origin: string; viewUrl: string | null; cancelled: boolean },
): string {
  const calendar = ical({
    prodId: { company: 'Openspot', product: 'Bookings', language: 'EN' },
    method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  for (const event of events) {
    const held = event.tentative ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
    calendar.createEvent({
      id: `${event.calendarId}@${new URL(origin).hostname}`,
      sequence: event.sequence,
      stamp: event.stamp,
      start: event.startsAt,
      end: event.endsAt,
      summary: oneLine(event.title),
      ...(viewUrl !== null && { description: viewUrl, url: viewUrl }),
      status: cancelled ? ICalEventStatus.CANCELLED : held,
      ...(event.place !== null && { location: oneLine(event.place) }),
      ...(event.organizer && {
        organizer: { name: parameter(event.organizer.name), email: event.organizer.email },
      }),
    })
  }
  return calendar.toString()
}

function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
}

/** Parameters know no escape for a quote. */
function parameter(name: string): string {
  return oneLine(name).replaceAll('"', "'") || 'Openspot'
}
