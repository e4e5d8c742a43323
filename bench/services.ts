import { spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '#db/migrate.ts'
import { type createShutdown, startChild, startTask } from '#server/children.ts'
import { childEnvironment } from '#server/config.ts'
import { startInbox } from '#server/dev/inbox.ts'
import { startPostgres } from '#server/postgres/postgres.ts'

type Shutdown = ReturnType<typeof createShutdown>
export type Services = { databaseUrl: string; smtpUrl: string }
export type Web = { origin: string; pid: number; stop(): Promise<void> }

const root = path.join(import.meta.dirname, '..')

/** A migrated database with its disk writes on, and a mail server, for as long as the run takes. */
export async function startServices(shutdown: Shutdown): Promise<Services> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'openspot-bench-'))
  shutdown.add(() => fs.rm(folder, { recursive: true, force: true }))
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres') })
  shutdown.add(() => postgres.stop())
  await migrate(postgres.url)
  const inbox = await startInbox({})
  shutdown.add(() => inbox.stop())
  return { databaseUrl: postgres.url, smtpUrl: inbox.smtpUrl }
}

/** A web process as an installation runs it, ready to answer. */
export async function startWeb(
  shutdown: Shutdown,
  services: Services,
  file = 'server/web.ts',
  env: NodeJS.ProcessEnv = {},
): Promise<Web> {
  const port = await freePort()
  const web = startChild({ name: file, file, env: { ...environment(services, port), ...env } })
  shutdown.add(() => web.stop())
  const origin = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 300; tries++) {
    const ready = await fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return { origin, pid: web.pid ?? 0, stop: () => web.stop() }
    await pause(20)
  }
  throw new Error(`${file} did not become ready.`)
}

export const secretKey = 'a key for the benchmark that protects nothing'

export function environment({ databaseUrl, smtpUrl }: Services, port: number): NodeJS.ProcessEnv {
  return childEnvironment({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port || 3000),
    ORIGIN: `http://localhost:${port || 3000}`,
    DATABASE_URL: databaseUrl,
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Openspot <bench@example.com>',
    SECRET_KEYS: secretKey,
    TRUSTED_PROXIES: '0',
    BOOKING_RATE_LIMIT: 'off',
    MAIL_BUDGETS: 'off',
    LOG_LEVEL: 'warn',
  })
}

/** Runs a script to its end. Throws when it fails. */
export async function task(
  file: string,
  args: string[] = [],
  env: NodeJS.ProcessEnv = childEnvironment({ NODE_ENV: 'production' }),
): Promise<void> {
  const running = startTask({ name: file, file, args, print: () => {}, env })
  const code = await running.exited
  if (code !== 0) throw new Error(`${file} ended with ${code}.`)
}

/** The product's pages, or those of another folder. */
export const build = (...folder: string[]) =>
  task('node_modules/@react-router/dev/bin.cjs', ['build', ...folder])

/** Runs a child to its end, the job on its standard input; answers what it printed, read as JSON. */
export async function askChild(shutdown: Shutdown, file: string, job: object): Promise<unknown> {
  const running = spawn(process.execPath, [file], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
  shutdown.add(async () => {
    running.kill('SIGKILL')
  })
  running.stdin.end(JSON.stringify(job))
  let text = ''
  for await (const piece of running.stdout) text += String(piece)
  return JSON.parse(text)
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
