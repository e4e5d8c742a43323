import ICAL from 'ical.js'
import { confirmRequest } from '#core/bookings/commands/answer-request.ts'
import { cancelByCustomer } from '#core/bookings/commands/cancel-bookings.ts'
import { moveByCustomer } from '#core/bookings/commands/move-bookings.ts'
import { changeSession } from '#core/schedule/commands/change-session.ts'
import { createClass } from '#core/schedule/commands/create-class.ts'
import { allOf, linkTo } from '#tests/support/links.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { hurry, keepMails, work } from '#tests/support/jobs.ts'
import { knowing, tell } from '#tests/support/told.ts'
import { classForm, sessionForm } from '#tests/support/weekly-class.ts'
import { todayIn } from '#core/shared/time.ts'
import { holdsLink, insideText, nameInSubject, strangersName } from './rules/names.ts'
import { letters } from './templates/letters.ts'

const all = Object.entries(letters)

test.for(['en', 'de', 'ru'] as const)(
  'every letter is written in %s, with nothing left unfilled',
  async (language, { deps }) => {
    const subjects = new Set<string>()
    for (const [kind, letter] of all) {
      const mails = await Promise.all(letter.examples.map((write) => write(deps, language)))
      expect(mails.length, kind).toBeGreaterThan(0)
      for (const mail of mails) {
        for (const body of [mail.subject, mail.html.replace(/<style>.*<\/style>/s, ''), mail.text])
          expect(body, kind).not.toMatch(/[{}]|undefined|null|NaN|\bmail\./)
        if (language !== 'en') expect(mail.text, kind).not.toMatch(/\b(?:your|booked|spots?)\b/i)
        expect(mail.html).toContain(`lang="${language}"`)
        subjects.add(mail.subject)
      }
    }
    expect(subjects.size).toBeGreaterThan(16)
  },
)

test('a weekly 18:00 stays 18:00 over the clock changes, in the mail and in the calendar file', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const vendor = await aVendor(db)
  const form = classForm({
    startDate: '2027-03-01',
    endDate: '2027-11-30',
    times: [{ weekday: 7, startTime: '18:00', everyWeeks: 1 }],
  })
  const created = await createClass(
    { db, settings: { plans: true } },
    vendor.id,
    form,
    new Date('2027-03-01T00:00:00Z'),
  )
  if (!created.ok) throw new Error(created.reason)
  const around = [
    '2027-03-21',
    '2027-03-28',
    '2027-04-04',
    '2027-10-24',
    '2027-10-31',
    '2027-11-07',
  ]
  const sessions = await db
    .selectFrom('classSessions')
    .where('sessionDate', 'in', around)
    .orderBy('startsAt')
    .selectAll()
    .execute()
  const mailer = keepMails()
  const { mails } = mailer
  for (const session of sessions) {
    const of = { id: created.classId, vendor, durationMinutes: 60, priceMinor: 0, maxStudents: 10 }
    const { purchaseId, bookingIds } = await aBooking(db, {
      session: { id: session.id, class: of, startsAt: session.startsAt, maxStudents: 10 },
    })
    await tell(db, 'approved', { purchaseId, bookingIds })
  }
  await work(databaseUrl, deps, mailer)
  const starts = mails.map((mail) => {
    const event = new ICAL.Component(
      ICAL.parse(mail.attachments[0]?.content ?? ''),
    ).getFirstSubcomponent('vevent')
    return String(event?.getFirstPropertyValue('dtstart'))
  })
  expect(starts.toSorted()).toEqual([
    '2027-03-21T17:00:00Z',
    '2027-03-28T16:00:00Z',
    '2027-04-04T16:00:00Z',
    '2027-10-24T16:00:00Z',
    '2027-10-31T17:00:00Z',
    '2027-11-07T17:00:00Z',
  ])
  for (const start of starts)
    expect(
      Temporal.Instant.from(start).toZonedDateTimeISO('Europe/Berlin').toPlainTime().toString(),
    ).toBe('18:00:00')
  for (const mail of mails) {
    expect(mail.text).toMatch(/2027\n18:00–19:00\n/)
    expect(mail.text.match(/Central European Time/g)).toHaveLength(1)
    expect(mail.subject).toMatch(/18:00$/)
  }
})

