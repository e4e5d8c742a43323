import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import { manageUrl, viewUrl } from '#core/bookings/queries/links.ts'
import { linkActions } from '#core/bookings/rules/links.ts'
import type { Deps } from '#core/shared/deps.ts'
import { newCode } from '#core/telegram/steps/codes.ts'
import { appFor, type Visitor } from '#tests/support/app.ts'
import { aStudio, book } from '#tests/support/cards.ts'
import { expect } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { odd, siteBot, test } from '#tests/support/telegram.ts'
import type { FakeTelegram } from '#tests/fakes/telegram/telegram.ts'
import type { Mail } from '#core/integrations/mailer.ts'

const email = 'carla@example.com'
// Redeeming writes what booking, moving and cancelling write; tests/http/bundles.test.ts has its journey.
const elsewhere = ['redeem']
// Tried with each kind of link below; tests/http/cards.test.ts has their journeys.
const paying = ['pay', 'letGo', 'payOwed'] as const

type World = {
  site: Deps
  fake: FakeTelegram
  worker: { work(): Promise<void> }
  mails: { mails: Mail[] }
}

/** Somebody who has seen the link of Carla's booking, and has connected a chat with it if asked. */
async function aStranger({ site, fake, worker, mails }: World, isConnected = true) {
  const { db } = site
  const vendor = await aVendor(db, { verified: true })
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const later = await aSession(db, { class: session.class })
  const booking = await aBooking(db, { session, customer: { email, name: 'Carla' } })
  await emit(db, 'booking.confirmed', booking)
  await worker.work()
  const link = manageUrl(site, { ...booking, tokenRotation: 0 })
  const visitor: Visitor = (await appFor(site)).visitor()
  const connect = async () => {
    const subject = booking.purchaseId
    const code = newCode(site, { kind: 'purchase', botId: 700_000_100, subject, at: new Date() })
    await fake.start(siteBot.username, odd.id, code)
    await worker.work()
  }
  if (isConnected) await connect()
  const { said } = fake.chat(siteBot.username, odd.id)
  const before = { mails: mails.mails.length, said: said.length }
  return {
    vendor,
    booking,
    later,
    visitor,
    link,
    connect,
    /** To whom something was sent since. */
    async told() {
      await worker.work()
      const readers = mails.mails.slice(before.mails).map(({ to }) => to)
      const chat = said.slice(before.said).some(({ by }) => by === 'bot')
      return {
        email: readers.includes(email),
        vendor: readers.includes(vendor.email),
        chat,
      }
    },
    /** Where the customer is written to from now on. */
    async addresses() {
      const { rows } = await sql<{ to: string[]; language: string }>`
        select customer_addresses(g) as to, language from purchases g where id = ${booking.purchaseId}`.execute(
        db,
      )
      return rows[0]
    },
  }
}

type Stranger = Awaited<ReturnType<typeof aStranger>>

/** Does an action, and says who is told of it. */
const rows: Readonly<
  Record<
    string,
    {
      do: (of: Stranger) => Promise<unknown>
      told: { email: boolean; vendor: boolean; chat: boolean }
      isConnected?: false
    }
  >
> = {
  connect: {
    isConnected: false,
    do: ({ connect }) => connect(),
    told: { email: true, vendor: false, chat: true },
  },
  disconnect: {
    do: ({ visitor, link }) => visitor.post(link, { intent: 'disconnect' }),
    told: { email: false, vendor: false, chat: true },
  },
  renew: {
    do: ({ visitor, link }) => visitor.post(link, { intent: 'renew' }),
    told: { email: true, vendor: false, chat: true },
  },
  feed: {
    do: ({ visitor, link }) => visitor.post(link, { intent: 'feed' }),
    told: { email: true, vendor: false, chat: false },
  },
  remind: {
    do: ({ visitor, link }) => visitor.post(link, { intent: 'remind' }),
    told: { email: false, vendor: false, chat: false },
  },
  noReminders: {
    do: ({ visitor, link }) => visitor.post(link, { intent: 'noReminders' }),
    told: { email: false, vendor: false, chat: false },
  },
  language: {
    do: ({ visitor, link }) => visitor.get(`${link}&language=de`),
    told: { email: false, vendor: false, chat: false },
  },
  cancel: {
    do: ({ visitor, link, booking }) =>
      visitor.post(`${link}&do=cancel`, { intent: 'cancel', spot: booking.bookingIds }),
    told: { email: true, vendor: true, chat: true },
  },
  move: {
    do: ({ visitor, link, booking, later }) =>
      visitor.post(`${link}&do=move`, {
        intent: 'move',
        spot: booking.bookingIds,
        sessionId: later.id,
      }),
    told: { email: true, vendor: true, chat: true },
  },
}

test('the table of what a link can do has each action of the page, and each is tried here', async () => {
  const text = await readFile(new URL('../../docs/links.md', import.meta.url), 'utf8')
  const described = [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, action]) => action ?? '')
  expect(described.toSorted()).toEqual(['connect', 'language', ...linkActions].toSorted())
  expect([...Object.keys(rows), ...elsewhere, ...paying].toSorted()).toEqual(described.toSorted())
})

