// npm run bench -- [--json FILE] [--only name,name] [--seconds N]
// In one run: load from a process of its own, the product and its references by turns.
import { spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { z } from 'zod'
import { openDatabase } from '#core/shared/db.ts'
import { migrate } from '#db/migrate.ts'
import { createShutdown, startChild, startTask } from '#server/children.ts'
import { childEnvironment } from '#server/config.ts'
import { startInbox } from '#server/inbox.ts'
import { startPostgres } from '#server/postgres.ts'
import { makeWorld, type World } from './world.ts'

const { values: flags } = parseArgs({
  options: {
    json: { type: 'string' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
  },
})
const seconds = Number(flags.seconds)
const rounds = Number(flags.rounds)
const wanted = flags.only?.split(',') ?? null

type Measured = { perSecond: number; p50: number; p99: number; refused: number }
type Row = {
  name: string
  value: number
  unit: string
  reference: number | null
  ratio: number | null
  p50: number | null
  p99: number | null
}

const measuredSchema = z.object({
  perSecond: z.number(),
  p50: z.number(),
  p99: z.number(),
  refused: z.number(),
})
const root = path.join(import.meta.dirname, '..')
const shutdown = createShutdown()
const rows: Row[] = []
const connections = 32

try {
  await run()
} finally {
  await shutdown.end(process.exitCode === undefined ? 0 : Number(process.exitCode))
}

async function run(): Promise<void> {
  await task('build', 'node_modules/@react-router/dev/bin.cjs', ['build'])
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'openspot-bench-'))
  shutdown.add(() => fs.rm(folder, { recursive: true, force: true }))
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres') })
  shutdown.add(() => postgres.stop())
  await migrate(postgres.url)
  const world = await makeWorld(postgres.url, 2 * rounds)
  const inbox = await startInbox({})
  shutdown.add(() => inbox.stop())
  const web = await startWeb('server/web.ts', { databaseUrl: postgres.url, smtpUrl: inbox.smtpUrl })

  await bookings(world, web, postgres.url)
  await pages(world, web, { databaseUrl: postgres.url, smtpUrl: inbox.smtpUrl })
  await drain({ databaseUrl: postgres.url, smtpUrl: inbox.smtpUrl })
  await start(web, { databaseUrl: postgres.url, smtpUrl: inbox.smtpUrl }, world)
  print()
  if (flags.json !== undefined) await fs.writeFile(flags.json, `${JSON.stringify(rows, null, 2)}\n`)
}

type Services = { databaseUrl: string; smtpUrl: string }
type Web = { origin: string; pid: number }

function asked(name: string): boolean {
  return wanted === null || wanted.includes(name)
}

async function bookings(world: World, web: Web, databaseUrl: string): Promise<void> {
  const system = (sessions: string[], count: number) =>
    load({ url: `${web.origin}/api/v1/bookings`, connections: count, seconds, sessions })
  const bare = (sessions: string[], count: number) =>
    child('bench/loop.ts', { databaseUrl, connections: count, seconds, sessions })
  if (asked('booking_spread')) {
    await byTurns(
      'booking_spread',
      'bookings/s',
      () => system(world.spread, connections),
      () => bare(world.spread, connections),
    )
    await byTurns(
      'booking_spread_1',
      'bookings/s',
      () => system(world.spread, 1),
      () => bare(world.spread, 1),
    )
  }
  if (asked('booking_hot')) {
    const hot = [...world.hot]
    const next = () => [hot.pop() ?? '']
    await byTurns(
      'booking_hot',
      'bookings/s',
      () => system(next(), connections),
      () => bare(next(), connections),
    )
  }
}

async function pages(world: World, web: Web, services: Services): Promise<void> {
  if (!asked('class_page') && !asked('api_sessions')) return
  const memory = await startWeb('bench/memory-web.ts', services)
  const at = (origin: string, address: string) => () =>
    load({ url: origin + address, connections: 8, seconds })
  const classPage = `/book/class/${world.classId}`
  if (asked('class_page')) {
    await byTurns('class_page', 'pages/s', at(web.origin, classPage), at(memory.origin, classPage))
    await byTurns(
      'class_page_to_hello',
      'pages/s',
      at(web.origin, classPage),
      at(web.origin, '/healthz'),
    )
  }
  const sessions = `/api/v1/classes/${world.classId}/sessions?limit=50`
  if (asked('api_sessions'))
    await byTurns(
      'api_sessions',
      'answers/s',
      at(web.origin, sessions),
      at(memory.origin, sessions),
    )
}