test('a request of which one spot is cancelled stays a request in the calendar; its confirmation is newer', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const onlineUrl = 'https://meet.example.com/secret'
  const vendor = await aVendor(db, { verified: true })
  const session = await aSession(db, { class: await aClass(db, { vendor, onlineUrl }), onlineUrl })
  const booking = await aBooking(db, {
    session,
    spots: 2,
    status: 'pending',
    customer: { email: 'carla@example.com' },
  })
  await knowing(db, booking.purchaseId)
  const mailer = keepMails()
  await cancelByCustomer(db, linkTo(booking.purchaseId), booking.bookingIds.slice(0, 1))
  await work(databaseUrl, deps, mailer)
  await confirmRequest(db, await allOf(db, booking.purchaseId))
  await work(databaseUrl, deps, mailer)
  const files = mailer.mails
    .filter(({ to }) => to === 'carla@example.com')
    .map(({ attachments }) => attachments[0]?.content ?? '')
  expect(files).toHaveLength(2)
  const events = files.map((file) =>
    new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent'),
  )
  expect(events.map((event) => event?.getFirstPropertyValue('status'))).toEqual([
    'TENTATIVE',
    'CONFIRMED',
  ])
  expect(files[0]).not.toContain('meet.example.com')
  expect(files[1]).toContain('meet.example.com')
  const [asked, confirmed] = events.map((event) => Number(event?.getFirstPropertyValue('sequence')))
  expect(confirmed).toBeGreaterThan(asked ?? 0)
})

test('the mails about a cancelled spot that was paid name the refund, those about an unpaid one do not', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const vendor = await aVendor(db, { verified: true })
  const session = await aSession(db, { class: await aClass(db, { vendor, priceMinor: 1800 }) })
  for (const isPaid of [true, false]) {
    const { purchaseId, bookingIds } = await aBooking(db, {
      session,
      customer: { email: `carla-${isPaid}@example.com` },
    })
    const [bookingId = ''] = bookingIds
    if (isPaid) {
      await db
        .insertInto('payments')
        .values({
          vendorId: vendor.id,
          bookingId,
          amountMinor: 1800,
          currency: 'EUR',
          method: 'correction',
          recordedBy: vendor.userId,
        })
        .execute()
    }
    await knowing(db, purchaseId)
    expect(await cancelByCustomer(db, linkTo(purchaseId), bookingIds)).toMatchObject({ ok: true })
    const mailer = keepMails()
    await work(databaseUrl, deps, mailer)
    await hurry(deps)
    await work(databaseUrl, deps, mailer)
    const texts = mailer.mails.filter(({ subject }) => /cancel/i.test(subject))
    expect(texts.map(({ to }) => to)).toContain(`carla-${isPaid}@example.com`)
    for (const { text, to } of texts)
      expect(text.includes('Refund due: €18.'), `${to} ${isPaid}`).toBe(isPaid)
  }
})

