import { sql } from 'kysely'
import type { Deps } from '#core/shared/deps.ts'
import type { CalendarFault } from '#tests/fakes/google-calendar-state.ts'
import type { FakeGoogle } from '#tests/fakes/google.ts'
import type { TelegramFault } from '#tests/fakes/telegram/state.ts'
import type { FakeTelegram } from '#tests/fakes/telegram/telegram.ts'
import { appFor, readPage, signInAs } from '#tests/support/app.ts'
import { bookBy, locationOf } from '#tests/support/booking-form.ts'
import { connectAtGoogle } from '#tests/support/connect-at-google.ts'
import { expect } from '#tests/support/database.ts'
import { aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { startGoogle, syncCalendars, withGoogle } from '#tests/support/google-calendar.ts'
import { hurry, work } from '#tests/support/jobs.ts'
import { anna, siteBot, test as withBots } from '#tests/support/telegram.ts'

const test = withBots
  .extend('google', startGoogle)
  .extend('both', ({ site, google }) => withGoogle(site, google))

const faults = ['slow', 'reset', 'unauthorized', 'limited', 'unavailable', 'malformed'] as const
type Fault = (typeof faults)[number]

type Fakes = { google: FakeGoogle; fake: FakeTelegram }

/** How each provider misbehaves in its next answers, and what ends its own pause. */
const providers = {
  Google: {
    fail({ google }: Fakes, fault: Fault) {
      google.calendars.fail(fault satisfies CalendarFault, fault)
    },
    recover: ({ google }: Fakes) => google.calendars.recover(),
  },
  Telegram: {
    fail({ fake }: Fakes, fault: Fault) {
      const named = { limited: 'wait', unavailable: 'error' } as const
      const own: TelegramFault =
        fault === 'limited' || fault === 'unavailable' ? named[fault] : fault
      fake.fail(own, { method: 'sendMessage' })
    },
    recover: () => {},
  },
} as const

/** A vendor whose sessions are in a calendar at Google, and who hears of bookings in a chat. */
async function aConnectedStudio(deps: Deps, { google, fake }: Fakes) {
  const vendor = await aVendor(deps.db, { verified: true })
  const session = await aSession(deps.db, { class: await aClass(deps.db, { vendor }) })
  await connectAtGoogle(deps, google, vendor)
  await syncCalendars(deps)
  fake.chat(siteBot.username, anna.id).isStarted = true
  await sql`insert into telegram_chats (bot_id, telegram_id, name) values (700000100, ${anna.id}, 'Anna')`.execute(
    deps.db,
  )
  await sql`update vendor_members set telegram = ${`700000100:${anna.id}`}`.execute(deps.db)
  const app = await appFor(deps)
  const owner = app.visitor()
  await signInAs(deps, owner, vendor.userId)
  return { vendor, session, owner, visitor: app.visitor() }
}

test.for(
  (['Google', 'Telegram'] as const).flatMap((name) =>
    faults.map((fault) => [name, fault] as const),
  ),
)(
  '%s, %s: nobody who books notices, and in the end everything is where it belongs',
  async ([name, fault], { both: deps, google, fake, databaseUrl, mails }) => {
    const fakes = { google, fake }
    const { vendor, session, owner, visitor } = await aConnectedStudio(deps, fakes)
    const asked = () => [google.asked.length, fake.asked.length]
    const before = asked()
    providers[name].fail(fakes, fault)

    const booked = await bookBy(visitor, session, { name: 'Dora', contact: 'dora@example.com' })
    expect(booked.status).toBe(303)
    expect(await readPage(await visitor.get(locationOf(booked)))).toContain('Yoga')
    for (const path of ['/dashboard', '/dashboard/bookings', '/settings/integrations'])
      expect((await owner.get(path)).status).toBe(200)
    expect(asked()).toEqual(before)

    await work(databaseUrl, deps, mails)
    await syncCalendars(deps)
    // The provider works again, and what waits for its next attempt is due.
    providers[name].recover(fakes)
    await sql`update telegram_chats set wait_until = null`.execute(deps.db)
    await hurry(deps)
    await work(databaseUrl, deps, mails)
    await syncCalendars(deps)

    expect(google.calendars.eventsOf(vendor.email)).toMatchObject([
      { summary: 'Yoga · 1/10', description: expect.stringContaining('Dora') },
    ])
    const { said } = fake.chat(siteBot.username, anna.id)
    const toVendor = mails.mails.filter(({ to }) => to === vendor.email)
    // Where nobody knows whether a text arrived, it comes again and says so.
    const [last, ...earlier] = [
      ...said.map(({ text }) => text),
      ...toVendor.map(({ text }) => text),
    ].toReversed()
    expect(last).toContain('Dora')
    for (const one of earlier) {
      expect(one).toContain('Dora')
      expect(last).toContain('This may be a second copy')
    }
    expect(mails.mails.filter(({ to }) => to === 'dora@example.com')).toHaveLength(1)
    const { rows } = await sql`select status from bookings`.execute(deps.db)
    expect(rows).toEqual([{ status: 'confirmed' }])
  },
)