/** How fast the worker turns bookings into mails that were accepted. */
async function drain({ databaseUrl, smtpUrl }: Services): Promise<void> {
  if (!asked('worker_drain')) return
  const { db, close } = openDatabase({ url: databaseUrl, max: 2 })
  shutdown.add(close)
  // Two thousand of what was booked above; the rest would only make the run longer.
  await sql`delete from outbox where id not in (select id from outbox order by id limit 2000)`.execute(
    db,
  )
  const counted = await sql<{ n: number }>`select count(*)::int as n from outbox`.execute(db)
  const begun = performance.now()
  const worker = startChild({
    name: 'worker',
    file: 'server/worker.ts',
    env: environment({ databaseUrl, smtpUrl }, 0),
  })
  shutdown.add(() => worker.stop())
  const open = async () => {
    const { rows: left } = await sql<{ n: number }>`
      select (select count(*) from outbox) + (select count(*) from graphile_worker.jobs) + (select count(*) from messages where status = 'queued') as n`.execute(
      db,
    )
    return left[0]?.n ?? 0
  }
  while ((await open()) > 0) await pause(100)
  const took = (performance.now() - begun) / 1000
  const sent = await sql<{
    n: number
  }>`select count(*)::int as n from messages where status = 'sent'`.execute(db)
  add({
    name: 'worker_drain',
    value: (sent.rows[0]?.n ?? 0) / took,
    unit: `mails/s (${counted.rows[0]?.n ?? 0} bookings)`,
    reference: null,
    ratio: null,
    p50: null,
    p99: null,
  })
  await worker.stop()
}

/** From exec to the first page of a fresh process, and what the loaded one holds in memory. */
async function start(web: Web, services: Services, world: World): Promise<void> {
  if (!asked('start')) return
  const times: number[] = []
  for (let n = 0; n < 3; n++) {
    const begun = performance.now()
    const fresh = await startWeb('server/web.ts', services)
    await fetch(`${fresh.origin}/book/class/${world.classId}`)
    times.push(performance.now() - begun)
    await fresh.stop()
  }
  add({
    name: 'start',
    value: median(times),
    unit: 'ms to the first page',
    reference: null,
    ratio: null,
    p50: null,
    p99: null,
  })
  const status = await fs.readFile(`/proc/${web.pid}/status`, 'utf8')
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0)
  add({
    name: 'resident_after_load',
    value: kilobytes / 1024,
    unit: 'MB',
    reference: null,
    ratio: null,
    p50: null,
    p99: null,
  })
}

async function byTurns(
  name: string,
  unit: string,
  system: () => Promise<Measured>,
  reference: () => Promise<Measured>,
): Promise<void> {
  const seen: { system: Measured; reference: Measured }[] = []
  for (let n = 0; n < rounds; n++) {
    const one = await system()
    seen.push({ system: one, reference: await reference() })
  }
  const value = median(seen.map((round) => round.system.perSecond))
  const against = median(seen.map((round) => round.reference.perSecond))
  const refused = seen.reduce((sum, round) => sum + round.system.refused, 0)
  add({
    name,
    value,
    unit: refused > 0 ? `${unit} (${refused} refused)` : unit,
    reference: against,
    ratio: median(seen.map((round) => round.system.perSecond / round.reference.perSecond)),
    p50: median(seen.map((round) => round.system.p50)),
    p99: median(seen.map((round) => round.system.p99)),
  })
}

function add(row: Row): void {
  rows.push(row)
  process.stdout.write(`${line(row)}\n`)
}

function print(): void {
  process.stdout.write(
    `\n${['name'.padEnd(22), 'value'.padStart(9), 'reference'.padStart(10), 'ratio'.padStart(6), 'p50 ms'.padStart(8), 'p99 ms'.padStart(8), 'unit'].join('  ')}\n`,
  )
  for (const row of rows) process.stdout.write(`${line(row)}\n`)
}

function line(row: Row): string {
  const number = (value: number | null, digits: number) =>
    value === null ? '—' : value.toFixed(digits)
  return [
    row.name.padEnd(22),
    number(row.value, 0).padStart(9),
    number(row.reference, 0).padStart(10),
    number(row.ratio, 2).padStart(6),
    number(row.p50, 1).padStart(8),
    number(row.p99, 1).padStart(8),
    row.unit,
  ].join('  ')
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

function load(job: {
  url: string
  connections: number
  seconds: number
  sessions?: string[]
}): Promise<Measured> {
  return child('bench/load.ts', job)
}

/** Runs a child to its end, the job on its standard input, the answer on its standard output. */
async function child(file: string, job: object): Promise<Measured> {
  const running = spawn(process.execPath, [file], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
  shutdown.add(async () => {
    running.kill('SIGKILL')
  })
  running.stdin.end(JSON.stringify(job))
  let text = ''
  for await (const piece of running.stdout) text += String(piece)
  return measuredSchema.parse(JSON.parse(text))
}

async function startWeb(
  file: string,
  services: Services,
): Promise<Web & { stop(): Promise<void> }> {
  const port = await freePort()
  const web = startChild({ name: file, file, env: environment(services, port) })
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

function environment({ databaseUrl, smtpUrl }: Services, port: number): NodeJS.ProcessEnv {
  return childEnvironment({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port || 3000),
    ORIGIN: `http://localhost:${port || 3000}`,
    DATABASE_URL: databaseUrl,
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Openspot <bench@example.com>',
    SECRET_KEYS: 'a key for the benchmark that protects nothing',
    BOOKING_RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: '--max-semi-space-size=16',
  })
}

async function task(name: string, file: string, args: string[]): Promise<void> {
  const running = startTask({
    name,
    file,
    args,
    print: () => {},
    env: childEnvironment({ NODE_ENV: 'production' }),
  })
  const code = await running.exited
  if (code !== 0) throw new Error(`${name} ended with ${code}.`)
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
