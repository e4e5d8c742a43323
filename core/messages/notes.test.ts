import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { eventTasks } from '#core/events/jobs.ts'
import { edit } from '#tests/support/bookings.ts'
import { drainOutbox } from '#core/events/commands/relay-outbox.ts'
import { subscribers } from '#server/subscribers.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { aBusyMailer, hurry, keepMails, runTasks, whoIsNext, work } from '#tests/support/jobs.ts'
import { fromNow } from '#tests/support/times.ts'
import { tell } from '#tests/support/told.ts'
import { messagePeople } from './commands/message-people.ts'
import { tickOffMessages } from './commands/tick-off-messages.ts'
import { listNotes } from './queries/notes.ts'
import { listUnreachedPeople } from './queries/unreached.ts'
import type { Db } from '#core/shared/db.ts'

async function aSessionWithPeople(db: Db, { verified }: { verified: boolean }) {
  const vendor = await aVendor(db, { verified, contactEmail: 'desk@example.com' })
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const add = (name: string, contact: { email: string | null; phone?: string }) =>
    aBooking(db, { session, customer: { name, ...contact } })
  const carla = await add('Carla', { email: 'carla@example.com' })
  const again = await add('Carla', { email: 'carla+yoga@example.com' })
  const petra = await add('Petra', { email: null, phone: '+4915112345678' })
  const people = [carla, again, petra].map(({ purchaseId }) => purchaseId)
  const member = { vendorId: vendor.id, userId: vendor.userId }
  return { vendor, member, people, carla }
}

const text = 'Please bring a towel.\nSee you tomorrow.'

test('a message reaches each person once: by email, or through the list of those not reached', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { vendor, member, people } = await aSessionWithPeople(db, { verified: true })
  const form = { formKey: crypto.randomUUID(), text, people }
  expect(await messagePeople(deps, member, form)).toEqual({
    ok: true,
    people: 2,
    reached: 1,
    left: [],
  })
  expect(await messagePeople(deps, member, form)).toMatchObject({ ok: true })
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails).toHaveLength(1)
  const [mail] = mailer.mails
  expect(mail?.to).toMatch(/^carla/)
  expect(mail?.text).toContain('Please bring a towel.\n\nSee you tomorrow.')
  expect(mail?.replyTo?.address).toBe('desk@example.com')
  const unreached = await listUnreachedPeople(db, vendor.id)
  expect(unreached.map(({ contact, parts }) => [contact.customerName, parts])).toEqual([
    ['Petra', [{ id: expect.any(String), what: 'note', text }]],
  ])
  expect(await listNotes(db, vendor.id)).toMatchObject([
    { text, sent: 1, noChannel: 1, failed: 0, waiting: 0 },
  ])
})

test('a vendor that is not proven sends none of its words by our mail', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { vendor, member, people } = await aSessionWithPeople(db, { verified: false })
  const budgeted = { ...deps, settings: { ...deps.settings, mailBudgets: true } }
  await messagePeople(deps, member, { text, people })
  const mailer = keepMails()
  await work(databaseUrl, budgeted, mailer)
  expect(mailer.mails).toEqual([])
  const unreached = await listUnreachedPeople(db, vendor.id)
  expect(unreached.map(({ contact }) => contact.customerName).toSorted()).toEqual([
    'Carla',
    'Petra',
  ])
})

test('a message to an address that was corrected since is not sent there', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { member, people, carla } = await aSessionWithPeople(db, { verified: true })
  await messagePeople(deps, member, { text, people: people.slice(0, 1) })
  await drainOutbox(db, subscribers)
  await runTasks(databaseUrl, eventTasks(deps, subscribers))
  const corrected = edit(carla.session.id, { customerEmail: 'carla@example.org' })
  const [bookingId = ''] = carla.bookingIds
  const asked = await editBooking(db, member, bookingId, corrected)
  const agreed = 'agreement' in asked ? asked.agreement : ''
  expect(await editBooking(db, member, bookingId, { ...corrected, agreed })).toEqual({ ok: true })
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.filter(({ text: said }) => said.includes('towel'))).toEqual([])
})

