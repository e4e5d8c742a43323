import { sql } from 'kysely'
import { book } from '#tests/support/book.ts'
import { edit } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { aSeries, booked, order } from '#tests/support/series.ts'
import type { Db } from '#core/shared/db.ts'
import { connectPurchase } from '#core/telegram/steps/connect.ts'
import { bookBundle } from './commands/book-bundle.ts'
import { editBooking } from './commands/edit-booking.ts'

const holdSession = (databaseUrl: string, { id }: { id: string }) =>
  holdLock(databaseUrl, 'select from class_sessions where id = $1 for no key update', [id])

const contactsIn = async (db: Db) => {
  const { rows } = await sql<{ name: string; addresses: string[] }>`
    select c.name, array(select a.typed from contact_addresses a where a.contact_id = c.id order by 1) as addresses
    from contacts c order by c.created_at`.execute(db)
  return rows
}

const contactIdsIn = async (db: Db) => {
  const rows = await db.selectFrom('purchases').select('contactId').distinct().execute()
  return rows.map(({ contactId }) => contactId)
}

test.for([
  ['one key', 'same', 1],
  ['two keys', 'other', 2],
] as const)(
  'two first bookings of one new address at the same moment, under %s, are one contact’s',
  async ([, key, purchases], { db, deps, databaseUrl }) => {
    const session = await aSession(db)
    const lock = await holdSession(databaseUrl, session)
    const first = book(deps, session.id, 'new.face@gmail.com', { key: 'same' })
    await waitForWaiter(db)
    // It waits for the address that the first one writes.
    const second = book(
      deps,
      session.id,
      key === 'same' ? 'new.face@gmail.com' : 'newface@gmail.com',
      { key },
    )
    await waitForWaiter(db, 2)
    await lock.commit()
    expect([await first, await second]).toMatchObject([{ ok: true }, { ok: true }])
    expect(await contactsIn(db)).toEqual([{ name: 'Carla', addresses: ['new.face@gmail.com'] }])
    expect(await contactIdsIn(db)).toHaveLength(1)
    expect(await db.selectFrom('purchases').select('id').execute()).toHaveLength(purchases)
  },
)

test('the limit holds for two first bookings of one new address at the same moment', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db)
  const lock = await holdSession(databaseUrl, session)
  const both = ['a', 'b'].map((key) => book(deps, session.id, 'new@example.com', { key, spots: 3 }))
  await waitForWaiter(db, 2)
  await lock.commit()
  const answers = await Promise.all(both)
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ reason: 'contact_limit' })
  expect(await booked(db, session.id)).toBe(3)
})

test('a refused booking leaves no contact behind, and who waited for it is not refused for it', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db)
  const other = await aSession(db, { class: session.class })
  // Its contact is written already when it finds that the session has moved.
  const moving = await holdLock(
    databaseUrl,
    'update class_sessions set calendar_sequence = calendar_sequence + 1 where id = $1',
    [session.id],
  )
  const refused = book(deps, session.id, 'new@example.com', { key: 'a', seen: { sessions: {} } })
  await waitForWaiter(db)
  const waiting = book(deps, other.id, 'new@example.com', { key: 'b', name: 'Second' })
  await waitForWaiter(db, 2)
  await moving.commit()
  expect(await refused).toMatchObject({ ok: false, reason: 'session_changed' })
  expect(await waiting).toMatchObject({ ok: true })
  expect(await contactsIn(db)).toEqual([{ name: 'Second', addresses: ['new@example.com'] }])

  const { bundle, sessions } = await aSeries(db)
  const asked = order(bundle, sessions, {
    contact: 'also.new@example.com',
    seen: { priceMinor: 1 },
  })
  expect(await bookBundle(deps, asked)).toMatchObject({ reason: 'price_changed' })
  expect(await contactsIn(db)).toHaveLength(1)
})

test('limits and blocks are those of the contact, also after an address was corrected to theirs, and of one vendor', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const { vendor } = session.class
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const one = await aBooking(db, { session, spots: 2, customer: { email: 'one@example.com' } })
  await aBooking(db, { session, spots: 2, customer: { email: 'other@example.com' } })
  const correct = (agreed?: string) =>
    editBooking(db, member, one.bookingIds[0] ?? '', {
      ...edit(session.id, { customerEmail: 'other@example.com' }),
      agreed,
    })
  const asked = await correct()
  expect(asked).toMatchObject({ ok: false, reason: 'address_asked', owner: 'Carla Customer' })
  const key = crypto.randomUUID()
  expect(await correct('agreement' in asked ? asked.agreement : '')).toEqual({ ok: true })
  expect(await contactIdsIn(db)).toHaveLength(1)
  expect(await book(deps, session.id, 'other@example.com', { key })).toMatchObject({
    reason: 'contact_limit',
  })
  const elsewhere = await aSession(db, { class: await aClass(db, { vendor: await aVendor(db) }) })
  expect(await book(deps, elsewhere.id, 'other@example.com')).toMatchObject({ ok: true })
  // The address that was wrong is nobody's now.
  expect(await book(deps, session.id, 'one@example.com')).toMatchObject({ ok: true })
})

