import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { editFields, findEditable } from '#core/bookings/queries/editable-booking.ts'
import type { EditBookingForm } from '#core/bookings/schema.ts'
import type { Db } from '#core/shared/db.ts'
import { expect, test } from '#tests/support/database.ts'
import { type ABooking, aBooking } from '#tests/support/factories.ts'
import { aBusyMailer, hurry, keepMails, work } from '#tests/support/jobs.ts'
import { listUnreachedPeople } from './queries/unreached.ts'
import { mailLimits } from './rules.ts'
import { shortLinkMessage, shortMessage } from './templates/short-message.ts'

const anna = { name: 'Anna', email: 'anna@example.com', phone: null }
const bob = { customerName: 'Bob', customerEmail: 'bob@example.com', customerPhone: '' }

/** The vendor's Edit Booking. */
async function edit(db: Db, { bookingIds, session }: ABooking, changes: Partial<EditBookingForm>) {
  const { vendor } = session.class
  const [bookingId = ''] = bookingIds
  const booking = await findEditable(db, { vendorId: vendor.id, bookingId })
  if (!booking) throw new Error('no booking')
  const shown = editFields(booking)
  const typed = { ...shown, ...changes }
  const member = { vendorId: vendor.id, userId: vendor.userId }
  expect(await editBooking(db, member, bookingId, { shown, typed })).toEqual({ ok: true })
}

const refusing = {
  send: async () => ({ sent: false, retry: false, error: 'refused (550)' }) as const,
}

test('who held a spot that the vendor gives to somebody else hears that it is cancelled, and not who has it', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { customer: anna })
  await edit(db, booking, bob)
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  expect(mails.map(({ to }) => to).toSorted()).toEqual([anna.email, bob.customerEmail])
  const told = mails.find(({ to }) => to === anna.email)
  expect(told?.text).toContain('Your spot is no longer booked.')
  expect(told?.attachments[0]?.content).toContain('METHOD:CANCEL')
  expect(JSON.stringify(told)).not.toMatch(/bob/i)
})

test.for([
  ['the address alone', { customerEmail: 'anna@example.org' }],
  ['the name with one of two contacts', { customerName: 'Ann', customerPhone: '+4915112345678' }],
] as const)(
  'who is corrected by %s is told nothing',
  async ([, changes], { deps, db, databaseUrl }) => {
    const booking = await aBooking(db, { customer: anna })
    await edit(db, booking, changes)
    const { mails, send } = keepMails()
    await work(databaseUrl, deps, { send })
    expect(mails.map(({ subject }) => subject)).not.toContainEqual(
      expect.stringContaining('Cancelled'),
    )
  },
)

test('a former holder without an email is listed as not reached, with no link to what is somebody else’s', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await aBooking(db, {
    customer: { name: 'Anna', email: null, phone: '+4915112345678' },
  })
  await edit(db, booking, bob)
  await work(databaseUrl, deps, keepMails())
  const { vendor } = booking.session.class
  const people = await listUnreachedPeople(db, vendor.id)
  expect(people).toMatchObject([{ meantFor: { customerName: 'Anna' }, news: [{}] }])
  const [news] = people.flatMap((person) => person.news)
  expect(news && shortMessage(deps, news, vendor)).not.toContain('/booking/')
})

test('the cancellation is not sent any more once the vendor has given the spot back', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { customer: anna })
  await edit(db, booking, bob)
  const mailer = aBusyMailer(2)
  await work(databaseUrl, deps, mailer)
  await edit(db, booking, { customerName: anna.name, customerEmail: anna.email })
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.filter(({ to }) => to === anna.email).map(({ subject }) => subject)).toEqual([
    'The links to your bookings',
  ])
})

test('a new holder whom the link did not reach is listed: the mail failed, or there is only a phone', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { customer: anna })
  const { vendor } = booking.session.class
  await edit(db, booking, { customerEmail: 'anan@example.com' })
  await work(databaseUrl, deps, refusing)
  expect(await listUnreachedPeople(db, vendor.id)).toMatchObject([
    { contact: { customerEmail: 'anan@example.com' }, meantFor: null, links: [{}] },
  ])
  await edit(db, booking, { customerEmail: '', customerPhone: '+4915112345678' })
  await work(databaseUrl, deps, refusing)
  const people = await listUnreachedPeople(db, vendor.id)
  expect(people).toMatchObject([
    { contact: { customerPhone: '+4915112345678' }, meantFor: null, links: [{}] },
  ])
  const [link] = people.flatMap((person) => person.links)
  expect(link && shortLinkMessage(deps, link, vendor)).toContain(`/booking/${booking.reference}`)
})

test('mails with a new link count in the budgets: a vendor fills no mailbox by saving', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { customer: anna })
  const mailer = keepMails()
  for (let nth = 0; nth < mailLimits.perPurchaseAndDay + 3; nth++) {
    await edit(db, booking, { customerEmail: `victim+${nth}@example.com` })
    await work(databaseUrl, deps, mailer)
  }
  expect(mailer.mails).toHaveLength(mailLimits.perPurchaseAndDay)
  expect(await listUnreachedPeople(db, booking.session.class.vendor.id)).toMatchObject([
    { links: [{}] },
  ])
}, 60_000)
