import type { Deps } from '#core/shared/deps.ts'
import { createLog } from '#core/shared/log.ts'
import { pollBots, lookAfterBots } from '#core/telegram/commands/look-after-bots.ts'
import { createTelegramDeps } from '#server/deps.ts'
import {
  type FakeTelegram,
  startFakeTelegram,
  type TelegramPerson,
} from '#tests/fakes/telegram/telegram.ts'
import { test as base } from '#tests/support/database.ts'
import { keepMails, work } from '#tests/support/jobs.ts'

export const siteBot = {
  token: '700000100:token-of-the-site-bot-0123456789ab',
  username: 'site_test_bot',
  name: 'Site',
  loginSecret: 'a secret of the login',
}
export const ownBot = {
  token: '700000200:token-of-a-vendors-bot-0123456789a',
  username: 'studio_vera_bot',
  name: 'Studio Vera',
  loginSecret: 'another secret of a login',
}

export const anna: TelegramPerson = { id: 7_000_000_001, firstName: 'Anna', username: 'anna_b' }
export const carla: TelegramPerson = {
  id: 7_000_000_002,
  firstName: 'Carla',
  lastName: 'Weber',
  username: 'carla_w',
  hasPhoto: true,
}
/** Every character that markup would trip over. */
export const odd: TelegramPerson = { id: 7_000_000_003, firstName: '<Łu*kasz>', lastName: '_N_ 🌿' }

/** The site with a simulated Telegram behind it. */
export function withTelegram(
  deps: Deps,
  telegram: Pick<FakeTelegram, 'root'>,
  { hasBot = true, origin = deps.origin }: { hasBot?: boolean; origin?: string } = {},
): Deps {
  const { token, loginSecret } = siteBot
  return {
    ...deps,
    origin,
    telegram: createTelegramDeps({
      root: {
        api: telegram.root,
        links: `${telegram.root}/t.me`,
        login: `${telegram.root}/oauth`,
      },
      bot: hasBot ? { id: 700_000_100, token, loginSecret } : null,
      origin,
      log: createLog('silent'),
      patienceMs: 3000,
    }),
  }
}

/** A test with a simulated Telegram: its bots are known, and the worker is what `worker` does. */
export const test = base
  .extend('fake', async ({ deps }, { onCleanup }) => {
    const returnTo = [`${deps.origin}/telegram/login`]
    const fake = await startFakeTelegram({
      bots: [
        { ...siteBot, returnTo },
        { ...ownBot, returnTo },
      ],
      people: [anna, carla, odd],
      slowMs: 10_000,
    })
    onCleanup(fake.stop)
    return fake
  })
  .extend('site', async ({ deps, fake }) => {
    const site = withTelegram(deps, fake)
    await lookAfterBots(site)
    return site
  })
  .extend('mails', () => keepMails())
  .extend('worker', ({ databaseUrl, site, mails }) => ({
    /** Sends and does what waits, and reads what the bots have heard, until nothing is left. */
    async work() {
      for (let round = 0; round < 6; round += 1) {
        const heard = await pollBots(site, 0)
        await work(databaseUrl, site, mails)
        if (heard === 0 && round > 0) return
      }
    },
  }))