test.for(Object.entries(rows))(
  'with a link that somebody else has: %s tells who it concerns, and cuts off nobody',
  async ([, { do: act, told, isConnected = true }], { site, fake, worker, mails }) => {
    const stranger = await aStranger({ site, fake, worker, mails }, isConnected)
    await act(stranger)
    expect(await stranger.told()).toEqual(told)
    expect(await stranger.addresses()).toEqual({ to: [email], language: 'en' })
  },
)

test.for(paying)(
  'with a link that somebody else has: %s is for who may change the booking, tells nobody, and takes no money',
  async (intent, { deps }) => {
    const studio = await aStudio(deps, { pays: intent === 'payOwed' ? 'choice' : 'card' })
    const { db } = deps
    const { purchaseId, reference } = await book(studio)
    const purchase = { purchaseId, reference, tokenRotation: 0 }
    const visitor: Visitor = (await appFor(studio.deps)).visitor()
    const press = async (link: string) => {
      const answer = await visitor.post(link, { intent })
      return { status: answer.status, to: answer.headers.get('location') ?? '' }
    }
    const state = async () => ({
      bookings: await db.selectFrom('bookings').select(['status', 'waitsFor']).execute(),
      checkouts: await db.selectFrom('checkouts').select(['state', 'endsAt']).execute(),
      atStripe: studio.account.test.sessions.length,
    })
    const before = await state()
    // A link that only shows, one that was replaced, one of another purchase, and one of a session that ended long ago.
    const refused = [
      viewUrl(studio.deps, purchase),
      manageUrl(studio.deps, { ...purchase, tokenRotation: 1 }),
    ]
    for (const link of refused) expect((await press(link)).status).toBeGreaterThanOrEqual(400)
    const ended = sql`update class_sessions set starts_at = starts_at - interval '60 days', ends_at = ends_at - interval '60 days'`
    const again = sql`update class_sessions set starts_at = starts_at + interval '60 days', ends_at = ends_at + interval '60 days'`
    await ended.execute(db)
    expect((await press(manageUrl(studio.deps, purchase))).status).toBe(403)
    await again.execute(db)
    expect(await state()).toEqual(before)

    const done = await press(manageUrl(studio.deps, purchase))
    expect(done.status).toBe(303)
    if (intent === 'letGo')
      expect((await state()).bookings).toEqual([{ status: 'expired', waitsFor: 'payment' }])
    else expect(done.to.startsWith(studio.fake.url)).toBe(true)
    expect(await db.selectFrom('payments').select('id').execute()).toEqual([])
    const told = await db.selectFrom('outbox').select('kind').execute()
    expect(told.map(({ kind }) => kind)).toEqual(intent === 'payOwed' ? ['booking.confirmed'] : [])
  },
)

test('of a chat the email hears each time a link connects it, and a GET of the button’s page changes nothing', async ({
  site,
  fake,
  worker,
  mails,
}) => {
  const { visitor, link, connect } = await aStranger({ site, fake, worker, mails })
  const about = () => mails.mails.filter(({ subject }) => subject.includes('Telegram'))
  expect(about()).toHaveLength(1)
  const [button = ''] = about()[0]?.text.match(/http\S+#telegram/) ?? []
  expect(await (await visitor.get(button.replace('#telegram', ''))).text()).toContain('Disconnect')
  const chats = () => site.db.selectFrom('purchases').select('customerTelegram').execute()
  expect(await chats()).toEqual([{ customerTelegram: `700000100:${odd.id}` }])
  await visitor.post(link, { intent: 'disconnect' })
  expect(await chats()).toEqual([{ customerTelegram: null }])
  await new Promise((done) => {
    setTimeout(done, 1000 - (Date.now() % 1000) + 5)
  })
  await connect()
  expect(await chats()).toEqual([{ customerTelegram: `700000100:${odd.id}` }])
  expect(about()).toHaveLength(2)
})

test('with a phone only, the page makes no new link: a chat that a link connected gets none', async ({
  db,
  site,
  fake,
  worker,
  mails,
}) => {
  const { visitor, link, booking, told } = await aStranger({ site, fake, worker, mails })
  await db
    .updateTable('purchases')
    .set({ customerEmail: null, customerPhone: '+4930123456', bookingMethod: 'phone' })
    .execute()
  await db.updateTable('vendors').set({ contactPhone: '+4930765432' }).execute()
  const page = await (await visitor.get(link)).text()
  expect(page).toContain('Ask Studio Vera')
  expect(page).not.toContain('value="renew"')
  expect((await visitor.post(link, { intent: 'renew' })).status).toBe(409)
  expect(await told()).toEqual({ email: false, vendor: false, chat: false })
  const { tokenRotation } = await db
    .selectFrom('purchases')
    .where('id', '=', booking.purchaseId)
    .select('tokenRotation')
    .executeTakeFirstOrThrow()
  expect(tokenRotation).toBe(0)
})
