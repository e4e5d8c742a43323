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

/** An iCalendar file with one event in UTC. `cancelled` takes it out of the calendar it was put into. */
export function calendarFile(
  details: CalendarDetails,
  { origin, viewUrl, cancelled }: { origin: string; viewUrl: string | null; cancelled: boolean },
): string {
  const calendar = ical({
    prodId: { company: 'Openspot', product: 'Bookings', language: 'EN' },
    method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  const held = details.tentative ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
  calendar.createEvent({
    id: `${details.calendarId}@${new URL(origin).hostname}`,
    sequence: details.sequence,
    stamp: details.stamp,
    start: details.startsAt,
    end: details.endsAt,
    summary: oneLine(details.title),
    ...(viewUrl !== null && { description: viewUrl, url: viewUrl }),
    status: cancelled ? ICalEventStatus.CANCELLED : held,
    ...(details.place !== null && { location: oneLine(details.place) }),
    ...(details.organizer && {
      organizer: { name: parameter(details.organizer.name), email: details.organizer.email },
    }),
  })
  return calendar.toString()
}

function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
}

/** Parameters know no escape for a quote. */
function parameter(name: string): string {
  return oneLine(name).replaceAll('"', "'") || 'Openspot'
}
