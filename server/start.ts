// npm start: web and worker for production, on the database of DATABASE_URL.
import path from 'node:path'
import { createShutdown, keepRunning } from './children.ts'
import { childEnvironment, loadLaunchConfig } from './config.ts'
import {
  LaunchError,
  exists,
  launch,
  openDatabaseServer,
  probePort,
  projectRoot,
  serverEnvironment,
} from './launch.ts'

const shutdown = createShutdown()

await launch(shutdown, async () => {
  const config = loadLaunchConfig(childEnvironment({ NODE_ENV: 'production' }))
  if (!(await exists(path.join(projectRoot, 'build', 'server', 'index.js')))) {
    throw new LaunchError('There is no build yet. Run npm run build first.')
  }
  await probePort(config)
  const database = await openDatabaseServer(config, shutdown)
  const env = serverEnvironment(config, {
    NODE_ENV: 'production',
    database,
    smtpUrl: config.mail.smtpUrl,
  })
  const failed = (reason: string) => {
    process.stderr.write(`${reason}\n`)
    void shutdown.end(1)
  }
  const kept = ['worker', 'web'].map((name) => {
    const file = path.join(projectRoot, 'server', `${name}.ts`)
    return keepRunning({ name, file, env }, failed)
  })
  // Together: one that a signal to the group has ended would be started again while the other ends.
  shutdown.add(() => Promise.all(kept.map(({ stop }) => stop())))
})
