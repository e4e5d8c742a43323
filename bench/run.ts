// npm run bench -- [--json FILE] [--only name,name] [--seconds N] [--rounds N]
// A full run ends within 15 minutes: 60 measurements of three seconds, and two large databases to fill.
// In one run: load from a process of its own, the product and its references by turns.
import fs from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { z } from 'zod'
import { openDatabase } from '#core/shared/db.ts'
import { createShutdown, startChild } from '#server/children.ts'
import { launch } from '#server/launch.ts'
import { takeCards } from './cards.ts'
import { dashboardRows } from './dashboard.ts'
import { liveFanout } from './live.ts'
import { reminderRows } from './reminders.ts'
import { heading, line, type Row, single } from './report.ts'
import { classesSearchRow } from './search.ts'
import { adminVendorsRow } from './vendors.ts'
import {
  askChild,
  build,
  environment,
  median,
  secretKey,
  type Services,
  startServices,
  startWeb,
  type Web,
} from './services.ts'
import { makeWorld, type World } from './world.ts'

const { values: flags } = parseArgs({
  options: {
    json: { type: 'string' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
  },
})
const seconds = Number(flags.seconds)
const rounds = Number(flags.rounds)
const wanted = flags.only?.split(',') ?? null
const connections = 32

const measuredSchema = z.object({
  perSecond: z.number(),
  p50: z.number(),
  p99: z.number(),
  refused: z.number(),
})
type Measured = z.output<typeof measuredSchema>

const shutdown = createShutdown()
const rows: Row[] = []

await launch(shutdown, run)
await shutdown.end(Number(process.exitCode ?? 0))

async function run(): Promise<void> {
  const begun = performance.now()
  await build()
  const services = await startServices(shutdown)
  const world = await makeWorld(services.databaseUrl, 2 * rounds + 1)
  const web = await startWeb(shutdown, services)
  await bookings(world, web, services)
  if (asked('card_booking')) await cardBookings(world, services)
  await pages(world, web, services)
  if (asked('worker_drain')) await drain(services)
  if (asked('reminders')) await reminders(services)
  if (asked('start')) await start(web, services, world)
  for (const row of await dashboardRows(services, web, { secretKey, asked })) add(row)
  await web.stop()
  if (asked('live_fanout')) await live(services, world)
  if (asked('classes_search')) add(await classesSearchRow(services.databaseUrl))
  if (asked('admin_vendors')) add(await adminVendorsRow(services.databaseUrl))
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
  process.stdout.write(`\n${heading}\n${rows.map(line).join('\n')}\n${minutes} minutes\n`)
  if (flags.json !== undefined) await fs.writeFile(flags.json, `${JSON.stringify(rows, null, 2)}\n`)
}

function asked(name: string): boolean {
  return wanted === null || wanted.includes(name)
}

async function bookings(world: World, web: Web, { databaseUrl }: Services): Promise<void> {
  const url = `${web.origin}/api/v1/bookings`
  const loop = (job: object) => measure('bench/loop.ts', { databaseUrl, seconds, ...job })
  const compared = (name: string, count: number, next: () => Sessions): Compared => ({
    name,
    unit: 'bookings/s',
    system: () => load({ url, connections: count, seconds, ...next() }),
    reference: () => loop({ connections: count, ...next() }),
  })
  const spread = () => ({ sessions: world.spread })
  if (asked('booking_spread')) {
    // Both in each round: the machine changes its pace from one minute to the next.
    const [many = [], one = []] = await byTurns([
      compared('booking_spread', connections, spread),
      compared('booking_spread_1', 1, spread),
    ])
    const rate = (round: Round | undefined) => round?.system.perSecond ?? Number.NaN
    add({
      name: 'booking_scaling',
      unit: 'bookings/s; reference: with 1 connection',
      value: median(many.map(rate)),
      reference: median(one.map(rate)),
      ratio: median(many.map((round, n) => rate(round) / rate(one[n]))),
      p50: null,
      p99: null,
    })
  }
  const hot = [...world.hot]
  const nextHot = () => ({ sessions: [hot.pop() ?? ''], untilRefused: true })
  if (asked('booking_hot')) await byTurns([compared('booking_hot', connections, nextHot)])
}

/** How many customers a second are sent to Stripe, and how long each waits for it; beside bookings that are paid at the studio. */
async function cardBookings(world: World, services: Services): Promise<void> {
  const cards = await takeCards(services.databaseUrl)
  shutdown.add(cards.end)
  const web = await startWeb(shutdown, services, 'server/web.ts', { STRIPE_ROOT: cards.root })
  const url = `${web.origin}/api/v1/bookings`
  const book = async (pays: 'card' | 'studio') => {
    await cards.letPay(pays)
    return load({ url, connections, seconds, sessions: world.spread })
  }
  await byTurns([
    {
      name: 'card_booking',
      unit: 'bookings/s that lead to Stripe, which takes 150 ms; reference: at the studio',
      system: () => book('card'),
      reference: () => book('studio'),
    },
  ])
  await web.stop()
  await cards.letPay('studio')
}

async function pages(world: World, web: Web, services: Services): Promise<void> {
  const of = {
    class_page: `/book/class/${world.classId}`,
    trainer_page: `/${world.username}`,
    api_sessions: `/api/v1/classes/${world.classId}/sessions?limit=50`,
  }
  const memory = await startWeb(shutdown, services, 'bench/memory-web.ts')
  const at = (address: string) => () => load({ url: address, connections: 8, seconds })
  for (const [name, address] of Object.entries(of)) {
    if (!asked(name)) continue
    const [system, reference] = [at(web.origin + address), at(memory.origin + address)]
    await byTurns([{ name, unit: 'answers/s', system, reference }])
  }
  await memory.stop()
  await pagesToReferences(world, web, services)
}

/** Pages as browsers ask for them, compressed, beside the least a page of this stack can be. */
async function pagesToReferences(world: World, web: Web, services: Services): Promise<void> {
  const classPage = `${web.origin}/book/class/${world.classId}`
  const compared: readonly (readonly [name: string, page: string, reference: string])[] = [
    ['class_page_to_hello_page', classPage, '/hello'],
    ['trainer_page_to_hello_page', `${web.origin}/${world.username}`, '/hello'],
    ['pricing_page_to_hello_page', `${web.origin}/pricing`, '/hello'],
    ['class_page_to_bare_page', classPage, '/bare'],
  ]
  if (!compared.some(([name]) => asked(name))) return
  await build('bench/hello')
  const references = await startWeb(shutdown, services, 'bench/hello-web.ts', {
    BARE_OF: classPage,
  })
  const at = (url: string) => () => load({ url, connections: 8, seconds, gzip: true })
  for (const [name, page, reference] of compared) {
    if (!asked(name)) continue
    await byTurns([
      { name, unit: 'pages/s', system: at(page), reference: at(references.origin + reference) },
    ])
  }
  await references.stop()
}

/** How fast the worker turns bookings into mails that were accepted. */
async function drain(services: Services): Promise<void> {
  const { db, close } = openDatabase({ url: services.databaseUrl, max: 2 })
  shutdown.add(close)
  // Two thousand of what was booked above; the rest would only make the run longer.
  await sql`delete from outbox where id not in (select id from outbox order by id limit 2000)`.execute(
    db,
  )
  const count = async (query: ReturnType<typeof sql<{ n: number }>>) =>
    (await query.execute(db)).rows[0]?.n ?? 0
  const given = await count(sql<{ n: number }>`select count(*)::int as n from outbox`)
  const begun = performance.now()
  const worker = startChild({
    name: 'worker',
    file: 'server/worker.ts',
    env: environment(services, 0),
  })
  shutdown.add(() => worker.stop())
  // A vendor's digest and what a mail budget holds wait for minutes: they are no part of the drain.
  const open = sql<{ n: number }>`
    select ((select count(*) from outbox) + (select count(*) from told where due_at is not null)
      + (select count(*) from messages where status = 'queued' and due_at < now() + interval '30 seconds')
      + (select count(*) from graphile_worker.jobs where run_at < now() + interval '30 seconds'))::int as n`
  while ((await count(open)) > 0) await pause(100)
  const took = (performance.now() - begun) / 1000
  const sent = await count(
    sql<{ n: number }>`select count(*)::int as n from messages where status = 'sent'`,
  )
  add(single('worker_drain', sent / took, `emails/s (${sent} of ${given} bookings)`))
  await addMemory('worker_memory_after_drain', worker.pid)
  await worker.stop()
}

async function reminders(services: Services): Promise<void> {
  const startWorker = async () => {
    const env = environment(services, 0)
    const worker = startChild({ name: 'worker', file: 'server/worker.ts', env })
    shutdown.add(() => worker.stop())
    return { memory: (name: string) => addMemory(name, worker.pid), stop: () => worker.stop() }
  }
  for (const row of await reminderRows(services.databaseUrl, startWorker)) add(row)
}

/** From exec to the first page of a fresh process, and what the loaded one holds in memory. */
async function start(web: Web, services: Services, world: World): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < 3; n++) {
    const begun = performance.now()
    const fresh = await startWeb(shutdown, services)
    await fetch(`${fresh.origin}/book/class/${world.classId}`)
    times.push(performance.now() - begun)
    await fresh.stop()
  }
  add(single('start', median(times), 'ms to the first page'))
  await addMemory('web_memory_after_load', web.pid)
}

