import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { renewLink } from '#core/bookings/commands/renew-link.ts'
import { findPurchaseByLink, manageUrl, viewUrl } from '#core/bookings/queries/links.ts'
import { messagePeople } from './commands/message-people.ts'
import { tellLink } from './commands/tell-link.ts'
import { tellOfDay } from './commands/tell-of-day.ts'
import { todayIn } from '#core/shared/time.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { deliver, hurry } from '#tests/support/jobs.ts'
import { minutes } from '#tests/support/bookings.ts'
import { expect } from '#tests/support/database.ts'
import { anna, carla, odd, siteBot, test } from '#tests/support/telegram.ts'

const chatOf = (person: { id: number }) => `700000100:${person.id}`

/** The person has started the site's bot. */
async function startedBy(
  db: Db,
  fake: { chat: (bot: string, id: number) => { isStarted: boolean } },
  person: typeof anna,
) {
  fake.chat(siteBot.username, person.id).isStarted = true
  await db
    .insertInto('telegramChats')
    .values({
      botId: 700_000_100,
      telegramId: person.id,
      name: person.firstName,
      username: person.username ?? null,
    })
    .execute()
}

type Booked = { purchaseId: string; bookingIds: string[] }

/** A booking whose news goes to a chat. */
async function bookedOnTelegram(
  db: Db,
  person: typeof anna,
  { email = null, name = 'Carla Weber' }: { email?: string | null; name?: string } = {},
): Promise<Booked> {
  const session = await aSession(db, {
    class: await aClass(db, { vendor: await aVendor(db, { verified: true }) }),
  })
  const booked = await aBooking(db, {
    session,
    customer: { email: email ?? 'typed@example.com', name },
  })
  await db
    .updateTable('purchases')
    .set({
      customerTelegram: chatOf(person),
      customerTelegramName: '@carla_w',
      customerEmail: email,
    })
    .where('id', '=', booked.purchaseId)
    .execute()
  return booked
}

const confirmed = (db: Db, { purchaseId, bookingIds }: Booked) =>
  emit(db, 'booking.confirmed', { purchaseId, bookingIds })

const toCustomer = (db: Db) =>
  db
    .selectFrom('messages')
    .where('audience', '=', 'customer')
    .select(['channel', 'status', 'recipient', 'lastError'])
    .execute()

/**
 * What Telegram does with the first message, and where it ends: in the chat (how often), in a mailbox, or among those that did
 * not arrive. Nobody's booking is affected.
 */
test.for([
  ['none', { chat: 1, mails: 0, state: 'telegram sent' }],
  // The first one arrives later: the call was given up.
  ['slow', { chat: 1, mails: 0, state: 'telegram sent', copy: true }],
  ['reset', { chat: 1, mails: 0, state: 'telegram sent', copy: true }],
  ['lost', { chat: 2, mails: 0, state: 'telegram sent', copy: true }],
  ['malformed', { chat: 2, mails: 0, state: 'telegram sent', copy: true }],
  ['down', { chat: 1, mails: 0, state: 'telegram sent', copy: true }],
  ['error', { chat: 1, mails: 0, state: 'telegram sent' }],
  ['wait', { chat: 1, mails: 0, state: 'telegram sent' }],
  ['refused', { chat: 0, mails: 1, state: 'email sent' }, 2],
  ['blocked', { chat: 0, mails: 1, state: 'email sent' }],
  ['gone', { chat: 0, mails: 1, state: 'email sent' }],
  ['unauthorized', { chat: 0, mails: 1, state: 'email sent' }],
] as const)(
  'Telegram does this with a message: %s',
  async ([fault, ends, times = 1], { db, site, fake, worker, mails }) => {
    await startedBy(db, fake, carla)
    const booked = await bookedOnTelegram(db, carla, { email: 'carla@example.com' })
    await confirmed(db, booked)
    fake.fail(fault, { method: 'sendMessage', times })
    await worker.work()
    await sql`update telegram_chats set wait_until = null`.execute(db)
    await hurry(site)
    await worker.work()
    const { said } = fake.chat(siteBot.username, carla.id)
    const sent = mails.mails.filter(({ to }) => to === 'carla@example.com')
    const [message] = await toCustomer(db)
    expect({
      chat: said.length,
      mails: sent.length,
      state: `${message?.channel} ${message?.status}`,
      ...(said.at(-1)?.text.startsWith('This may be a second copy') && { copy: true }),
    }).toEqual(ends)
    expect((await db.selectFrom('bookings').select('status').execute())[0]?.status).toBe(
      'confirmed',
    )
  },
)

