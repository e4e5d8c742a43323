import path from 'node:path'
import { demoCards } from '#db/seed/logins.ts'
import { startFakeStripe } from '#tests/fakes/stripe/stripe.ts'
import type { Shutdown } from '../children.ts'
import type { LaunchConfig } from '../config.ts'
import { portOrAny } from '../launch.ts'

/** A simulated Stripe, unless another one is configured. Returns its address, and the settings that web and worker need for it. */
export async function startStripe(
  config: LaunchConfig,
  shutdown: Shutdown,
): Promise<{ url: string | null; env: NodeJS.ProcessEnv }> {
  if (config.stripe.base !== null) return { url: null, env: {} }
  const fake = await startFakeStripe({
    file: path.join(config.dataDir, 'simulated-stripe'),
    port: await portOrAny(config.port + 4),
  })
  shutdown.add(() => fake.close())
  // The first is connected in the demo data; the page of the simulated Stripe shows the key of the other, to try it.
  for (const { id, name, currency, key } of demoCards)
    fake.addKey(fake.addAccount({ id, name, currency }), { secret: key })
  return { url: fake.url, env: { STRIPE_ROOT: fake.url } }
}
