// npm run dev: as the demo, from the sources, and every change shows.
import fs from 'node:fs'
import path from 'node:path'
import { createShutdown, endWithoutParent, keepReloading, prefixed } from '../children.ts'
import { childEnvironment, loadLaunchConfig } from '../config.ts'
import {
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
import { printWelcome } from './welcome.ts'

const shutdown = createShutdown()
endWithoutParent(shutdown)

await launch(shutdown, async () => {
  const config = loadLaunchConfig(childEnvironment({ NODE_ENV: 'development' }))
  refuseNamedDatabase(config)
  await probePort(config)
  const inbox = await startInbox({
    httpPort: await portOrAny(config.port + 1),
    dir: path.join(config.dataDir, 'inbox'),
    examplesUrl: `${config.origin}/_mails`,
  })
  shutdown.add(inbox.stop)
  const google = await startGoogle(config, shutdown)
  const telegram = await startTelegram(config, shutdown)
  const stripe = await startStripe(config, shutdown)
  inbox.linkTo('Telegram (simulated)', telegram.url)
  inbox.linkTo('Google (simulated)', google.url)
  inbox.linkTo('Stripe (simulated)', stripe.url)
  const database = await openDatabaseServer(config, shutdown)
  const env = {
    ...serverEnvironment(config, {
      NODE_ENV: 'development',
      database,
      smtpUrl: inbox.smtpUrl,
    }),
    ...google.env,
    ...telegram.env,
    ...stripe.env,
  }
  await seedDemo(env, shutdown)
  const children = ['worker', 'web'].map((name) => {
    const program = path.join(projectRoot, 'server', `${name}.ts`)
    // Vite compiles against the development half of React Router; without the condition Node would load
    // the other one beside it, and the two do not know each other's contexts.
    const file = '--conditions=development'
    return keepReloading({ name, file, args: [program], env, print: prefixed(name) })
  })
  shutdown.add(() => Promise.all(children.map(({ stop }) => stop())))
  // Vite itself sees to app/; what Node runs directly needs a new process.
  watch(['api', 'core', 'server'], () => Promise.all(children.map((child) => child.reload())))
  await untilReady(config)
  await printWelcome(config, {
    inbox: inbox.url,
    google: google.url,
    telegram: telegram.url,
    stripe: stripe.url,
  })
})

function watch(folders: readonly string[], changed: () => Promise<unknown>): void {
  // An editor writes a file in several steps.
  const settledMs = 200
  let timer: NodeJS.Timeout | undefined
  for (const folder of folders) {
    fs.watch(path.join(projectRoot, folder), { recursive: true }, (_event, file) => {
      if (file === null || !file.endsWith('.ts') || file.endsWith('.test.ts')) return
      clearTimeout(timer)
      timer = setTimeout(() => void changed(), settledMs)
    })
  }
}