test('without an email, what a chat does not take stands among what did not arrive', async ({
  db,
  fake,
  worker,
}) => {
  await startedBy(db, fake, carla)
  const booked = await bookedOnTelegram(db, carla)
  await fake.block(siteBot.username, carla.id)
  await emit(db, 'booking.note_written', {
    purchaseId: booked.purchaseId,
    batchId: crypto.randomUUID(),
    text: 'Please bring a towel.',
  })
  await worker.work()
  expect(await toCustomer(db)).toMatchObject([{ channel: 'none', status: 'no_channel' }])
  expect(
    (await db.selectFrom('telegramChats').select('blockedAt').execute())[0]?.blockedAt,
  ).not.toBeNull()
})

test('“wait” holds back one chat only, as long as Telegram says, and costs no attempt', async ({
  db,
  site,
  fake,
  worker,
}) => {
  await startedBy(db, fake, carla)
  await startedBy(db, fake, odd)
  const [one, other] = [await bookedOnTelegram(db, carla), await bookedOnTelegram(db, odd)]
  fake.fail('wait', { method: 'sendMessage', chat: carla.id })
  await confirmed(db, one)
  await confirmed(db, other)
  await worker.work()
  expect(fake.chat(siteBot.username, carla.id).said).toHaveLength(0)
  expect(fake.chat(siteBot.username, odd.id).said).toHaveLength(1)
  // Asked again too soon, Telegram is not even called.
  const before = fake.asked.length
  await hurry(site)
  await worker.work()
  expect(fake.asked.slice(before).filter((asked) => asked.startsWith('sendMessage'))).toEqual([])
  const { attempts } = await db
    .selectFrom('messages')
    .where('recipient', '=', chatOf(carla))
    .select('attempts')
    .executeTakeFirstOrThrow()
  expect(attempts).toBe(0)
  await sql`update telegram_chats set wait_until = now()`.execute(db)
  await hurry(site)
  await worker.work()
  expect(fake.chat(siteBot.username, carla.id).said).toHaveLength(1)
})

test.for([
  '<b>Łu*kasz_</b> & Co',
  'O’Hara [x](http://evil.example)',
  'نور حداد 🌿',
  '`code` ~~no~~',
])('the name %s arrives as it was typed', async (name, { db, fake, worker }) => {
  await startedBy(db, fake, anna)
  const booked = await bookedOnTelegram(db, carla, { name })
  await sql`update vendor_members set telegram = ${chatOf(anna)}`.execute(db)
  await confirmed(db, booked)
  await worker.work()
  const [said] = fake.chat(siteBot.username, anna.id).said
  // Only what no one sees is added: isolates around what is written from right to left, and joiners in what looks like a link.
  expect(said?.text.replace(/[\u2060\u2068\u2069]/gu, '')).toContain(name)
  for (const { offset, length, type } of said?.entities ?? [])
    expect([type, said?.text.slice(offset, offset + length).trim()]).not.toEqual(['bold', ''])
})

test('the vendor hears on Telegram: news, the agenda of the day, and by email again once it is blocked', async ({
  db,
  site,
  fake,
  worker,
  mails,
}) => {
  const vendor = await aVendor(db, { verified: true })
  const yoga = await aClass(db, { vendor })
  const today = await aSession(db, { class: yoga, startsAt: minutes(30) })
  await startedBy(db, fake, anna)
  await sql`update vendor_members set telegram = ${chatOf(anna)}`.execute(db)
  const booked = await aBooking(db, { session: today, customer: { name: 'Carla Weber' } })
  await confirmed(db, booked)
  await agendaOf(site, vendor)
  await worker.work()
  const texts = fake.chat(siteBot.username, anna.id).said.map(({ text }) => text)
  expect(texts.toSorted((one, other) => one.localeCompare(other))).toEqual([
    expect.stringContaining('Carla Weber booked'),
    expect.stringContaining('• Carla Weber'),
  ])
  expect(mails.mails.filter(({ to }) => to === vendor.email)).toEqual([])
  await fake.block(siteBot.username, anna.id)
  await worker.work()
  await agendaOf(site, vendor)
  await worker.work()
  expect(mails.mails.filter(({ to }) => to === vendor.email)).toHaveLength(1)
  expect(fake.chat(siteBot.username, anna.id).said).toHaveLength(2)
})

function agendaOf({ db }: Deps, vendor: { id: string; timeZone: string }) {
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .selectFrom('vendors')
      .where(sql<boolean>`id = ${vendor.id}`)
      .select('id')
      .executeTakeFirstOrThrow()
    const date = todayIn(vendor.timeZone, new Date())
    await tellOfDay({ tx, vendorId: id, date, now: new Date() })
  })
}