const chat = '700000100:7000000002'

test.for([
  [
    'a corrected email: people who read the old mailbox may have connected it',
    { email: 'carla@example.com', phone: null },
    { customerEmail: 'carla.w@example.com' },
    { chat: null, addresses: ['carla.w@example.com'] },
  ],
  [
    'an email beside the phone: the link is new, and what the old one connected ends with it',
    { email: null, phone: '+4930123456' },
    { customerEmail: 'carla@example.com', customerPhone: '+4930123456' },
    { chat: null, addresses: ['+4930123456', 'carla@example.com'] },
  ],
  [
    'another name: the chat stays',
    { email: 'carla@example.com', phone: null },
    { customerName: 'Carla W.', customerEmail: 'carla@example.com' },
    { chat, addresses: ['carla@example.com'] },
  ],
] as const)('a purchase with a chat gets %s', async ([, customer, typed, expected], { db }) => {
  const session = await aSession(db)
  const { vendor } = session.class
  const { purchaseId, bookingIds } = await aBooking(db, { session, customer })
  await db
    .insertInto('telegramBots')
    .values({ id: 700_000_100, username: 'site_test_bot' })
    .execute()
  const code = { kind: 'purchase' as const, subject: purchaseId, rotation: 0, digest: 'digest' }
  const person = { id: 7, name: 'Carla', username: 'carla_w', language: 'en' as const }
  await connectPurchase(db, { botId: 700_000_100, code, address: chat, person })
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const none = { customerName: 'Carla', customerEmail: '', customerPhone: '' }
  expect(
    await editBooking(db, member, bookingIds[0] ?? '', edit(session.id, { ...none, ...typed })),
  ).toEqual({ ok: true })
  const purchase = await db
    .selectFrom('purchases')
    .select('customerTelegram')
    .executeTakeFirstOrThrow()
  const [contact] = await contactsIn(db)
  expect({ chat: purchase.customerTelegram, addresses: contact?.addresses }).toEqual(expected)
})

test('who has logged in with Telegram stays who they are, whatever the vendor notes beside it', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const { vendor } = session.class
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const made = await book(deps, session.id, 'telegram', {
    telegram: { address: chat, name: '@carla_w' },
  })
  expect(made).toMatchObject({ ok: true })
  await aBooking(db, { session, customer: { email: 'other@example.com' } })
  const { id } = await db
    .selectFrom('bookings as b')
    .innerJoin('purchases as g', 'g.id', 'b.purchaseId')
    .where('g.bookingMethod', '=', 'telegram')
    .select('b.id')
    .executeTakeFirstOrThrow()
  const note = (customerEmail: string) =>
    editBooking(
      db,
      member,
      id,
      edit(session.id, { customerName: 'Carla', customerPhone: '', customerEmail }),
    )
  // Also with an address that is another customer's.
  const links = async () =>
    db
      .selectFrom('purchases')
      .where('bookingMethod', '=', 'telegram')
      .select('tokenRotation')
      .executeTakeFirstOrThrow()
  expect(await note('other@example.com')).toEqual({ ok: true })
  expect(await links()).toEqual({ tokenRotation: 0 })
  expect(await note('')).toEqual({ ok: true })
  // Who reads the mailbox knew the old one.
  expect(await links()).toEqual({ tokenRotation: 1 })
  // The vendor has its own bot by now, where the same person has the same number.
  const again = await aSession(db, { class: session.class })
  const ownBot = {
    key: 'again',
    telegram: { address: chat.replace('700000100', '700000200'), name: '@carla_w' },
  }
  expect(await book(deps, again.id, 'telegram', ownBot)).toMatchObject({ ok: true })
  expect(await contactsIn(db)).toEqual([
    { name: 'Carla', addresses: ['@carla_w'] },
    { name: 'Carla Customer', addresses: ['other@example.com'] },
  ])
})