/** What a process holds: resident, and in proportion, where a page that three processes share counts a third in each. */
async function addMemory(name: string, pid: number | null): Promise<void> {
  const memory = await fs.readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  const megabytesOf = (kind: string) =>
    Number(new RegExp(`^${kind}: +([0-9]+)`, 'm').exec(memory)?.[1] ?? Number.NaN) / 1024
  add(
    single(name, megabytesOf('Rss'), `MB resident, ${megabytesOf('Pss').toFixed(0)} in proportion`),
  )
}

async function live(services: Services, world: World): Promise<void> {
  add(
    await liveFanout({
      startWeb: (env) => startWeb(shutdown, services, 'server/web.ts', env),
      workerEnv: environment(services, 0),
      sessionId: world.hot[0] ?? '',
      seconds: 10,
      child: (file, job) => askChild(shutdown, file, job),
    }),
  )
}

type Sessions = { sessions: string[]; untilRefused?: boolean }
type Round = { system: Measured; reference: Measured }
type Compared = {
  name: string
  unit: string
  system: () => Promise<Measured>
  reference: () => Promise<Measured>
}

/** The rounds of each, in the order given. */
async function byTurns(compared: readonly Compared[]): Promise<Round[][]> {
  const seen: Round[][] = compared.map(() => [])
  for (let n = 0; n < rounds; n++)
    for (const [nth, { system, reference }] of compared.entries()) {
      const measured = await system()
      seen[nth]?.push({ system: measured, reference: await reference() })
    }
  for (const [nth, { name, unit }] of compared.entries()) add(summed(name, unit, seen[nth] ?? []))
  return seen
}

function summed(name: string, unit: string, seen: readonly Round[]): Row {
  const refused = seen.reduce((sum, round) => sum + round.system.refused, 0)
  return {
    name,
    value: median(seen.map((round) => round.system.perSecond)),
    unit: refused > 0 ? `${unit} (${refused} refused)` : unit,
    reference: median(seen.map((round) => round.reference.perSecond)),
    ratio: median(seen.map((round) => round.system.perSecond / round.reference.perSecond)),
    p50: median(seen.map((round) => round.system.p50)),
    p99: median(seen.map((round) => round.system.p99)),
  }
}

function add(row: Row): void {
  rows.push(row)
  process.stdout.write(`${line(row)}\n`)
}

async function measure(file: string, job: object): Promise<Measured> {
  return measuredSchema.parse(await askChild(shutdown, file, job))
}

function load(
  job: { url: string; connections: number; seconds: number; gzip?: boolean } & Partial<Sessions>,
) {
  return measure('bench/load.ts', job)
}
