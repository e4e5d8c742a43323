import { randomBytes } from 'node:crypto'
import { startFakeTelegram } from '#tests/fakes/telegram/telegram.ts'
import type { Shutdown } from '../children.ts'
import type { LaunchConfig } from '../config.ts'
import { portOrAny } from '../launch.ts'

const people = [
  { id: 700_000_001, firstName: 'Anna', lastName: 'Bergmann', username: 'anna_bergmann' },
  { id: 700_000_002, firstName: 'Carla', lastName: 'Weber', username: 'carla_w', hasPhoto: true },
  { id: 700_000_003, firstName: 'Łukasz <Ł>', lastName: '_Nowak_ *', language: 'de' },
  { id: 700_000_004, firstName: 'نور', lastName: 'حداد 🌿' },
  { id: 700_000_005, firstName: 'Мария', username: 'masha_k', language: 'ru' },
]

/** A simulated Telegram, unless a real one is configured. Returns its address, and the settings that web and worker need for it. */
export async function startTelegram(
  config: LaunchConfig,
  shutdown: Shutdown,
): Promise<{ url: string | null; env: NodeJS.ProcessEnv }> {
  if (config.telegram.bot) return { url: null, env: {} }
  const returnTo = [`${config.origin}/telegram/login`]
  const site = {
    token: `700000100:${randomBytes(26).toString('base64url')}`,
    username: 'openspot_demo_bot',
    name: 'Openspot Demo',
    loginSecret: randomBytes(16).toString('hex'),
    returnTo,
  }
  const fake = await startFakeTelegram({
    bots: [
      site,
      {
        // Known, so that it can be typed into the settings of a vendor.
        token: '700000200:demo-token-of-a-bot-of-your-own-1',
        username: 'my_studio_demo_bot',
        name: 'My Studio',
        loginSecret: 'demo-secret',
        returnTo,
      },
    ],
    people,
    port: await portOrAny(config.port + 3),
  })
  shutdown.add(fake.stop)
  return {
    url: fake.root,
    env: {
      TELEGRAM_BOT_TOKEN: site.token,
      TELEGRAM_LOGIN_SECRET: site.loginSecret,
      TELEGRAM_ROOT: fake.root,
    },
  }
}
