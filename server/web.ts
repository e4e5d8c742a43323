import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import { exitWithParent } from './children.ts'
import { prepareClose } from './http/closing.ts'
import { ConfigError, loadConfig } from './config.ts'

exitWithParent()
// The parent process waits 10 s before it kills us.
const patienceMs = 5000
const root = path.join(import.meta.dirname, '..')

/** Starts the web process. React reads NODE_ENV when it is first imported, so everything is imported after the configuration. */
async function start() {
  const config = loadConfig()
  const { createDeps } = await import('./deps.ts')
  const { createApp } = await import('./http/app.ts')
  const { startLiveSpots } = await import('./http/live.ts')
  const deps = createDeps(config)
  const live = startLiveSpots(deps, config.database.directUrl)
  const server = createServer({
    requestTimeout: 30_000,
    headersTimeout: 15_000,
    connectionsCheckingInterval: 5_000,
    keepAliveTimeout: 65_000,
  })

  if (config.environment === 'production') {
    const compiled = path.join(root, 'build/server/index.js')
    if (!existsSync(compiled)) throw new Error('The pages are not built yet. Run: npm run build')
    const build: ServerBuild = await import(compiled)
    const app = createApp({
      deps,
      proxies: config.proxies,
      build: async () => build,
      assets: path.relative(process.cwd(), path.join(root, 'build/client')),
      mode: 'production',
      live,
    })
    const answer = getRequestListener(app.fetch)
    server.on('request', (request, response) => void answer(request, response))
  } else {
    const { developmentListener } = await import('./dev/development.ts')
    server.on('request', await developmentListener({ deps, server, proxies: config.proxies, live }))
  }

  server.listen(config.port, config.host, () =>
    deps.log.info({ port: config.port }, 'web is listening'),
  )
  if (config.operator.email === null)
    deps.log.warn('OPERATOR_EMAIL is not set: the contact form only stores what people write')
  server.on('error', (error) => {
    deps.log.fatal({ reason: error.message }, 'web cannot listen')
    process.exit(1)
  })
  const closeServer = prepareClose(server)
  let stopping = false
  const stop = () => {
    // A supervisor may signal the group and then each process, so the signal can arrive twice.
    if (stopping) return
    stopping = true
    void closeServer()
      .then(() => deps.close())
      .finally(() => process.exit(0))
    void live.stop()
    setTimeout(() => {
      deps.log.warn('web stops before every request is answered')
      process.exit(0)
    }, patienceMs).unref()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

try {
  await start()
} catch (error) {
  process.stderr.write(
    `${error instanceof ConfigError || error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exit(1)
}
