import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { calendarLinks } from './rules.ts'
import { type CalendarDetails, calendarFile } from './templates/calendar-file.ts'

const details: CalendarDetails = {
  calendarId: '5f0c6a52-0000-4000-8000-000000000001',
  sequence: 3,
  title: 'Yoga',
  startsAt: new Date('2027-07-05T16:00:00Z'),
  endsAt: new Date('2027-07-05T17:00:00Z'),
  place: '1 Park Street',
  tentative: false,
  organizer: { name: 'Studio Vera', email: 'studio@example.com' },
  stamp: new Date('2027-07-01T09:00:00Z'),
}
const links = {
  origin: 'https://book.example.com',
  viewUrl: 'https://book.example.com/booking/ABCDEFGHJK?token=t',
}

function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const event = calendar.getFirstSubcomponent('vevent')
  if (!event) throw new Error('no event')
  return { calendar, event, value: (name: string) => event.getFirstPropertyValue(name) }
}

test('an event is published in UTC with a stable id and its sequence', () => {
  const { calendar, value } = read(calendarFile([details], { ...links, cancelled: false }))
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
  expect(value('uid')).toBe('5f0c6a52-0000-4000-8000-000000000001@book.example.com')
  expect(value('sequence')).toBe(3)
  expect(String(value('dtstart'))).toBe('2027-07-05T16:00:00Z')
  expect(String(value('dtend'))).toBe('2027-07-05T17:00:00Z')
  expect(String(value('dtstamp'))).toBe('2027-07-01T09:00:00Z')
  expect(value('status')).toBe('CONFIRMED')
  expect(value('url')).toBe(links.viewUrl)
  expect(value('description')).toBe(links.viewUrl)
  expect(value('location')).toBe('1 Park Street')
  expect(value('organizer')).toBe('mailto:studio@example.com')
})

test('the dates of a bundle are one file', () => {
  const later = { ...details, calendarId: '5f0c6a52-0000-4000-8000-000000000002', sequence: 0 }
  const file = calendarFile([details, later], { ...links, cancelled: false })
  const events = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent')
  expect(events.map((event) => event.getFirstPropertyValue('uid'))).toEqual([
    `${details.calendarId}@book.example.com`,
    `${later.calendarId}@book.example.com`,
  ])
})

test('a request is tentative, a cancelled event takes itself out', () => {
  expect(
    read(calendarFile([{ ...details, tentative: true }], { ...links, cancelled: false })).value(
      'status',
    ),
  ).toBe('TENTATIVE')
  const { calendar, value } = read(
    calendarFile([{ ...details, sequence: 4 }], { ...links, cancelled: true }),
  )
  expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL')
  expect(value('status')).toBe('CANCELLED')
  expect(value('sequence')).toBe(4)
})

test.each([
  'Line\r\nSTATUS:CANCELLED',
  'Line\nATTENDEE:mailto:x@example.com',
  'Semi;colon, comma \\ back:slash "quoted"',
  `${'Очень длинное название занятия '.repeat(12)}конец`,
  '🧘‍♀️'.repeat(60),
  'یوگا صبحگاهی',
])('the name %j stays one name', (name) => {
  const file = calendarFile(
    [{ ...details, title: name, place: name, organizer: { name, email: 'studio@example.com' } }],
    { ...links, cancelled: false },
  )
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const { event, value } = read(file)
  const asOneLine = name.replace(/[\r\n]+/g, ' ')
  expect(value('summary')).toBe(asOneLine)
  expect(value('location')).toBe(asOneLine)
  expect(value('status')).toBe('CONFIRMED')
  expect(event.getAllProperties('attendee')).toEqual([])
  expect(event.getFirstProperty('organizer')?.getFirstParameter('cn')).toBe(
    asOneLine.replaceAll('"', "'"),
  )
})

test('the web calendars open with the event filled in', () => {
  const { google, outlook } = calendarLinks({
    ...details,
    title: 'Yoga & more',
    viewUrl: links.viewUrl,
  })
  expect(Object.fromEntries(new URL(google).searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'Yoga & more',
    dates: '20270705T160000Z/20270705T170000Z',
    details: links.viewUrl,
    location: '1 Park Street',
  })
  expect(Object.fromEntries(new URL(outlook).searchParams)).toMatchObject({
    subject: 'Yoga & more',
    startdt: '2027-07-05T16:00:00.000Z',
  })
})