test('a message that the mail server keeps waiting is not sent after the session, and is listed', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { vendor, member, people, carla } = await aSessionWithPeople(db, { verified: true })
  const first = people.slice(0, 1)
  await messagePeople(deps, member, { text, people: first })
  await work(databaseUrl, deps, aBusyMailer(1))
  await db
    .updateTable('classSessions')
    .set({ startsAt: fromNow(-61), endsAt: fromNow(-1) })
    .where('id', '=', carla.session.id)
    .execute()
  await db
    .updateTable('messages')
    .set({ createdAt: fromNow(-120) })
    .execute()
  await hurry(deps)
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails).toEqual([])
  const unreached = await listUnreachedPeople(db, vendor.id)
  expect(unreached.map(({ contact, parts }) => [contact.customerName, parts])).toEqual([
    ['Carla', [{ id: expect.any(String), what: 'note', text }]],
  ])
  // What is written after the session is about something else.
  await messagePeople(deps, member, { text: 'You forgot your towel.', people: first })
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map((mail) => mail.text)).toEqual([
    expect.stringContaining('You forgot your towel.'),
  ])
})

test('nobody writes to another vendor’s customers', async ({ deps, db }) => {
  const { people } = await aSessionWithPeople(db, { verified: true })
  const other = await aVendor(db)
  const asked = messagePeople(
    deps,
    { vendorId: other.id, userId: other.userId },
    { text, people: people.slice(0, 1) },
  )
  expect(await asked).toEqual({ ok: false, reason: 'not_found' })
  expect(await db.selectFrom('outbox').select('id').execute()).toEqual([])
})

test('a purchase whose bookings are all deleted gets no message, and is named', async ({
  deps,
  db,
}) => {
  const { member, people, vendor } = await aSessionWithPeople(db, { verified: true })
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const customer = { name: 'Dora' }
  const { purchaseId } = await aBooking(db, { session, status: 'cancelled', customer })
  await db
    .updateTable('bookings')
    .set({ deletedAt: new Date() })
    .where('purchaseId', '=', purchaseId)
    .execute()
  const withDora = [...people, purchaseId]
  expect(await messagePeople(deps, member, { text, people: withDora })).toEqual({
    ok: true,
    people: 2,
    reached: 1,
    left: ['Dora'],
  })
})

test('a vendor writes to a thousand people in a day at most; a form sent twice counts once', async ({
  deps,
  db,
}) => {
  const { vendor, member, people } = await aSessionWithPeople(db, { verified: true })
  await deps.limits.messagedPerVendor.take(vendor.id, 995)
  const form = { formKey: crypto.randomUUID(), text, people }
  for (let nth = 0; nth < 3; nth += 1)
    expect(await messagePeople(deps, member, form)).toMatchObject({ ok: true, people: 2 })
  const second = { text, people: people.slice(0, 3) }
  expect(await messagePeople(deps, member, second)).toMatchObject({ ok: true, people: 2 })
  for (let nth = 0; nth < 2; nth += 1)
    expect(await messagePeople(deps, member, second)).toEqual({
      ok: false,
      reason: 'rate_limited',
    })
  const last = { text, people: people.slice(0, 1) }
  expect(await messagePeople(deps, member, last)).toMatchObject({ ok: true, people: 1 })
})

test('of many messages to one person the newest three are listed, and ticked off with the others', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { vendor, member, people } = await aSessionWithPeople(db, { verified: true })
  const petra = people.slice(2)
  for (let nth = 0; nth < 5; nth += 1) {
    await messagePeople(deps, member, { text: `Message ${nth}`, people: petra })
    await work(databaseUrl, deps, keepMails())
  }
  const [person] = await listUnreachedPeople(db, vendor.id)
  expect(person?.parts.map((part) => part.what === 'note' && part.text)).toEqual([
    'Message 4',
    'Message 3',
    'Message 2',
  ])
  const messageIds = person?.messageIds ?? []
  expect(await tickOffMessages(db, { vendorId: vendor.id, messageIds })).toBe(true)
  expect(await listUnreachedPeople(db, vendor.id)).toEqual([])
})

test('a confirmation is mailed before the messages that a vendor wrote earlier to many', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { member, people, carla } = await aSessionWithPeople(db, { verified: true })
  for (let nth = 0; nth < 3; nth += 1)
    await messagePeople(deps, member, { text: `Message ${nth}`, people: people.slice(0, 1) })
  await drainOutbox(db, subscribers)
  await runTasks(databaseUrl, eventTasks(deps, subscribers))
  const { purchaseId, bookingIds } = carla
  await tell(db, 'approved', { purchaseId, bookingIds })
  await whoIsNext(databaseUrl, deps)
  const claimed = await db.selectFrom('messages').orderBy('sendingUntil').select('kind').execute()
  expect(claimed.map(({ kind }) => kind)).toEqual([
    'news',
    'booking.note',
    'booking.note',
    'booking.note',
  ])
})
