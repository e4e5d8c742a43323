/**
 * Who organises what is booked, for calendars: the vendor, under the address that sends the mails. Calendars take a cancellation
 * only from the address that has invited, and a vendor may change its own.
 */
export function organizerOf(
  { senderEmail: email }: { senderEmail: string },
  { name }: { name: string },
): { name: string; email: string } {
  return { name, email }
}

export type CalendarEvent = {
  title: string
  startsAt: Date
  endsAt: Date
  place: string | null
  viewUrl: string
}

/** Pages of the two big calendars that open with the event filled in. */
export function calendarLinks(event: CalendarEvent): { google: string; outlook: string } {
  const basic = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d+/g, '')
  const google = new URL('https://calendar.google.com/calendar/render')
  const outlook = new URL('https://outlook.live.com/calendar/0/deeplink/compose')
  const fill = (url: URL, values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
    return url.href
  }
  return {
    google: fill(google, {
      action: 'TEMPLATE',
      text: event.title,
      dates: `${basic(event.startsAt)}/${basic(event.endsAt)}`,
      details: event.viewUrl,
      location: event.place ?? '',
    }),
    outlook: fill(outlook, {
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: event.title,
      startdt: event.startsAt.toISOString(),
      enddt: event.endsAt.toISOString(),
      body: event.viewUrl,
      location: event.place ?? '',
    }),
  }
}
