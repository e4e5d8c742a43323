import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { calendarLinks } from '#core/messages/rules/calendar-event.ts'
import {
  type CalendarDetails,
  cancelFile,
  feedFile,
  type Invited,
  publishedFile,
  requestFile,
} from './calendar-file.ts'

const viewUrl = 'https://book.example.com/booking/ABCDEFGHJK?token=t'
const details: CalendarDetails = {
  calendarId: '5f0c6a52-0000-4000-8000-000000000001',
  sequence: 3,
  title: 'Yoga',
  startsAt: new Date('2027-07-05T16:00:00Z'),
  endsAt: new Date('2027-07-05T17:00:00Z'),
  place: '1 Park Street',
  tentative: false,
  viewUrl,
  stamp: new Date('2027-07-01T09:00:00Z'),
}
const invited: Invited = {
  origin: 'https://book.example.com',
  organizer: { name: 'Studio Vera', email: 'studio@example.com' },
  attendee: { name: 'Carla', email: 'carla@example.com' },
}
const later = { ...details, calendarId: '5f0c6a52-0000-4000-8000-000000000002', sequence: 0 }
const feed = { origin: invited.origin, name: 'Studio Vera', readAgainSeconds: 3600 }

function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const events = calendar.getAllSubcomponents('vevent')
  const [event] = events
  if (!event) throw new Error('no event')
  return {
    calendar,
    events,
    value: (name: string) => event.getFirstPropertyValue(name),
    all: (name: string) => event.getAllProperties(name),
  }
}

test('every line of a file ends with CRLF, the last one too', () => {
  for (const file of [publishedFile([details, later], invited), feedFile([details], feed)]) {
    expect(file).toMatch(/END:VCALENDAR\r\n$/)
    expect(file).not.toMatch(/[^\r]\n/)
  }
})

/** The files there are, and what RFC 5546 says of each (3.2.1, 3.2.2, 3.2.5). A feed follows no method. */
const kinds = [
  {
    name: 'publish',
    file: publishedFile([details, later], invited),
    method: 'PUBLISH',
    events: 2,
    organizers: 1,
    attendees: 0,
    status: 'CONFIRMED',
  },
  {
    name: 'request',
    file: requestFile(details, invited),
    method: 'REQUEST',
    events: 1,
    organizers: 1,
    attendees: 1,
    status: 'CONFIRMED',
  },
  {
    name: 'a request that waits',
    file: requestFile({ ...details, tentative: true }, invited),
    method: 'REQUEST',
    events: 1,
    organizers: 1,
    attendees: 1,
    status: 'TENTATIVE',
  },
  {
    name: 'cancel',
    file: cancelFile({ ...details, tentative: true }, invited),
    method: 'CANCEL',
    events: 1,
    organizers: 1,
    attendees: 1,
    status: 'CANCELLED',
  },
  {
    name: 'feed',
    file: feedFile([details, later], feed),
    method: null,
    events: 2,
    organizers: 0,
    attendees: 0,
    status: 'CONFIRMED',
  },
]

test.each(kinds)('$name: what RFC 5546 asks for is in it, once, and in UTC', (kind) => {
  const { calendar, events, value, all } = read(kind.file)
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  expect(calendar.getFirstPropertyValue('prodid')).toBeTruthy()
  expect(calendar.getFirstPropertyValue('method')).toBe(kind.method)
  expect(events).toHaveLength(kind.events)
  for (const name of ['uid', 'dtstamp', 'dtstart', 'dtend', 'summary', 'sequence', 'status'])
    expect(all(name), name).toHaveLength(1)
  expect(value('uid')).toBe(`${details.calendarId}@book.example.com`)
  expect(value('sequence')).toBe(3)
  expect(value('status')).toBe(kind.status)
  expect(String(value('dtstart'))).toBe('2027-07-05T16:00:00Z')
  expect(String(value('dtend'))).toBe('2027-07-05T17:00:00Z')
  expect(String(value('dtstamp'))).toBe('2027-07-01T09:00:00Z')
  expect(value('location')).toBe('1 Park Street')
  expect(value('url')).toBe(viewUrl)
  expect(value('description')).toBe(viewUrl)
  expect(all('organizer')).toHaveLength(kind.organizers)
  expect(all('attendee')).toHaveLength(kind.attendees)
  expect(all('request-status')).toHaveLength(0)
})

test.each([requestFile(details, invited), cancelFile(details, invited)])(
  'the person who booked has accepted, and is not asked to answer',
  (file) => {
    const { all, value } = read(file)
    const [attendee] = all('attendee')
    expect(attendee?.getFirstValue()).toBe('MAILTO:carla@example.com')
    expect(attendee?.getFirstParameter('partstat')).toBe('ACCEPTED')
    expect(attendee?.getFirstParameter('rsvp')).toBe('FALSE')
    expect(attendee?.getFirstParameter('cn')).toBe('Carla')
    expect(value('organizer')).toBe('mailto:studio@example.com')
  },
)

test('a feed says its name, and how often it is to be read', () => {
  const { calendar } = read(feedFile([details], feed))
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Studio Vera')
  expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT1H')
  expect(calendar.getFirstPropertyValue('x-published-ttl')).toBe('PT1H')
  expect(
    ICAL.parse(feedFile([], feed)),
    'a feed without events is a calendar all the same',
  ).toHaveLength(3)
})

test.each([
  'Line\r\nSTATUS:CANCELLED',
  'Line\nATTENDEE:mailto:x@example.com',
  'Semi;colon, comma \\ back:slash "quoted"',
  '<b>Yoga</b> & <script>alert(1)</script> <vera@example.com>',
  `${'Очень длинное название занятия '.repeat(12)}конец`,
  '🧘‍♀️'.repeat(60),
  'یوگا صبحگاهی',
])('the name %j stays one name', (name) => {
  const person = { name, email: 'studio@example.com' }
  const file = requestFile(
    { ...details, title: name, place: name },
    { ...invited, organizer: person, attendee: person },
  )
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const { all, value } = read(file)
  const asOneLine = name.replace(/[\r\n]+/g, ' ')
  expect(value('summary')).toBe(asOneLine)
  expect(value('location')).toBe(asOneLine)
  expect(value('status')).toBe('CONFIRMED')
  expect(all('attendee')).toHaveLength(1)
  for (const property of [...all('organizer'), ...all('attendee')])
    expect(property.getFirstParameter('cn')).toBe(asOneLine.replaceAll('"', "'"))
})

test('the web calendars open with the event filled in', () => {
  const { google, outlook } = calendarLinks({ ...details, title: 'Yoga & more', viewUrl })
  expect(Object.fromEntries(new URL(google).searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'Yoga & more',
    dates: '20270705T160000Z/20270705T170000Z',
    details: viewUrl,
    location: '1 Park Street',
  })
  expect(Object.fromEntries(new URL(outlook).searchParams)).toMatchObject({
    subject: 'Yoga & more',
    startdt: '2027-07-05T16:00:00.000Z',
  })
})
