import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator'

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
  /** where calendars lead, for places that others may see */
  viewUrl: string | null
  /** without it, the link is the description */
  description?: string
  /** the time of this state; later ones replace earlier ones */
  stamp: Date
}

export type Person = { name: string; email: string }

/** Who invites, who is invited, and the address of the installation, which makes ids unique in the world. */
export type Invited = { origin: string; organizer: Person; attendee: Person }

/**
 * A file to put events into a calendar by hand. Such files name who organises them and nobody who comes (RFC 5546, 3.2.1).
 * All times are in UTC.
 */
export function publishedFile(
  events: readonly CalendarDetails[],
  { origin, organizer }: Pick<Invited, 'origin' | 'organizer'>,
): string {
  const calendar = aCalendar(ICalCalendarMethod.PUBLISH)
  for (const event of events)
    calendar.createEvent({ ...detailsOf(event, origin), organizer: asPerson(organizer) })
  return written(calendar)
}

/**
 * Puts one event into the calendar of the person who booked it, or updates it there: same id, higher sequence. The person
 * has accepted it by booking, so no calendar asks. One file holds one event (RFC 5546, 3.2.2).
 */
export function requestFile(event: CalendarDetails, invited: Invited): string {
  const calendar = aCalendar(ICalCalendarMethod.REQUEST)
  calendar.createEvent({ ...detailsOf(event, invited.origin), ...peopleOf(invited) })
  return written(calendar)
}

/** Takes one event out of the calendar that a request has put it into (RFC 5546, 3.2.5). */
export function cancelFile(event: CalendarDetails, invited: Invited): string {
  const calendar = aCalendar(ICalCalendarMethod.CANCEL)
  calendar.createEvent({
    ...detailsOf(event, invited.origin),
    ...peopleOf(invited),
    status: ICalEventStatus.CANCELLED,
  })
  return written(calendar)
}

/**
 * What a calendar reads again and again from an address. It has no method: nobody is invited, and what is gone from it goes
 * from the calendar.
 */
export function feedFile(
  events: readonly CalendarDetails[],
  { origin, name, readAgainSeconds }: { origin: string; name: string; readAgainSeconds: number },
): string {
  const calendar = aCalendar(null).name(oneLine(name)).ttl(readAgainSeconds)
  for (const event of events) calendar.createEvent(detailsOf(event, origin))
  return written(calendar)
}

/** Each line ends with CRLF, the last one too (RFC 5545, 3.4). */
const written = (calendar: ReturnType<typeof aCalendar>) => `${calendar.toString().trimEnd()}\r\n`

const aCalendar = (method: ICalCalendarMethod | null) =>
  ical({ prodId: { company: 'Openspot', product: 'Bookings', language: 'EN' }, method })

function detailsOf(event: CalendarDetails, origin: string): ICalEventData {
  const { viewUrl, description = viewUrl } = event
  return {
    id: `${event.calendarId}@${new URL(origin).hostname}`,
    sequence: event.sequence,
    stamp: event.stamp,
    start: event.startsAt,
    end: event.endsAt,
    summary: oneLine(event.title),
    status: event.tentative ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    ...(description !== null && { description }),
    ...(viewUrl !== null && { url: viewUrl }),
    ...(event.place !== null && { location: oneLine(event.place) }),
  }
}

const peopleOf = ({ organizer, attendee }: Invited) => ({
  organizer: asPerson(organizer),
  attendees: [
    {
      ...asPerson(attendee),
      role: ICalAttendeeRole.REQ,
      type: ICalAttendeeType.INDIVIDUAL,
      status: ICalAttendeeStatus.ACCEPTED,
      rsvp: false,
    },
  ],
})

const asPerson = ({ name, email }: Person) => ({ name: parameter(name), email })

function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
}

/** Parameters know no escape for a quote. */
function parameter(name: string): string {
  return oneLine(name).replaceAll('"', "'") || 'Openspot'
}
