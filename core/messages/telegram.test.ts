import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { renewLink } from '#core/bookings/commands/renew-link.ts'
import { findPurchaseByLink, manageUrl, viewUrl } from '#core/bookings/queries/links.ts'
import { createPost } from './commands/post.ts'
import { messagePeople } from './commands/message-people.ts'
import { tellNews } from './commands/tell-news.ts'
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

/** A booking that was made with a login at Telegram: its news goes to the chat. */
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
      bookingMethod: 'telegram',
    })
    .where('id', '=', booked.purchaseId)
    .execute()
  return booked
}

/** The link of the booking has connected a chat. */
const connect = (db: Db, { purchaseId }: { purchaseId: string }, person: typeof anna) =>
  db
    .updateTable('purchases')
    .set({ customerTelegram: chatOf(person), customerTelegramName: person.firstName })
    .where('id', '=', purchaseId)
    .execute()

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
  // One says nothing of the token; two do.
  ['unauthorized', { chat: 1, mails: 0, state: 'telegram sent' }],
  ['unauthorized', { chat: 0, mails: 1, state: 'email sent' }, 2],
] as const)(
  'Telegram does this with a message: %s',
  async ([fault, ends, times = 1], { db, site, fake, worker, mails }) => {
    await startedBy(db, fake, carla)
    const booked = await bookedOnTelegram(db, carla, { email: 'carla@example.com' })
    await confirmed(db, booked)
    if (fault === 'unauthorized' && times > 1) fake.fail(fault, { times })
    else fake.fail(fault, { method: 'sendMessage', times })
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

test('a chat that a link has connected hears of its purchase beside the email, and of no other', async ({
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
  await connect(db, connected, carla)
  await confirmed(db, connected)
  await confirmed(db, other)
  await worker.work()
  const { said } = fake.chat(siteBot.username, carla.id)
  expect(said.map(({ text }) => text)).toEqual([expect.stringContaining(connected.reference)])
  const toCarla = mails.mails.filter(({ to }) => to === customer.email)
  expect(toCarla).toHaveLength(2)
  // What the chat does not take changes nothing for the email.
  await fake.block(siteBot.username, carla.id)
  await cancelByVendor(db, session.class.vendor.id, connected.bookingIds)
  await worker.work()
  expect(said).toHaveLength(1)
  expect(mails.mails.filter(({ to }) => to === customer.email)).toHaveLength(3)
  expect((await toCustomer(db)).every(({ status }) => status === 'sent')).toBe(true)
})

test('what waits for a connected chat goes if the chat is blocked before it is sent', async ({
  db,
  fake,
  worker,
}) => {
  await startedBy(db, fake, carla)
  const vendor = await aVendor(db, { verified: true })
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const booked = await aBooking(db, { session, customer: { email: 'carla@example.com' } })
  await connect(db, booked, carla)
  await db.transaction().execute((tx) => tellNews(tx, [booked.purchaseId]))
  const toChat = () =>
    db.selectFrom('messages').where('audience', '=', 'chat').select('status').execute()
  expect(await toChat()).toEqual([{ status: 'queued' }])
  await db.updateTable('telegramChats').set({ blockedAt: new Date() }).execute()
  await worker.work()
  expect(await toChat()).toEqual([])
  expect(await toCustomer(db)).toMatchObject([{ channel: 'email', status: 'sent' }])
})

test('a chat beside a phone takes nothing from the vendor’s list of whom to call', async ({
  db,
  fake,
  worker,
}) => {
  await startedBy(db, fake, odd)
  const vendor = await aVendor(db, { verified: true })
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const booked = await aBooking(db, { session, customer: { email: null, phone: '+4930123456' } })
  await connect(db, booked, odd)
  await confirmed(db, booked)
  await worker.work()
  await cancelByVendor(db, vendor.id, booked.bookingIds)
  await worker.work()
  expect(fake.chat(siteBot.username, odd.id).said).toHaveLength(2)
  expect(await toCustomer(db)).toMatchObject([{ channel: 'none', status: 'no_channel' }])
})

test.for([
  ['carla@example.com', { mails: 1, state: 'email sent' }],
  [null, { mails: 0, state: 'telegram queued' }],
] as const)(
  'a chat that has to wait for an hour gives way to the email, if there is one: %s',
  async ([email, ends], { db, fake, worker, mails }) => {
    await startedBy(db, fake, carla)
    const booked = await bookedOnTelegram(db, carla, { email })
    fake.fail('wait', { method: 'sendMessage', seconds: 3600 })
    await confirmed(db, booked)
    await worker.work()
    const [message] = await toCustomer(db)
    expect({
      mails: mails.mails.filter(({ to }) => to === email).length,
      state: `${message?.channel} ${message?.status}`,
    }).toEqual(ends)
  },
)

test('a message that a chat does not take, though it takes others, silences nobody', async ({
  db,
  fake,
  worker,
}) => {
  await startedBy(db, fake, carla)
  const booked = await bookedOnTelegram(db, carla)
  fake.fail('refused', { method: 'sendMessage', times: 2 })
  await confirmed(db, booked)
  await worker.work()
  expect(await toCustomer(db)).toMatchObject([{ channel: 'telegram', status: 'failed' }])
  expect(await db.selectFrom('telegramChats').select('blockedAt').execute()).toEqual([
    { blockedAt: null },
  ])
})

test('a worker that is killed after Telegram took a message leaves a note for the second copy', async ({
  db,
  site,
  fake,
  worker,
}) => {
  await startedBy(db, fake, carla)
  const booked = await bookedOnTelegram(db, carla)
  await confirmed(db, booked)
  const { api } = site.telegram
  const killed: Deps = {
    ...site,
    telegram: {
      ...site.telegram,
      api: {
        ...api,
        say: async (...of) => {
          await api.say(...of)
          return new Promise(() => {})
        },
      },
    },
  }
  await deliver(site, 'booking.confirmed', booked)
  const mailer = { send: async () => ({ sent: true }) as const }
  void createPost(killed, mailer).empty()
  const { said } = fake.chat(siteBot.username, carla.id)
  await expect.poll(() => said.length).toBe(1)
  await hurry(site)
  await worker.work()
  expect(said.map(({ text }) => text.startsWith('This may be a second copy'))).toEqual([
    false,
    true,
  ])
})

test('links that were asked for over a chat that was blocked just then come another way', async ({
  db,
  site,
  fake,
  worker,
  mails,
}) => {
  await startedBy(db, fake, carla)
  const [mailed, called] = [
    await bookedOnTelegram(db, carla, { email: 'carla@example.com' }),
    await bookedOnTelegram(db, carla),
  ]
  await emit(db, 'booking.links_requested', { contact: chatOf(carla), language: 'en' })
  fake.fail('blocked', { method: 'sendMessage' })
  await worker.work()
  await hurry(site)
  await worker.work()
  const links = await db
    .selectFrom('messages')
    .where('kind', '=', 'booking.links')
    .orderBy('channel')
    .select(['purchaseId', 'channel', 'status', 'recipient'])
    .execute()
  expect(links).toMatchObject([
    { purchaseId: mailed.purchaseId, channel: 'email', status: 'sent' },
    { purchaseId: called.purchaseId, channel: 'none', status: 'no_channel' },
  ])
  expect(mails.mails.map(({ to }) => to)).toEqual(['carla@example.com'])
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
  await connect(db, strange, odd)
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const people = [own.purchaseId, strange.purchaseId]
  const form = { formKey: crypto.randomUUID(), text: 'Please bring a towel.', people }
  expect(await messagePeople(site, member, form)).toMatchObject({ ok: true, reached: 1 })
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
    .selectFrom('purchases')
    .select('reference')
    .executeTakeFirstOrThrow()
  const link = async (urlOf: typeof manageUrl, tokenRotation: number) => {
    const url = new URL(urlOf(site, { purchaseId, reference, tokenRotation }))
    const token = url.searchParams.get('token') ?? ''
    const found = await findPurchaseByLink(site, { reference, token })
    if (!found) throw new Error('The link opens nothing.')
    return { url: url.href, renew: () => renewLink(site, found, { network: '192.0.2.1' }) }
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
  fake.fail('unauthorized', { times: 30 })
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
  const session = await aSession(db, {
    class: await aClass(db, { vendor: await aVendor(db, { verified: true }) }),
  })
  const booked = await aBooking(db, { session, customer: { email: 'carla@example.com' } })
  await connect(db, booked, odd)
  const { purchaseId } = booked
  const { reference } = await db
    .selectFrom('purchases')
    .select('reference')
    .executeTakeFirstOrThrow()
  const renew = async (urlOf: typeof manageUrl, tokenRotation: number) => {
    const url = new URL(urlOf(site, { purchaseId, reference, tokenRotation }))
    const token = url.searchParams.get('token') ?? ''
    const found = await findPurchaseByLink(site, { reference, token })
    return found && renewLink(site, found, { network: '192.0.2.1' })
  }
  expect(await renew(viewUrl, 0)).toMatchObject({ ok: true, sentBy: 'email', isNew: false })
  expect(await renew(manageUrl, 0)).toMatchObject({ ok: true, sentBy: 'email', isNew: true })
  await confirmed(db, { purchaseId, bookingIds: [] })
  await worker.work()
  expect(fake.chat(siteBot.username, odd.id).said.map(({ text }) => text)).toEqual([
    expect.stringContaining('no longer come here'),
  ])
  const { email: toVendor } = session.class.vendor
  expect(new Set(mails.mails.map(({ to }) => to))).toEqual(new Set(['carla@example.com', toVendor]))
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
    await connect(db, booked, carla)
    await db.updateTable('purchases').set({ bookingMethod: 'telegram' }).execute()
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