test('a message about a booking goes to the chat connected from it, and to no other purchase of the customer', async ({
  db,
  fake,
  worker,
  mails,
}) => {
  await startedBy(db, fake, carla)
  const session = await aSession(db, {
    class: await aClass(db, { vendor: await aVendor(db, { verified: true }) }),
  })
  const customer = { email: 'carla@example.com' }
  const connected = await aBooking(db, { session, customer })
  const other = await aBooking(db, { session, customer })
  await db
    .updateTable('purchases')
    .set({ customerTelegram: chatOf(carla), customerTelegramName: '@carla_w' })
    .where('id', '=', connected.purchaseId)
    .execute()
  await confirmed(db, connected)
  await confirmed(db, other)
  await worker.work()
  expect(fake.chat(siteBot.username, carla.id).said).toHaveLength(1)
  expect(fake.chat(siteBot.username, carla.id).said[0]?.text).toContain(connected.reference)
  const toCarla = mails.mails.filter(({ to }) => to === customer.email)
  expect(toCarla).toHaveLength(1)
  expect(toCarla[0]?.text).toContain(other.reference)
})

test('what the vendor writes reaches each place: no chat takes it away from who gets the mails', async ({
  db,
  site,
  fake,
  worker,
  mails,
}) => {
  await startedBy(db, fake, odd)
  const vendor = await aVendor(db, { verified: true })
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const customer = { email: 'carla@example.com' }
  const own = await aBooking(db, { session, customer })
  // Somebody else has typed this address, and connected a chat to that booking.
  const strange = await aBooking(db, { session, customer })
  await db
    .updateTable('purchases')
    .set({ customerTelegram: chatOf(odd), customerTelegramName: 'Łukasz' })
    .where('id', '=', strange.purchaseId)
    .execute()
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const people = [own.purchaseId, strange.purchaseId]
  const form = { formKey: crypto.randomUUID(), text: 'Please bring a towel.', people }
  expect(await messagePeople(site, member, form)).toMatchObject({ ok: true, reached: 2 })
  await worker.work()
  expect(fake.chat(siteBot.username, odd.id).said).toHaveLength(1)
  expect(mails.mails.map(({ to }) => to)).toEqual([customer.email])
  // The bot is another vendor's: nothing of this one goes there.
  const other = await aVendor(db)
  await sql`update telegram_bots set vendor_id = ${other.id}, sealed_token = 'sealed'`.execute(db)
  const { rows } = await sql`
    select reachable_chat(${chatOf(odd)}, ${vendor.id}) as here, reachable_chat(${chatOf(odd)}, ${other.id}) as there`.execute(
    db,
  )
  expect(rows).toEqual([{ here: null, there: chatOf(odd) }])
})

test('links go to the chat, a new one and the present one, and by email once the chat takes nothing', async ({
  db,
  site,
  fake,
  worker,
  mails,
}) => {
  await startedBy(db, fake, carla)
  const { purchaseId } = await bookedOnTelegram(db, carla, { email: 'carla@example.com' })
  const { reference } = await db
    .updateTable('purchases')
    .set({ bookingMethod: 'telegram' })
    .returning('reference')
    .executeTakeFirstOrThrow()
  const link = async (urlOf: typeof manageUrl, tokenRotation: number) => {
    const url = new URL(urlOf(site, { purchaseId, reference, tokenRotation }))
    const token = url.searchParams.get('token') ?? ''
    const found = await findPurchaseByLink(site, { reference, token })
    if (!found) throw new Error('The link opens nothing.')
    return { url: url.href, renew: () => renewLink(site, found, { address: '192.0.2.1' }) }
  }
  const old = await link(manageUrl, 0)
  expect(await old.renew()).toMatchObject({ ok: true, sentBy: 'telegram', isNew: true })
  await worker.work()
  const present = await link(manageUrl, 1)
  const view = await link(viewUrl, 1)
  expect(await view.renew()).toMatchObject({ ok: true, sentBy: 'telegram', isNew: false })
  await worker.work()
  const { said } = fake.chat(siteBot.username, carla.id)
  expect(said).toHaveLength(2)
  for (const message of said) expect(JSON.stringify(message)).toContain(present.url)
  expect(mails.mails).toEqual([])
  // One that waits for the chat when it is blocked goes by email, too.
  const eventId = crypto.randomUUID()
  await db.transaction().execute((tx) => tellLink(tx, { eventId, why: 'resent', purchaseId }))
  await sql`update telegram_chats set blocked_at = now()`.execute(db)
  await worker.work()
  expect(await view.renew()).toMatchObject({ ok: true, sentBy: 'email', isNew: false })
  await worker.work()
  expect(mails.mails.map(({ to }) => to)).toEqual(['carla@example.com', 'carla@example.com'])
  for (const { text } of mails.mails) expect(text).toContain(present.url)
})

