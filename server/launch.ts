import fs from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isAway } from '#core/shared/db.ts'
import { MigrationError, migrate } from '#db/migrate.ts'
import { prefixed, startTask, type Shutdown } from './children.ts'
import { ConfigError, childEnvironment, type LaunchConfig } from './config.ts'
import { PostgresError } from './postgres/place.ts'
import { startPostgres } from './postgres/postgres.ts'

export const projectRoot = path.join(import.meta.dirname, '..')

/** A message for the person at the terminal: the problem and what to do. */
export class LaunchError extends Error {}

/** Runs a command. Prints known errors as one sentence, and ends everything that was started. */
export async function launch(shutdown: Shutdown, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    // What was starting fails because everything ends.
    if (shutdown.isEnding()) return
    const said = [ConfigError, LaunchError, MigrationError, PostgresError].some(
      (kind) => error instanceof kind,
    )
    const text = error instanceof Error ? (said ? error.message : error.stack) : String(error)
    process.stderr.write(`\n${text}\n`)
    await shutdown.end(1)
  }
}

/** Throws LaunchError unless the address can be listened on. */
export async function probePort(config: { host: string; port: number }): Promise<void> {
  const code = await listenError(config.host, config.port)
  if (code === null) return
  const what = `Port ${config.port} on ${config.host}`
  if (code === 'EADDRINUSE') {
    throw new LaunchError(
      `${what} is used by another program. Stop it, or choose another port: PORT=${config.port + 100}.`,
    )
  }
  if (code === 'EACCES')
    throw new LaunchError(
      `${what} is not available to this user. Choose a port above 1023: PORT=3000.`,
    )
  throw new LaunchError(`${what} cannot be used (${code}). Check PORT and HOST.`)
}

/** That port of this machine if nobody uses it, else 0, which stands for any free one. */
export async function portOrAny(port: number): Promise<number> {
  return port <= 65_535 && (await listenError('127.0.0.1', port)) === null ? port : 0
}

function listenError(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    probe.listen(port, host, () => probe.close(() => resolve(null)))
  })
}

/** The migrated database: the one DATABASE_URL names, else the embedded one in the data folder. */
export async function openDatabaseServer(
  config: LaunchConfig,
  shutdown: Shutdown,
): Promise<{ url: string; directUrl: string }> {
  const { url, directUrl } = config.database
  if (url !== null && directUrl !== null) {
    await migrateNamed(directUrl)
    return { url, directUrl }
  }
  const postgres = await startPostgres({ dataDir: path.join(config.dataDir, 'postgres') })
  let stopping = false
  shutdown.add(() => {
    stopping = true
    return postgres.stop()
  })
  void postgres.exited.then(async () => {
    if (stopping) return
    process.stderr.write('The embedded PostgreSQL has stopped.\n')
    await shutdown.end(1)
  })
  await migrate(postgres.url)
  return { url: postgres.url, directUrl: postgres.url }
}

const databaseStartsMs = 60_000

/** The database may still be starting, after a power cut or in parallel with us. */
async function migrateNamed(url: string): Promise<void> {
  const giveUpAt = performance.now() + databaseStartsMs
  for (let tries = 0; ; tries++) {
    try {
      await migrate(url)
      return
    } catch (error) {
      if (error instanceof MigrationError || !(error instanceof Error)) throw error
      const reason = error.message || ('code' in error ? String(error.code) : error.name)
      if (!isAway(error) || performance.now() > giveUpAt)
        throw new LaunchError(
          `The database at DATABASE_URL cannot be used: ${reason}. Check the address and the server.`,
        )
      if (tries === 0)
        process.stderr.write(
          `The database at DATABASE_URL is not responding yet: ${reason}. Retrying for up to a minute …\n`,
        )
    }
    await pause(1000)
  }
}

/** What web and worker are given: the whole configuration, with nothing left to their defaults. */
export function serverEnvironment(
  config: LaunchConfig,
  values: { NODE_ENV: string; database: { url: string; directUrl: string }; smtpUrl: string },
): NodeJS.ProcessEnv {
  return childEnvironment({
    NODE_ENV: values.NODE_ENV,
    PORT: String(config.port),
    HOST: config.host,
    DATA_DIR: config.dataDir,
    ORIGIN: config.origin,
    DATABASE_URL: values.database.url,
    DATABASE_DIRECT_URL: values.database.directUrl,
    SECRET_KEYS: config.secretKeys.join(','),
    SMTP_URL: values.smtpUrl,
    MAIL_FROM: config.mail.from,
    OPERATOR_EMAIL: config.operator.email ?? '',
    TRUSTED_PROXIES: String(config.proxies.count),
    LOG_LEVEL: config.logLevel,
  })
}

/** Throws LaunchError when the demo world would be written into a database that may hold something else. */
export function refuseNamedDatabase({ database, demoData }: LaunchConfig): void {
  if (database.url === null || demoData) return
  throw new LaunchError(
    'DATABASE_URL names a database, and this command fills it with made-up trainers and bookings. Unset DATABASE_URL to use a database of its own, or set DEMO_DATA=on if you want them there.',
  )
}

/** Writes the demo world; a second time there is nothing to write. */
export async function seedDemo(env: NodeJS.ProcessEnv, shutdown: Shutdown): Promise<void> {
  const file = path.join(projectRoot, 'db', 'seed', 'demo.ts')
  if (!(await exists(file))) return
  await runTask(
    { name: 'seed', file, env },
    shutdown,
    'The demo data could not be written; the lines above say why.',
  )
}

/** Builds the web part for production unless the build is newer than everything it is made from. */
export async function buildWhenStale(shutdown: Shutdown): Promise<void> {
  const built = await fs
    .stat(path.join(projectRoot, 'build', 'server', 'index.js'))
    .catch(() => null)
  if (built && built.mtimeMs >= (await newestSource())) return
  process.stdout.write('Building the pages …\n')
  const file = path.join(projectRoot, 'node_modules', '@react-router', 'dev', 'bin.cjs')
  const env = childEnvironment({ NODE_ENV: 'production' })
  await runTask(
    { name: 'build', file, args: ['build'], env },
    shutdown,
    'The build failed; the lines above say why.',
  )
}

async function runTask(
  task: { name: string; file: string; args?: string[]; env: NodeJS.ProcessEnv },
  shutdown: Shutdown,
  failure: string,
): Promise<void> {
  const lines: string[] = []
  const child = startTask({ ...task, print: (line) => lines.push(line) })
  shutdown.add(child.stop)
  if ((await child.exited) === 0) return
  for (const line of lines) prefixed(task.name)(line)
  throw new LaunchError(failure)
}

const sources = [
  'app',
  'core',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
]

async function newestSource(): Promise<number> {
  let newest = 0
  for (const source of sources) {
    const top = path.join(projectRoot, source)
    const inside = await fs.readdir(top, { recursive: true }).catch(() => [])
    for (const file of [top, ...inside.map((name) => path.join(top, name))]) {
      if (file.endsWith('.test.ts')) continue
      const found = await fs.stat(file).catch(() => null)
      if (found && found.mtimeMs > newest) newest = found.mtimeMs
    }
  }
  return newest
}

export async function exists(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  )
}

/** Waits until the web process answers that it is ready; gives up after a minute. */
export async function untilReady(config: { host: string; port: number }): Promise<void> {
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[config.host] ?? config.host
  const url = `http://${host}:${config.port}/readyz`
  const begun = Date.now()
  while (Date.now() - begun < 60_000) {
    const answer = await fetch(url).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await pause(100)
  }
  throw new LaunchError(
    `The web process is not ready after a minute (${url}); the lines above may say why.`,
  )
}
