import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { codeAt } from '#core/integrations/totp.ts'
import type { LaunchConfig } from '../config.ts'
import { exists, projectRoot } from '../launch.ts'

const loginSchema = z.object({ role: z.string(), email: z.string(), password: z.string() })
const loginsSchema = z.object({
  demoLogins: z.array(loginSchema),
  demoAdmin: loginSchema.extend({ key: z.string() }),
})

/** Prints the addresses and the demo logins. */
export async function printWelcome(
  config: LaunchConfig,
  at: { inbox: string; google: string | null; telegram: string | null; stripe: string | null },
): Promise<void> {
  const { demoLogins: logins = [], demoAdmin: admin } = (await readLogins()) ?? {}
  const lines = [
    '',
    'Openspot is ready.',
    '',
    `  App        ${config.origin}`,
    `  Inbox      ${at.inbox}`,
    ...(at.telegram === null ? [] : [`  Telegram   ${at.telegram} (simulated)`]),
    ...(at.google === null ? [] : [`  Google     ${at.google} (simulated)`]),
    ...(at.stripe === null ? [] : [`  Stripe     ${at.stripe} (simulated)`]),
    `  API docs   ${config.origin}/api/v1/docs`,
    ...(logins.length > 0 ? ['', '  Sign in with'] : []),
    ...[...logins, ...(admin ? [admin] : [])].map(
      ({ role, email, password }) => `    ${role.padEnd(40)} ${email.padEnd(26)} ${password}`,
    ),
    ...(admin
      ? [
          `      with a code from an authenticator app, which takes the key ${admin.key}`,
          `      (the code is ${codeAt(admin.key, new Date())} right now)`,
        ]
      : []),
    '',
    `  The data is stored in ${config.dataDir}. Press Ctrl-C to stop.`,
    '',
  ]
  process.stdout.write(lines.join('\n') + '\n')
}

async function readLogins() {
  const file = path.join(projectRoot, 'db', 'seed', 'logins.ts')
  if (!(await exists(file))) return null
  const module: unknown = await import(pathToFileURL(file).href)
  return loginsSchema.parse(module)
}
