import { addPicture } from '#core/pictures/commands/add-picture.ts'
import { accentOf } from '#core/shared/accent.ts'
import type { Deps } from '#core/shared/deps.ts'
import { emit } from '#core/events/emit.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aFacility, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { aPhoto } from '#tests/support/pictures.ts'
import { askForLinks } from '#core/bookings/commands/send-links.ts'
import { nameInHeadline } from './rules/names.ts'

const carla = { name: 'Carla Customer', email: 'carla@example.com' }
const yellow = '#facc15'

type Of = { deps: Deps; databaseUrl: string }

async function mailsOf(
  { deps, databaseUrl }: Of,
  kind: 'booking.confirmed' | 'booking.requested',
  booking: { purchaseId: string; bookingIds: string[] },
) {
  const mailer = keepMails()
  const { purchaseId, bookingIds } = booking
  await emit(deps.db, kind, { purchaseId, bookingIds })
  await work(databaseUrl, deps, mailer)
  const find = (isCustomer: boolean) =>
    mailer.mails.find(({ to }) => (to === carla.email) === isCustomer)
  return { customer: find(true), vendor: find(false) }
}

async function bookedWith({ deps }: Of, more: { verified: boolean; hasFace: boolean }) {
  const vendor = await aVendor(deps.db, {
    verified: more.verified,
    businessName: 'Studio Vera',
    accent: yellow,
  })
  if (more.hasFace)
    await addPicture(
      deps,
      { vendorId: vendor.id, kind: 'face' },
      await aPhoto({ width: 400, height: 400 }),
    )
  const session = await aSession(deps.db, { class: await aClass(deps.db, { vendor }) })
  return { vendor, booking: await aBooking(deps.db, { session, customer: carla }) }
}

test('a customer’s mail is headed by the vendor’s face, name and readable colour', async ({
  deps,
  databaseUrl,
}) => {
  const of = { deps, databaseUrl }
  const { vendor, booking } = await bookedWith(of, { verified: true, hasFace: true })
  const { customer } = await mailsOf(of, 'booking.confirmed', booking)
  const { html = '', text } = customer ?? {}
  expect(html).toMatch(
    new RegExp(`<img[^>]*src="http://localhost:3000/pictures/of/${vendor.id}\\.jpg\\?[0-9a-f]{8}"`),
  )
  expect(html).toContain(accentOf(yellow)?.['--accent-light'])
  expect(html).toContain(accentOf(yellow)?.['--accent-dark'])
  expect(html).not.toMatch(new RegExp(`background-color:${yellow}`))
  expect(text).toMatch(/^Studio Vera\n+You’re in, Carla[^.]*\.\n/)
  expect(text).toContain('You pay Studio Vera directly.')
})

test('without a picture the head shows initials, and no image is loaded', async ({
  deps,
  databaseUrl,
}) => {
  const of = { deps, databaseUrl }
  const { booking } = await bookedWith(of, { verified: true, hasFace: false })
  const { customer } = await mailsOf(of, 'booking.confirmed', booking)
  expect(customer?.html).not.toContain('<img')
  expect(customer?.html).toMatch(/border-radius:50%[^>]*>SV</)
})

test('the picture of a vendor that has not proven itself is not shown, nor is the customer named', async ({
  deps,
  databaseUrl,
}) => {
  const of = { deps, databaseUrl }
  const { booking } = await bookedWith(of, { verified: false, hasFace: true })
  const { customer } = await mailsOf(of, 'booking.confirmed', booking)
  expect(customer?.html).not.toContain('<img')
  expect(customer?.text).toContain('You’re in.')
})

test('the vendor is not told that the slot of a court is full, which it is whenever somebody has it', async ({
  deps,
  databaseUrl,
}) => {
  const of = { deps, databaseUrl }
  const slot = await aSession(deps.db, { class: await aFacility(deps.db) })
  const booking = await aBooking(deps.db, { session: slot, customer: carla, people: 2 })
  const { vendor } = await mailsOf(of, 'booking.confirmed', booking)
  expect(vendor?.text).toContain('2 people')
  expect(vendor?.text).not.toContain('The session is full.')
})