test('what waits for a bot when Telegram refuses it goes by email, each message of it', async ({
  db,
  site,
  fake,
  worker,
  mails,
}) => {
  const people = [carla, odd]
  for (const person of people) {
    await startedBy(db, fake, person)
    const email = `${person.id}@example.com`
    const { purchaseId } = await bookedOnTelegram(db, person, { email })
    const note = { purchaseId, batchId: crypto.randomUUID(), text: 'Please bring a towel.' }
    await deliver(site, 'booking.note_written', note)
    await deliver(site, 'booking.link_renewed', { purchaseId })
  }
  expect(new Set((await toCustomer(db)).map(({ channel }) => channel))).toEqual(
    new Set(['telegram']),
  )
  const vendor = await aVendor(db, { verified: true })
  await aSession(db, { class: await aClass(db, { vendor }), startsAt: minutes(30) })
  await db
    .updateTable('vendorMembers')
    .set({ telegram: chatOf(odd) })
    .where('vendorId', '=', vendor.id)
    .execute()
  await agendaOf(site, vendor)
  fake.fail('unauthorized', { method: 'sendMessage', times: 9 })
  await worker.work()
  expect(mails.mails.filter(({ to }) => to === vendor.email)).toHaveLength(1)
  const sent = mails.mails.flatMap(({ to, subject }) =>
    to === vendor.email ? [] : [`${to} ${subject.includes('link')}`],
  )
  expect(sent.toSorted()).toEqual(
    people.flatMap(({ id }) => [false, true].map((isLink) => `${id}@example.com ${isLink}`)),
  )
})

test('a new link goes to who has booked with an email, without the chat that an old link has connected', async ({
  db,
  site,
  fake,
  worker,
  mails,
}) => {
  await startedBy(db, fake, odd)
  const { purchaseId } = await bookedOnTelegram(db, odd, { email: 'carla@example.com' })
  const { reference } = await db
    .selectFrom('purchases')
    .select('reference')
    .executeTakeFirstOrThrow()
  const renew = async (urlOf: typeof manageUrl, tokenRotation: number) => {
    const url = new URL(urlOf(site, { purchaseId, reference, tokenRotation }))
    const token = url.searchParams.get('token') ?? ''
    const found = await findPurchaseByLink(site, { reference, token })
    return found && renewLink(site, found, { address: '192.0.2.1' })
  }
  expect(await renew(viewUrl, 0)).toMatchObject({ ok: true, sentBy: 'email', isNew: false })
  expect(await renew(manageUrl, 0)).toMatchObject({ ok: true, sentBy: 'email', isNew: true })
  await confirmed(db, { purchaseId, bookingIds: [] })
  await worker.work()
  expect(fake.chat(siteBot.username, odd.id).said).toEqual([])
  expect(new Set(mails.mails.map(({ to }) => to))).toEqual(new Set(['carla@example.com']))
  const renewed = manageUrl(site, { purchaseId, reference, tokenRotation: 1 })
  expect(mails.mails.some(({ text }) => text.includes(renewed))).toBe(true)
})

test('the vendor gets one email when Telegram refuses its bot, and all messages go by email until it has a new token', async ({
  db,
  site,
  fake,
  worker,
  mails,
}) => {
  const vendor = await aVendor(db, { verified: true })
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  await startedBy(db, fake, carla)
  // The bot is the vendor's own.
  await sql`update telegram_bots set vendor_id = ${vendor.id}, sealed_token = 'opens no more'`.execute(
    db,
  )
  for (let count = 0; count < 2; count += 1) {
    const booked = await aBooking(db, { session, customer: { email: `carla${count}@example.com` } })
    await db
      .updateTable('purchases')
      .set({ customerTelegram: chatOf(carla), customerTelegramName: '@carla_w' })
      .where('id', '=', booked.purchaseId)
      .execute()
    await confirmed(db, booked)
    await worker.work()
  }
  expect(fake.chat(siteBot.username, carla.id).said).toEqual([])
  const subjects = mails.mails.map(
    ({ to, subject }) => `${to === vendor.email ? 'vendor' : to}: ${subject}`,
  )
  expect(subjects.filter((subject) => subject.includes('no longer accepts'))).toEqual([
    'vendor: Telegram no longer accepts your bot @site_test_bot',
  ])
  expect(subjects.filter((subject) => subject.startsWith('carla'))).toHaveLength(2)
  expect(site.telegram.bot).not.toBeNull()

  // Refused again, and set right before the email is sent.
  await sql`update telegram_bots set problem = 'unauthorized'`.execute(db)
  await emit(db, 'telegram.bot_refused', { vendorId: vendor.id })
  await sql`update telegram_bots set problem = null`.execute(db)
  await worker.work()
  expect(mails.mails.filter(({ subject }) => subject.includes('no longer accepts'))).toHaveLength(1)
})
