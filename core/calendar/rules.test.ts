import { expect, test } from 'vitest'
import { eventTexts } from './catalogue.ts'
import { backOffMs, busyTime, differences, eventIdOf, wantedEvent } from './rules.ts'

const zone = 'Europe/Berlin'

test('the id of an event is what Google takes, and the same for the same session', () => {
  const id = eventIdOf('0b9f2c11-6a52-4a0e-9d5f-0123456789ab')
  expect(id).toBe('cs0b9f2c116a524a0e9d5f0123456789ab')
  expect(id).toMatch(/^[a-v0-9]{5,1024}$/)
})

test('an event says what a trainer looks for: title, spots, place and people', () => {
  const session = {
    vendorId: 'v',
    id: '1',
    title: 'Yoga',
    startsAt: new Date('2030-03-30T17:00:00Z'),
    endsAt: new Date('2030-03-30T18:00:00Z'),
    place: '1 Park Street',
    booked: 4,
    capacity: 10,
    people: [
      { name: 'Ada <b>', spots: 1, waiting: false },
      { name: 'Ben & Co', spots: 3, waiting: true },
    ],
  }
  const link = 'https://book.test/dashboard/sessions/1'
  expect(wantedEvent(session, { words: eventTexts.en, link })).toMatchObject({
    summary: 'Yoga · 4/10',
    location: '1 Park Street',
    description: `Ada &lt;b&gt;\nBen &amp; Co × 3 (waiting for confirmation)\n\n${link}`,
  })
  const empty = wantedEvent({ ...session, people: [], booked: 0 }, { words: eventTexts.de, link })
  expect(empty.description).toBe(`Noch keine Buchung.\n\n${link}`)
})

const held = (sessionId: string, hash: string | null) => ({ sessionId, hash })

test.for([
  ['nothing is there yet', [held('a', '1')], [], { insert: ['a'] }],
  ['all is as wanted', [held('a', '1')], [held('a', '1')], {}],
  ['something is another now', [held('a', '2')], [held('a', '1')], { patch: ['a'] }],
  ['it was changed in the calendar', [held('a', '1')], [held('a', null)], { patch: ['a'] }],
  ['a session is gone', [], [held('a', '1')], { remove: ['a'] }],
  ['a session is over', [], [held('over', '1')], {}],
] as const)('compared: %s', ([, wanted, written, expected]) => {
  const rows = wanted.map(({ sessionId, hash }) => ({ sessionId, hash: hash ?? '' }))
  const found = differences(rows, [...written], new Set(['over']))
  const ids = Object.fromEntries(
    Object.entries(found).map(([name, list]) => [name, list.map(({ sessionId }) => sessionId)]),
  )
  expect(ids).toEqual({ insert: [], patch: [], remove: [], ...expected })
})

const timed = {
  start: { dateTime: '2030-03-30T18:00:00+01:00' },
  end: { dateTime: '2030-03-30T19:30:00+01:00' },
}
const busy = ['2030-03-30T17:00:00.000Z', '2030-03-30T18:30:00.000Z']

/** Our own guest entry, or only that of somebody else, after another guest's. */
const guests = (responseStatus: string, self = true) => [
  { responseStatus: 'accepted' },
  { ...(self && { self }), responseStatus },
]

test.for([
  ['an appointment', timed, busy],
  ['a tentative one', { ...timed, status: 'tentative' }, busy],
  ['out of office', { ...timed, eventType: 'outOfOffice' }, busy],
  ['a flight, whose guests nobody names', { ...timed, eventType: 'fromGmail' }, busy],
  ['one with guests that are others', { ...timed, attendees: guests('declined', false) }, busy],
  ['an accepted invitation', { ...timed, attendees: guests('accepted') }, busy],
  ['one that was answered with maybe', { ...timed, attendees: guests('tentative') }, busy],
  ['an answer that nobody knows yet', { ...timed, attendees: guests('later') }, busy],
  ['without a word on the answer', { ...timed, attendees: [{ self: true }] }, busy],
  [
    'an own one, whose guest entry nobody has answered',
    { ...timed, organizer: { self: true }, attendees: guests('needsAction') },
    busy,
  ],
  [
    'a day on which the clock changes',
    { start: { date: '2030-03-31' }, end: { date: '2030-04-01' } },
    ['2030-03-30T23:00:00.000Z', '2030-03-31T22:00:00.000Z'],
  ],
  ['a deleted one', { ...timed, status: 'cancelled' }, null],
  ['one shown as free', { ...timed, transparency: 'transparent' }, null],
  ['where somebody works', { ...timed, eventType: 'workingLocation' }, null],
  ['a birthday', { ...timed, eventType: 'birthday' }, null],
  ['a declined invitation', { ...timed, attendees: guests('declined') }, null],
  ['an invitation that nobody answered', { ...timed, attendees: guests('needsAction') }, null],
  [
    'an invitation of somebody else that nobody answered',
    { ...timed, organizer: { self: false }, attendees: guests('needsAction') },
    null,
  ],
  [
    'an own one, declined',
    { ...timed, organizer: { self: true }, attendees: guests('declined') },
    null,
  ],
  [
    'a day that does not exist',
    { start: { date: '2030-02-31' }, end: { date: '2030-03-01' } },
    null,
  ],
  ['without times', { status: 'confirmed' }, null],
  ['without length', { start: timed.start, end: timed.start }, null],
  ['malformed', { start: { dateTime: 'soon' }, end: timed.end }, null],
] as const)('busy: %s', ([, event, expected]) => {
  const found = busyTime(event, zone)
  expect(found && [found.startsAt.toISOString(), found.endsAt.toISOString()]).toEqual(expected)
})

test('each failure waits longer, at most a quarter of an hour, and not all calendars at the same time', () => {
  expect([1, 2, 3, 30].map((failures) => backOffMs(failures, 0.5))).toEqual([
    2000, 4000, 8000, 900_000,
  ])
  expect(backOffMs(1, 0)).toBe(1000)
  expect(backOffMs(1, 1)).toBe(3000)
})
