import { waiveLateCancel } from '#core/attendance/commands/waive-late-cancel.ts'
import { cancelByCustomer, cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { withdrawBundle } from '#core/bookings/commands/withdraw-bundle.ts'
import { editFields, findEditable } from '#core/bookings/queries/editable-booking.ts'
import { manageUrl } from '#core/bookings/queries/links.ts'
import type { EditBookingForm } from '#core/bookings/schema.ts'
import { emit } from '#core/events/emit.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { edit as editForm, minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { type ABooking, aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { aBusyMailer, hurry, keepMails, work } from '#tests/support/jobs.ts'
import { currentLink, linkTo } from '#tests/support/links.ts'
import { aSeries, bought, order, packOf } from '#tests/support/series.ts'
import { listUnreachedPeople } from './queries/unreached.ts'
import { mailLimits } from './rules.ts'
import { shortBundleMessage, shortLinkMessage, shortMessage } from './templates/short-message.ts'

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

test('when the vendor transfers a spot, its former holder is notified that it is cancelled, but not who has it now', async ({
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
  // The link that the former holder had opens nothing any more.
  expect(JSON.stringify(told)).not.toContain('/booking/')
})

/** A booking in three days, and a session of its class to move it to. */
async function aMovable(db: Db) {
  const of = await aClass(db, { vendor: await aVendor(db, { verified: true }) })
  const session = await aSession(db, { class: of, startsAt: minutes(3 * 1440) })
  const later = await aSession(db, { class: of, startsAt: minutes(10 * 1440) })
  return { booking: await aBooking(db, { session, customer: anna }), later }
}

const dayOf = (date: Date) =>
  new Intl.DateTimeFormat('en', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'Europe/Berlin',
  }).format(date)

test('in one save a booking moves and goes to somebody else: its former holder reads the date that was booked', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { booking, later } = await aMovable(db)
  await edit(db, booking, { ...bob, sessionId: later.id })
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  const told = mails.filter(({ to }) => to === anna.email)
  expect(told.map(({ subject }) => subject)).toEqual([
    expect.stringContaining(dayOf(booking.session.startsAt)),
  ])
  expect(told[0]?.subject).toContain('Cancelled')
  expect(told[0]?.text).not.toContain(dayOf(later.startsAt))
  const [file] = told[0]?.attachments ?? []
  const start = booking.session.startsAt.toISOString().replace(/[-:]|\.\d+/g, '')
  expect(file?.content).toContain(`DTSTART:${start}`)
})

test.for(['one save', 'two saves'] as const)(
  'the new holder of a booking is not told of its move, in %s',
  async (saves, { deps, db, databaseUrl }) => {
    const { booking, later } = await aMovable(db)
    if (saves === 'two saves') await edit(db, booking, { sessionId: later.id })
    await edit(db, booking, { ...bob, sessionId: later.id })
    const { mails, send } = keepMails()
    await work(databaseUrl, deps, { send })
    const told = mails.filter(({ to }) => to === bob.customerEmail)
    expect(told.map(({ subject }) => subject)).toEqual(['The links to your bookings'])
  },
)

test('a customer who is moved and whose address is corrected in the same save is notified of the move', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { booking, later } = await aMovable(db)
  await edit(db, booking, { customerEmail: 'anna@example.org', sessionId: later.id })
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  expect(mails.map(({ to, subject }) => `${to}: ${subject}`)).toContainEqual(
    expect.stringMatching(/^anna@example\.org: Moved to /),
  )
})

type Owned = { customer?: { contact?: string }; isOver?: boolean }

/** Anna's bundle of five with one date booked. */
async function annasBundle(db: Db, deps: Deps, { customer = {}, isOver = false }: Owned) {
  const { owner, bundle, sessions } = await aSeries(db, { vendor: { verified: true } })
  const [first] = sessions
  if (!first) throw new Error('no session')
  const { spots, groupId } = await bought(
    deps,
    order(bundle, [first], { name: anna.name, contact: anna.email, leaveRest: true, ...customer }),
  )
  if (isOver)
    await db
      .updateTable('classSessions')
      .set({ startsAt: minutes(-120), endsAt: minutes(-60) })
      .where('id', '=', first.id)
      .execute()
  const save = (changes: Partial<EditBookingForm>) =>
    editBooking(
      db,
      { vendorId: owner.id, userId: owner.userId },
      spots[0]?.id ?? '',
      editForm(first.id, { ...changes }),
    )
  return { owner, save, pack: await packOf(db, groupId) }
}

async function handOver(db: Db, deps: Deps, owned: Owned) {
  const bundle = await annasBundle(db, deps, owned)
  expect(await bundle.save(bob)).toEqual({ ok: true })
  return bundle
}

