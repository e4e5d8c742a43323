// npm run admin -- ada@example.com: makes a super administrator, or gives one that exists a new link to set the password.
import { makeAdmin } from '#core/admin/commands/make-admin.ts'
import { createShutdown } from './children.ts'
import { childEnvironment, loadConfig, loadLaunchConfig } from './config.ts'
import { createDeps } from './deps.ts'
import { launch, LaunchError, openDatabaseServer, serverEnvironment } from './launch.ts'

const refusals = {
  email_invalid: 'Name the email address: npm run admin -- ada@example.com',
  taken:
    'This address belongs to a vendor. A super administrator has an account of its own, with another address.',
}

const shutdown = createShutdown()

await launch(shutdown, async () => {
  const config = loadLaunchConfig(childEnvironment({ LOG_LEVEL: 'warn' }))
  const database = await openDatabaseServer(config, shutdown)
  const values = { NODE_ENV: config.environment, database, smtpUrl: config.mail.smtpUrl }
  const deps = createDeps(loadConfig(serverEnvironment(config, values)))
  shutdown.add(deps.close)
  const made = await makeAdmin(deps, process.argv[2] ?? '')
  if (!made.ok) throw new LaunchError(refusals[made.reason])
  const { email, isNew, link } = made
  process.stdout.write(
    [
      '',
      isNew ? `${email} is a super administrator now.` : `${email} is a super administrator.`,
      'Set the password within an hour:',
      '',
      `  ${link}`,
      '',
      `Then sign in at ${config.origin}/super-admin and set up two-factor sign-in.`,
      '',
      '',
    ].join('\n'),
  )
  await shutdown.end(0)
})
