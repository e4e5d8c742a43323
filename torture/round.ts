import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { openDatabase } from '#core/shared/db.ts'
import { migrate } from '#db/migrate.ts'
import type { Shutdown } from '#server/children.ts'
import { freePort } from '#tests/support/servers.ts'
import { check, type Fault, type Report } from './check.ts'
import { readContents } from './contents.ts'
import { drain } from './drain.ts'
import { startTroubledGoogle } from './google.ts'
import { startTroubledStripe } from './stripe.ts'
import { startTroubledTelegram } from './telegram.ts'
import { type Deck, doHarm, openKillLog } from './faults.ts'
import { appendTo, readHistory, readLines } from './history.ts'
import { startMailSink } from './mail-sink.ts'
import type { Orders } from './orders.ts'
import { startDurablePostgres } from './postgres.ts'
import { endProcess, keepVictim, startProcess } from './processes.ts'
import { randomFrom } from './random.ts'
import { watchRows } from './rows.ts'
import { makeWorld } from './world.ts'

const root = path.join(import.meta.dirname, '..')

export type RoundOptions = {
  seconds: number
  seed: number
  /** where everything of this round is written */
  folder: string
  deck: Deck
  everyMs: number
  postgresSettings: readonly string[]
}

const mailSchema = z.object({ t: z.number(), messageId: z.string(), answered: z.boolean() })

/** One round: start the system, load it, harm it, let it come to rest, and check what it did. */
export async function runRound(
  options: RoundOptions,
  shutdown: Shutdown,
  say: (line: string) => void,
): Promise<Report> {
  const { seconds, seed, folder } = options
  const file = (name: string) => path.join(folder, name)
  mkdirSync(folder, { recursive: true })
  // Started by root, the database runs as another user, who has to get through to its data.
  chmodSync(folder, 0o711)
  const killLog = openKillLog(file('kills.jsonl'))
  const writeDatabaseLog = appendTo(file('postgres.log'))
  const databaseLog: string[] = []

  const postgres = await startDurablePostgres({
    dataDir: file('postgres'),
    settings: options.postgresSettings,
    log: (line) => {
      databaseLog.push(line)
      writeDatabaseLog(line)
    },
  })
  shutdown.add(() => postgres.stop())
  await migrate(postgres.url)
  const { db, close } = openDatabase({ url: postgres.url, max: 4 })
  const world = await makeWorld(db, { seconds, random: randomFrom(seed) })
  const sink = await startMailSink(file('mails.jsonl'), randomFrom(seed + 1))
  shutdown.add(() => sink.stop())

  const [first, second] = [await freePort(), await freePort()]
  const origins = [first, second].map((port) => `http://127.0.0.1:${port}`)
  const google = await startTroubledGoogle(`http://localhost:${first}`, randomFrom(seed + 3))
  shutdown.add(() => google.stop())
  const telegram = await startTroubledTelegram(randomFrom(seed + 4))
  shutdown.add(() => telegram.stop())
  const stripe = await startTroubledStripe(randomFrom(seed + 5))
  shutdown.add(() => stripe.stop())
  const env = {
    ...stripe.env,
    ...google.env,
    ...telegram.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    ORIGIN: `http://localhost:${first}`,
    DATABASE_URL: postgres.url,
    DATABASE_DIRECT_URL: postgres.url,
    DATABASE_POOL: '10',
    SECRET_KEYS: 'a key for torture that protects nothing at all',
    SMTP_URL: sink.smtpUrl,
    MAIL_FROM: 'Openspot <openspot@example.com>',
    TRUSTED_PROXIES: '0',
    BOOKING_RATE_LIMIT: 'off',
    MAIL_BUDGETS: 'off',
    LOG_LEVEL: 'info',
  }
  const crashed = (says: string) =>
    killLog.add({ kind: 'crash', from: Date.now(), to: Date.now(), says })
  const victim = (program: 'web' | 'worker', n: number, port: number) =>
    keepVictim(
      {
        name: `${program} ${n}`,
        file: path.join(root, 'server', `${program}.ts`),
        env: { ...env, PORT: String(port) },
        log: file(`${program}-${n}.log`),
      },
      crashed,
    )
  const webs = [victim('web', 1, first), victim('web', 2, second)]
  const workers = [victim('worker', 1, first), victim('worker', 2, second)]
  const victims = [...webs, ...workers]
  shutdown.add(async () => void (await Promise.all(victims.map((one) => one.stop()))))
  await Promise.all(origins.map((origin) => untilReady(`${origin}/readyz`, killLog.faults)))

  const { vendors, ...load } = world
  await google.connect({ ...env, PORT: String(first) }, vendors)
  await telegram.connect({ ...env, PORT: String(first) }, vendors)
  await stripe.connect({ ...env, PORT: String(first) }, vendors)
  const orders: Orders = { folder, seed, databaseUrl: postgres.url, origins, ...load }
  writeFileSync(file('orders.json'), JSON.stringify(orders), { mode: 0o600 })
  const loaders = ['clients', 'vendors'].map((name) =>
    startProcess({
      name,
      file: path.join(import.meta.dirname, `${name}.ts`),
      args: [file('orders.json')],
      log: file(`${name}.log`),
    }),
  )
  shutdown.add(async () => void (await Promise.all(loaders.map(endProcess))))
  const loadEnded = Promise.all(loaders.map((child) => once(child, 'exit')))
  say(`load runs for ${seconds} s, seed ${seed}`)

  google.misbehave(db, vendors)
  telegram.misbehave(db)
  stripe.misbehave(db)
  const rows = watchRows(db)
  shutdown.add(async () => void (await rows.stop()))
  const untilMs = Date.now() + 1000 * seconds
  const { deck, everyMs } = options
  const harm = { random: randomFrom(seed + 2), deck, everyMs, untilMs, add: killLog.add }
  await doHarm({ webs, workers, postgres }, harm)
  await pause(Math.max(0, untilMs - Date.now()))

  say('faults are over, waiting until all work is done')
  sink.behave()
  for (const child of loaders) if (child.connected) child.send('drain')
  await Promise.all([google.behave(), telegram.behave(), stripe.behave()])
  await stripe.settle(db)
  const isHeard = await telegram.settle(db)
  const atWork = () =>
    loaders.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  const atRest = await drain(db, { begun: () => atWork().length, say })
  const isPaid = await stripe.settle(db)
  const isWritten = await google.settle(db)
  say(
    atRest && isHeard && isWritten && isPaid ? 'everything is at rest' : 'it did not come to rest',
  )
  await Promise.race([loadEnded, pause(1000)])

  const seen = await rows.stop()
  const contents = await readContents(db)
  const calendars = await google.read(db, vendors)
  const chats = await telegram.read(db)
  const cards = await stripe.read(db)
  await close()
  return check({
    history: readHistory(folder),
    contents,
    calendars,
    chats,
    cards,
    seen,
    firstCapacities: world.capacities,
    mails: readLines(file('mails.jsonl'), mailSchema),
    faults: killLog.faults,
    databaseLog,
  })
}

const startLimitMs = 60_000

/** Throws when a process ends by itself before the load begins: then nothing could be learned. */
async function untilReady(url: string, faults: readonly Fault[]): Promise<void> {
  const giveUpAt = Date.now() + startLimitMs
  for (;;) {
    const answer = await fetch(url).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.status === 200) return
    const [crash] = faults
    if (crash) throw new Error(`The system does not start: ${crash.says}`)
    if (Date.now() > giveUpAt) throw new Error(`${url} was not ready after a minute.`)
    await pause(100)
  }
}