const creditsGone = 'The 4 sessions left in your bundle can no longer be booked.'

test.for([
  ['dates to come', false, ['Cancelled', 'Your bundle has ended']],
  ['no date to come', true, ['Your bundle has ended']],
] as const)(
  'who loses a bundle with %s to somebody else hears how many of its sessions are gone',
  async ([, isOver, subjects], { deps, db, databaseUrl }) => {
    await handOver(db, deps, { isOver })
    const { mails, send } = keepMails()
    await work(databaseUrl, deps, { send })
    const told = mails.filter(({ to, subject }) => to === anna.email && !/booked/.test(subject))
    const starts = told.map(({ subject }) => subject.slice(0, subject.indexOf(':')))
    expect(starts.toSorted()).toEqual(subjects)
    const gone = told.find(({ subject }) => subject.startsWith('Your bundle'))
    expect(gone?.subject).toBe('Your bundle has ended: Five weeks')
    expect(gone?.text).toContain(creditsGone)
    expect(gone?.text).not.toMatch(/€|\/booking\/|bob/i)
  },
)

test('the mail that a bundle has ended is not sent if the vendor has returned it to its former holder since', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { save } = await handOver(db, deps, { isOver: true })
  const refuses = async () => ({ sent: false, retry: true, error: 'not accepted (451)' }) as const
  await work(databaseUrl, deps, { send: refuses })
  await save({ customerName: anna.name, customerEmail: anna.email })
  const { mails, send } = keepMails()
  await hurry(deps)
  await work(databaseUrl, deps, { send })
  const told = mails.filter(({ to }) => to === anna.email).map(({ subject }) => subject)
  expect(told).toContain('The links to your bookings')
  expect(told).not.toContain('Your bundle has ended: Five weeks')
})

test('a person who loses a bundle and has no email address is listed as not reached, with a message to pass on', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { owner } = await handOver(db, deps, {
    customer: { contact: '+4915112345678' },
    isOver: true,
  })
  await work(databaseUrl, deps, keepMails())
  const people = await listUnreachedPeople(db, owner.id)
  const [told] = people.flatMap(({ bundles }) => bundles)
  expect(told).toMatchObject({ meantFor: { customerName: 'Anna' } })
  const text = told && shortBundleMessage(deps, told, owner)
  expect(text).toContain(creditsGone)
  expect(text).not.toContain('/booking/')
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

test('who gets a purchase back has a working link, also if corrections had made one person of two', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { customer: anna })
  await edit(db, booking, bob)
  await edit(db, booking, { customerName: anna.name, customerEmail: anna.email })
  await edit(db, booking, { customerEmail: 'carl@example.com' })
  await edit(db, booking, { customerName: 'Carl', customerPhone: '+4915112345678' })
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  mailer.mails.length = 0
  const { name: customerName, email: customerEmail } = anna
  await edit(db, booking, { customerName, customerEmail, customerPhone: '' })
  await work(databaseUrl, deps, mailer)
  const mailTo = (who: string) => mailer.mails.find(({ to }) => to === who)?.text
  const { tokenRotation } = await currentLink(db, booking.groupId)
  expect(mailTo(anna.email)).toContain(manageUrl(deps, { ...booking, tokenRotation }))
  expect(mailTo(anna.email)).toContain('A business has given you a booking')
  expect(mailTo('carl@example.com')).toContain('Your spot is no longer booked.')
})

test('a former holder is listed as not reached, though the present one has the same phone', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const customerPhone = '+4915112345678'
  const booking = await aBooking(db, {
    customer: { name: 'Carl', email: null, phone: customerPhone },
  })
  await edit(db, booking, bob)
  await edit(db, booking, {
    customerName: 'Dora',
    customerEmail: 'dora@example.com',
    customerPhone,
  })
  await work(databaseUrl, deps, keepMails())
  expect(await listUnreachedPeople(db, booking.session.class.vendor.id)).toMatchObject([
    { meantFor: { customerName: 'Carl' }, news: [{}] },
  ])
})

test('a former holder without any contact is listed as not reached', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { customer: anna })
  await db.updateTable('bookingGroups').set({ source: 'vendor', customerEmail: null }).execute()
  await edit(db, booking, bob)
  await work(databaseUrl, deps, keepMails())
  expect(await listUnreachedPeople(db, booking.session.class.vendor.id)).toMatchObject([
    { meantFor: { customerName: 'Anna' }, news: [{}] },
  ])
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

const secondAnna = { customerName: 'Anna', customerEmail: 'second@example.com' }