test('the mails about a changed request say that it still waits, until when, and lead the vendor to the answer', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const vendor = await aVendor(db, { verified: true })
  const asked = await aClass(db, { vendor, confirmationMode: 'manual' })
  const session = await aSession(db, { class: asked })
  const other = await aSession(db, { class: asked })
  const { purchaseId, bookingIds } = await aBooking(db, {
    session,
    status: 'pending',
    customer: { email: 'carla@example.com' },
  })
  await knowing(db, purchaseId)
  const mailer = keepMails()
  const sent = async (toCustomer: boolean) => {
    mailer.mails.length = 0
    await work(databaseUrl, deps, mailer)
    await hurry(deps)
    await work(databaseUrl, deps, mailer)
    return mailer.mails.find(({ to }) => (to === 'carla@example.com') === toCustomer)?.text ?? ''
  }
  const moved = await moveByCustomer(db, linkTo(purchaseId), bookingIds, other.id)
  expect(moved).toMatchObject({ ok: true })
  const toVendor = await sent(false)
  expect(toVendor).toMatch(/Confirm or reject by .+ After that the request expires/)
  expect(toVendor).toMatch(/Confirm http[^ ]*\/request\/.*ask=confirm\nReject http[^ ]*ask=reject/)
  expect(toVendor).not.toContain('No action needed')

  await moveByCustomer(db, linkTo(purchaseId), bookingIds, session.id)
  const again = await sent(true)
  expect(again).toMatch(/is now held for the new time until .+ We will let you know/)
  expect(again).toContain('Waiting for confirmation')
  expect(again).not.toContain('booked for the new time')

  const owned = { vendorId: vendor.id, sessionId: session.id }
  const form = sessionForm(todayIn('Europe/Berlin', session.startsAt), { startTime: '20:00' })
  const changed = await agreeing(form, (typed) => changeSession(db, owned, typed, new Date()))
  expect(changed).toMatchObject({ ok: true })
  const later = await sent(true)
  expect(later).toMatch(/is still held until /)
  expect(later).not.toContain('reserved')
})

test.each([
  ['Anna', 'Anna'],
  ['A\r\nBcc: x', 'A Bcc: x'],
  ['\u202Egnp.exe', 'gnp.exe'],
  ['دانا', '\u2068دانا\u2069'],
  ['🧘 Zoë', '🧘 Zoë'],
])('inside a sentence %j becomes %j', (name, safe) => {
  expect(insideText(name)).toBe(safe)
})

test.each([
  ['x evil.example', 'x evil.\u2060example'],
  ['win.evil.co.uk', 'win.\u2060evil.\u2060co.\u2060uk'],
  ['i❤.example', 'i❤.\u2060example'],
  ['evil。example', 'evil。\u2060example'],
  ['bob@evil.example', 'bob@evil.\u2060example'],
  ['evil.भारत', 'evil.\u2060भारत'],
  ['evil.टीवी', 'evil.\u2060टीवी'],
  ['ทดสอบที่.com', 'ทดสอบที่.\u2060com'],
  ['evil﹒com', 'evil﹒\u2060com'],
  ['J.R. Smith', 'J.R. Smith'],
  ['Anna-Maria v.d. Berg', 'Anna-Maria v.d. Berg'],
  ['\u202Egnp.exe', 'gnp.\u2060exe'],
])('as the name of a stranger %j becomes %j, of which nothing makes a link', (name, safe) => {
  expect(strangersName(name)).toBe(safe)
})

test.each([
  ['evil.example', true],
  ['evil.भारत', true],
  ['evil.टीवी', true],
  ['evil。com', true],
  ['evil．com', true],
  ['evil｡com', true],
  ['ทดสอบที่.com', true],
  ['ｗｗｗ．evil', true],
  ['Yoga. With Anna', false],
  ['Studio Nr.5', false],
])('%s: a mail program would make a link of it: %s', (text, isLink) => {
  expect(holdsLink(text)).toBe(isLink)
})

test.each([
  ['Carla Customer', 'Carla Customer'],
  ['Zoë', 'Zoë'],
  ['Your account is suspended please call us at once', 'ABCDEFGHJK'],
  ['call 0170', 'ABCDEFGHJK'],
  ['evil.example', 'ABCDEFGHJK'],
  ['mailto:x', 'ABCDEFGHJK'],
])('the subject of a mail to the vendor calls %j %j', (name, shown) => {
  expect(nameInSubject(name, 'ABCDEFGHJK')).toBe(shown)
})
