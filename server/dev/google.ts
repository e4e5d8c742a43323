import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { startFakeGoogle } from '#tests/fakes/google.ts'
import type { Shutdown } from '../children.ts'
import type { LaunchConfig } from '../config.ts'
import { portOrAny } from '../launch.ts'

const people = [
  // She has an account in the demo data: she signs in by password once.
  { email: 'anna@demo.example', name: 'Anna Bergmann', verified: true },
  { email: 'noor@demo.example', name: 'Noor Haddad', verified: true },
  { email: 'kim@demo.example', name: '', verified: false },
]

/** A simulated Google, unless a real one is configured. Returns its address, and the settings that web and worker need for it. */
export async function startGoogle(
  config: LaunchConfig,
  shutdown: Shutdown,
): Promise<{ url: string | null; env: NodeJS.ProcessEnv }> {
  if (config.google) return { url: null, env: {} }
  const clientSecret = randomBytes(16).toString('hex')
  const fake = await startFakeGoogle({
    clientId: 'openspot-demo',
    clientSecret,
    returnTo: `${config.origin}/auth-callback`,
    calendarReturnTo: `${config.origin}/google-calendar-callback`,
    file: path.join(config.dataDir, 'simulated-google.json'),
    people,
    port: await portOrAny(config.port + 2),
  })
  shutdown.add(fake.stop)
  return {
    url: fake.issuer,
    env: {
      GOOGLE_CLIENT_ID: 'openspot-demo',
      GOOGLE_CLIENT_SECRET: clientSecret,
      GOOGLE_ISSUER: fake.issuer,
      GOOGLE_CALENDAR: 'on',
    },
  }
}