test('a letter to a former holder does not go to the present one of the same name', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db, { startsAt: minutes(120) })
  const booking = await aBooking(db, {
    session,
    customer: anna,
    spots: 2,
    bookedAt: minutes(-60),
  })
  const [late = '', kept = ''] = booking.bookingIds
  const { vendor } = session.class
  await cancelByCustomer(db, linkTo(booking.groupId), [late])
  await work(databaseUrl, deps, keepMails())
  const held = { ...booking, bookingIds: [kept] }
  // The worker has not run in between.
  await edit(db, held, bob)
  await edit(db, held, secondAnna)
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.filter(({ to }) => to === anna.email).map(({ text }) => text)).toEqual([
    expect.stringContaining('Your spot is no longer booked.'),
  ])
  mailer.mails.length = 0
  const member = { vendorId: vendor.id, userId: vendor.userId }
  expect(await waiveLateCancel(db, member, { bookingId: late })).toEqual({ ok: true })
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to)).toEqual([anna.email])
})

test('a letter that waits for a former holder is not redirected to the present one of the same name', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { customer: anna, spots: 2 })
  const [ended = '', kept = ''] = booking.bookingIds
  const { vendor } = booking.session.class
  await cancelByVendor(db, vendor.id, [ended])
  const mailer = aBusyMailer(1)
  await work(databaseUrl, deps, mailer)
  const held = { ...booking, bookingIds: [kept] }
  await edit(db, held, bob)
  await edit(db, held, secondAnna)
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  const subjects = (who: string) =>
    mailer.mails.filter(({ to }) => to === who).map(({ subject }) => subject)
  expect(subjects(anna.email).join()).toContain('Cancelled')
  expect(subjects(secondAnna.customerEmail).join()).not.toContain('Cancelled')
})

test('a letter that waits goes to the corrected address, also if the name was corrected with it', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const phone = '+4915112345678'
  const booking = await aBooking(db, { customer: { ...anna, phone }, spots: 2 })
  const [ended = '', kept = ''] = booking.bookingIds
  await cancelByVendor(db, booking.session.class.vendor.id, [ended])
  const mailer = aBusyMailer(1)
  await work(databaseUrl, deps, mailer)
  const corrected = { customerName: 'Anna Meier', customerEmail: 'meier@example.com' }
  await edit(db, { ...booking, bookingIds: [kept] }, corrected)
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.filter(({ to }) => to === anna.email)).toEqual([])
  expect(mailer.mails.map(({ subject }) => subject).join()).toContain('Cancelled')
})

test('a letter that waits goes to the corrected address of a person who has lost the purchase since', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const customer = { ...anna, email: 'anna@exmaple.com' }
  const booking = await aBooking(db, { customer, spots: 2 })
  const [ended = '', kept = ''] = booking.bookingIds
  await cancelByVendor(db, booking.session.class.vendor.id, [ended])
  const mailer = aBusyMailer(1)
  await work(databaseUrl, deps, mailer)
  const held = { ...booking, bookingIds: [kept] }
  await edit(db, held, { customerEmail: anna.email })
  await edit(db, held, bob)
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to).toSorted()).toEqual([
    anna.email,
    anna.email,
    bob.customerEmail,
  ])
})

test('who had a purchase twice gets what waits, and what is new, at the last address', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db, { startsAt: minutes(120) })
  const customer = { ...anna, email: 'anna@exmaple.com' }
  const booking = await aBooking(db, { session, customer, spots: 3, bookedAt: minutes(-60) })
  const [late = '', ended = '', kept = ''] = booking.bookingIds
  const { vendor } = session.class
  await cancelByCustomer(db, linkTo(booking.groupId), [late])
  await work(databaseUrl, deps, keepMails())
  await cancelByVendor(db, vendor.id, [ended])
  const mailer = aBusyMailer(1)
  await work(databaseUrl, deps, mailer)
  const held = { ...booking, bookingIds: [kept] }
  await edit(db, held, bob)
  await edit(db, held, { customerName: anna.name, customerEmail: customer.email })
  await edit(db, held, { customerEmail: anna.email })
  await edit(db, held, { customerName: 'Carl', customerEmail: 'carl@example.com' })
  const member = { vendorId: vendor.id, userId: vendor.userId }
  expect(await waiveLateCancel(db, member, { bookingId: late })).toEqual({ ok: true })
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.filter(({ to }) => to === customer.email)).toEqual([])
  const ofAnna = mailer.mails.filter(({ to }) => to === anna.email).map(({ subject }) => subject)
  expect(ofAnna.join()).toMatch(/Cancelled/)
  expect(ofAnna.join()).toMatch(/waived/i)
})

