// npm run demo: the whole product with demo data, on one machine, without any setup.
import path from 'node:path'
import { createShutdown, endWithoutParent, keepRunning, prefixed } from '../children.ts'
import { childEnvironment, loadLaunchConfig } from '../config.ts'
import { printWelcome } from './welcome.ts'
import {
  buildWhenStale,
  launch,
  openDatabaseServer,
  portOrAny,
  probePort,
  projectRoot,
  refuseNamedDatabase,
  seedDemo,
  serverEnvironment,
  untilReady,
} from '../launch.ts'
import { startGoogle } from './google.ts'
import { startInbox } from './inbox.ts'
import { startStripe } from './stripe.ts'
import { startTelegram } from './telegram.ts'

const shutdown = createShutdown()
endWithoutParent(shutdown)

await launch(shutdown, async () => {
  const config = loadLaunchConfig({
    LOG_LEVEL: 'warn',
    ...childEnvironment({ NODE_ENV: 'development' }),
  })
  refuseNamedDatabase(config)
  await probePort(config)
  const inbox = await startInbox({
    httpPort: await portOrAny(config.port + 1),
    dir: path.join(config.dataDir, 'inbox'),
  })
  shutdown.add(inbox.stop)
  const google = await startGoogle(config, shutdown)
  const telegram = await startTelegram(config, shutdown)
  const stripe = await startStripe(config, shutdown)
  inbox.linkTo('Telegram (simulated)', telegram.url)
  inbox.linkTo('Google (simulated)', google.url)
  inbox.linkTo('Stripe (simulated)', stripe.url)
  const prepared = async () => {
    process.stdout.write('Preparing the database …\n')
    const database = await openDatabaseServer(config, shutdown)
    const env = {
      SHOWCASE: 'bergmann-yoga',
      OPERATOR_ADDRESS: `Openspot (a demo)\nMusterstraße 1\n10115 Berlin, Germany\n${config.operator.email ?? ''}`,
      ...serverEnvironment(config, {
        NODE_ENV: 'production',
        database,
        smtpUrl: inbox.smtpUrl,
      }),
      ...google.env,
      ...telegram.env,
      ...stripe.env,
    }
    await seedDemo(env, shutdown)
    return env
  }
  const [env] = await Promise.all([prepared(), buildWhenStale(shutdown)])
  const failed = (reason: string) => {
    process.stderr.write(`\n${reason} The lines above say why.\n`)
    void shutdown.end(1)
  }
  const kept = ['worker', 'web'].map((name) => {
    const file = path.join(projectRoot, 'server', `${name}.ts`)
    return keepRunning({ name, file, env, print: prefixed(name) }, failed)
  })
  shutdown.add(() => Promise.all(kept.map(({ stop }) => stop())))
  await untilReady(config)
  await printWelcome(config, {
    inbox: inbox.url,
    google: google.url,
    telegram: telegram.url,
    stripe: stripe.url,
  })
})