test('the vendor sees who booked and how full the session is, drawn as dots', async ({
  deps,
  databaseUrl,
}) => {
  const of = { deps, databaseUrl }
  const { db } = of.deps
  const session = await aSession(db, { capacity: 10 })
  await aBooking(db, { session, spots: 2 })
  const booking = await aBooking(db, { session, customer: carla })
  const { vendor } = await mailsOf(of, 'booking.confirmed', booking)
  expect(vendor?.text).toMatch(/Carla Customer booked \w{3}, .*\n+3 of 10 spots taken\.\n/)
  const drawing = (vendor?.html ?? '').split('3 of 10 spots taken.').at(-1)?.split('<h2')[0] ?? ''
  expect(drawing.match(/class="accent edge"/g)).toHaveLength(3)
  expect(drawing.match(/class="edge"/g)).toHaveLength(7)
  expect(vendor?.html).not.toContain('<img')
})

test('a request is confirmed or rejected from the mail, each on a page of its own', async ({
  deps,
  databaseUrl,
}) => {
  const of = { deps, databaseUrl }
  const booking = await aBooking(of.deps.db, { status: 'pending', customer: carla })
  const { vendor } = await mailsOf(of, 'booking.requested', booking)
  const links = [...(vendor?.html ?? '').matchAll(/href="([^"]*\/request\/[^"]*)"/g)].map(
    ([, href = '']) => new URL(href.replaceAll('&amp;', '&')).searchParams.get('ask'),
  )
  expect(links).toEqual(['confirm', 'reject'])
})

test('two dates of a purchase are one card with one link among the links that a customer lost', async ({
  deps,
  databaseUrl,
}) => {
  const session = await aSession(deps.db)
  const later = await aSession(deps.db, { class: session.class })
  const booking = await aBooking(deps.db, { session, customer: carla })
  const { bookingIds } = await aBooking(deps.db, { session: later, customer: carla })
  await deps.db
    .updateTable('bookings')
    .set({ purchaseId: booking.purchaseId })
    .where('id', 'in', bookingIds)
    .execute()
  const mailer = keepMails()
  await askForLinks(deps, { contact: carla.email, language: 'en', network: '192.0.2.1' })
  await work(databaseUrl, deps, mailer)
  const [mail] = mailer.mails
  expect(mail?.html.match(/\/booking\//g)).toHaveLength(1)
  // The second is about the calendar.
  expect(mail?.html.match(/<h2/g)).toHaveLength(2)
  expect(mail?.text.match(/\d\d:\d\d–\d\d:\d\d/g)).toHaveLength(2)
  expect(mail?.text).toContain('Here is the link to your booking.')
})

test.each([
  ['Mia', 'Mia'],
  ['  Carla  Customer', 'Carla Customer'],
  ['Anne-Marie O’Neil', 'Anne-Marie O’Neil'],
  ['Nguyễn Thị Mai', 'Nguyễn Thị Mai'],
  ['Müller GmbH', 'Müller GmbH'],
  ['Dr. Weber', 'Dr. Weber'],
  ['Weber, Carla', 'Weber, Carla'],
  ['Иванова Мария', 'Иванова Мария'],
  ['Anna & Ben', 'Anna & Ben'],
  ['李 明', '李 明'],
  ['دانا حداد', '\u2068دانا حداد\u2069'],
  ['\u202eMia', 'Mia'],
  ['evil.example', null],
  ['Carla www.evil', null],
  ['evil。example', null],
  ['100€', null],
  ['Call 555', null],
  ['Mia\nBcc: all@example.com', null],
  ['You have won a prize', null],
  ['Congratulationsyouhavewonabigprize', null],
  ['', null],
])('a headline calls %j %j', (name, called) => {
  expect(nameInHeadline(name)).toBe(called)
})