test('nothing is sent to an address that was removed, and the vendor reads the last contact', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const customerPhone = '+4915112345678'
  const booking = await aBooking(db, { customer: anna, spots: 2 })
  const [ended = '', kept = ''] = booking.bookingIds
  const { vendor } = booking.session.class
  await cancelByVendor(db, vendor.id, [ended])
  const mailer = aBusyMailer(1)
  await work(databaseUrl, deps, mailer)
  const held = { ...booking, bookingIds: [kept] }
  await edit(db, held, { customerEmail: '', customerPhone: '+4915111111111' })
  await edit(db, held, { customerPhone })
  await edit(db, held, bob)
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.filter(({ to }) => to === anna.email)).toEqual([])
  expect(await listUnreachedPeople(db, vendor.id)).toMatchObject([
    { meantFor: { customerName: 'Anna', customerEmail: null, customerPhone }, news: [{}, {}] },
  ])
})

test('a link is sent again at once, also while the first email waits', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { customer: anna })
  const mailer = aBusyMailer(1)
  await edit(db, booking, { customerEmail: 'anna@example.org' })
  await work(databaseUrl, deps, mailer)
  await emit(db, 'booking.link_resent', { groupId: booking.groupId })
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails).toMatchObject([{ to: 'anna@example.org' }])
})

test('who has lost a bundle that was ended reads that it was, and the next holder reads nothing of it', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { owner, save, pack } = await annasBundle(db, deps, { isOver: true })
  const member = { vendorId: owner.id, userId: owner.userId }
  await agreeing({}, ({ agreed }) => withdrawBundle(db, member, pack.entitlementId, agreed))
  await save(bob)
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  const about = mails.filter(({ subject }) => subject.startsWith('Your bundle'))
  expect(about.map(({ to }) => to)).toEqual([anna.email])
})

test('the link of a person without an email is listed as not reached, also when the phone was corrected', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { customer: anna })
  await edit(db, booking, { ...bob, customerEmail: '', customerPhone: '+4915111111111' })
  await work(databaseUrl, deps, keepMails())
  await edit(db, booking, { customerPhone: '+4915122222222' })
  expect(await listUnreachedPeople(db, booking.session.class.vendor.id)).toMatchObject([
    { contact: { customerPhone: '+4915122222222' }, links: [{}] },
  ])
})

test('two former holders with one phone are listed apart', async ({ deps, db, databaseUrl }) => {
  const customerPhone = '+4915112345678'
  const booking = await aBooking(db, { customer: { ...anna, email: null, phone: customerPhone } })
  await edit(db, booking, bob)
  await edit(db, booking, { customerName: 'Dora', customerEmail: '', customerPhone })
  await edit(db, booking, { ...bob, customerName: 'Eve', customerEmail: 'eve@example.com' })
  await work(databaseUrl, deps, keepMails())
  const people = await listUnreachedPeople(db, booking.session.class.vendor.id)
  expect(people.map(({ meantFor }) => meantFor?.customerName ?? '').toSorted()).toEqual([
    'Anna',
    'Dora',
  ])
})

test('who had a purchase only for a while reads nothing of it in the links to other bookings', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { customer: anna })
  await aBooking(db, {
    session: booking.session,
    customer: { name: 'Bob', email: bob.customerEmail },
  })
  const mailer = aBusyMailer(2)
  await edit(db, booking, bob)
  await work(databaseUrl, deps, mailer)
  await edit(db, booking, { customerName: 'Carl', customerEmail: 'carl@example.com' })
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  const ofBob = mailer.mails.filter(
    ({ to, text }) => to === bob.customerEmail && /links?/.test(text),
  )
  expect(ofBob).toMatchObject([{ text: expect.not.stringContaining('Older links') }])
})

test('a link that is sent again is the one of before, and the email says nothing else', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { customer: anna })
  const { mails, send } = keepMails()
  await emit(db, 'booking.link_resent', { groupId: booking.groupId })
  await work(databaseUrl, deps, { send })
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain(manageUrl(deps, { ...booking, tokenRotation: 0 }))
  expect(mails[0]?.text).not.toMatch(/older links|requested|this was not you/i)
})

test('a letter that did not reach a former holder is listed for them, not for the present one of the same name', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { customer: anna, spots: 2 })
  const [ended = '', kept = ''] = booking.bookingIds
  const { vendor } = booking.session.class
  await cancelByVendor(db, vendor.id, [ended])
  await work(databaseUrl, deps, refusing)
  const held = { ...booking, bookingIds: [kept] }
  await edit(db, held, bob)
  await edit(db, held, secondAnna)
  await work(databaseUrl, deps, keepMails())
  expect(await listUnreachedPeople(db, vendor.id)).toMatchObject([
    { meantFor: { customerEmail: anna.email } },
  ])
})
