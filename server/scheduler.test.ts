import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { defineJob } from '#core/shared/define-job.ts'
import type { Db } from '#core/shared/db.ts'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { runForVendors, runInTurn } from './job-runs.ts'
import { startScheduler } from './scheduler.ts'

test('a job never runs twice at once, and stopping waits for it', async ({ deps }) => {
  let running = 0
  let most = 0
  let runs = 0
  const run = async () => {
    running += 1
    most = Math.max(most, running)
    await pause(20)
    running -= 1
    runs += 1
    return 1
  }
  const slow = defineJob({ name: 'slow', every: { milliseconds: 1 }, once: 'process', run })
  const scheduler = startScheduler(deps, [slow])
  while (runs < 3) await pause(5)
  await scheduler.stop()
  expect({ most, running }).toEqual({ most: 1, running: 0 })
})

test('a job that fails is tried again later and disturbs no other', async ({ deps }) => {
  const failures: { at: number; good: number }[] = []
  let good = 0
  const fail = async () => {
    failures.push({ at: performance.now(), good })
    throw new Error('bad')
  }
  const every = { milliseconds: 1 }
  const scheduler = startScheduler(deps, [
    defineJob({ name: 'bad', every, once: 'process', run: fail }),
    defineJob({ name: 'good', every, once: 'process', run: async () => ++good }),
  ])
  while (failures.length < 2) await pause(5)
  await scheduler.stop()
  const [first, second] = failures
  if (!first || !second) throw new Error('unreachable')
  // The pause is a second; a timer may be a little early.
  expect(second.at - first.at).toBeGreaterThan(900)
  expect(second.good).toBeGreaterThan(first.good)
})

/** Runs that wait until they are let go. */
function aGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  let entered = 0
  return {
    open: () => open(),
    entered: () => entered,
    async pass() {
      entered += 1
      await opened
    },
  }
}

/** What another worker gets at once; a wait is an answer too. */
const atOnce = (other: Promise<number>) => Promise.race([other, pause(3000, 'it waited')])

async function until(condition: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + 60_000
  while (!condition()) {
    if (performance.now() > giveUpAt) throw new Error('It never happened.')
    await pause(5)
  }
}

const hourMs = 3_600_000

const makeOlder = (db: Db, minutes: number) =>
  sql`
    update job_runs set finished_at = finished_at - make_interval(mins => ${minutes}),
      leased_until = leased_until - make_interval(mins => ${minutes})`.execute(db)

test('of several workers one does a job of the cluster in each period', async ({ deps, db }) => {
  const gate = aGate()
  const job = { name: 'count', run: () => gate.pass().then(() => 1) }
  const first = runInTurn(deps, job, hourMs)
  await until(() => gate.entered() === 1)
  const second = await atOnce(runInTurn(deps, job, hourMs))
  gate.open()
  expect([await first, second]).toEqual([1, 0])
  expect(await runInTurn(deps, job, hourMs)).toBe(0)

  await makeOlder(db, 61)
  const together = await Promise.all(Array.from({ length: 5 }, () => runInTurn(deps, job, hourMs)))
  expect(together.filter((done) => done === 1)).toHaveLength(1)
  expect(gate.entered()).toBe(2)
})

test('two schedulers side by side do a job of the cluster once', async ({ deps, db }) => {
  let runs = 0
  let looks = 0
  const jobs = () => [
    defineJob({
      name: 'hourly',
      every: { hours: 1 },
      once: 'cluster',
      run: async () => ++runs,
    }),
    defineJob({
      name: 'look',
      every: { milliseconds: 5 },
      once: 'process',
      run: async () => ++looks,
    }),
  ]
  const schedulers = [startScheduler(deps, jobs()), startScheduler(deps, jobs())]
  await until(() => looks > 20 && runs > 0)
  await Promise.all(schedulers.map((one) => one.stop()))
  expect(runs).toBe(1)
  expect(await db.selectFrom('jobRuns').select(['job', 'lease']).execute()).toEqual([
    { job: 'hourly', lease: null },
  ])
})

test('after a failure, or when its worker was killed, another worker takes the turn', async ({
  deps,
  db,
}) => {
  const fail = { name: 'job', run: () => Promise.reject(new Error('bad')) }
  const succeed = { name: 'job', run: async () => 1 }
  await expect(runInTurn(deps, fail, hourMs)).rejects.toThrow('bad')
  expect(await runInTurn(deps, succeed, hourMs)).toBe(1)

  const killed = aGate()
  const silent = runInTurn(deps, { name: 'other', run: () => killed.pass().then(() => 1) }, hourMs)
  await until(() => killed.entered() === 1)
  expect(await runInTurn(deps, { ...succeed, name: 'other' }, hourMs)).toBe(0)
  await makeOlder(db, 1)
  expect(await runInTurn(deps, { ...succeed, name: 'other' }, hourMs)).toBe(1)
  killed.open()
  await silent
})

test('a run that takes longer than its turn keeps it', async ({ deps }) => {
  const gate = aGate()
  const lease = { seconds: 1, renewEveryMs: 100 }
  const job = { name: 'long', run: () => gate.pass().then(() => 1) }
  const running = runInTurn(deps, job, hourMs, lease)
  await until(() => gate.entered() === 1)
  await pause(2000)
  const other = await atOnce(runInTurn(deps, job, hourMs, lease))
  gate.open()
  expect([await running, other]).toEqual([1, 0])
})

type Ran = { vendorId: string; date: string; now: Date }

/** A daily job that writes down for whom it ran. */
function aDiary(localTime: string, before: (ran: Ran) => Promise<void> = async () => {}) {
  const ran: Ran[] = []
  const job = defineJob({
    name: 'diary',
    localTime,
    once: 'cluster',
    async run(_deps, { vendorId, date, now }) {
      await before({ vendorId, date, now })
      ran.push({ vendorId, date, now })
    },
  })
  return { job, ran }
}

test('a daily job runs once per vendor and local day, when the vendor’s clock has reached its time', async ({
  deps,
  db,
}) => {
  const berlin = (await aVendor(db, { timeZone: 'Europe/Berlin' })).id
  const auckland = (await aVendor(db, { timeZone: 'Pacific/Auckland' })).id
  const { job, ran } = aDiary('08:00')
  const at = async (instant: string) => {
    ran.length = 0
    await runForVendors(deps, job, new Date(instant))
    return ran.map(({ vendorId, date }) => `${vendorId === berlin ? 'Berlin' : 'Auckland'} ${date}`)
  }
  // 7:59 in Berlin, 17:59 in Auckland
  expect(await at('2027-06-01T05:59:59Z')).toEqual(['Auckland 2027-06-01'])
  expect(await at('2027-06-01T06:00:00Z')).toEqual(['Berlin 2027-06-01'])
  expect(await at('2027-06-01T06:00:30Z')).toEqual([])
  expect(await at('2027-06-01T20:30:00Z')).toEqual(['Auckland 2027-06-02'])
  // No worker ran in the morning; a day without one is left out.
  expect(await at('2027-06-02T19:00:00Z')).toEqual(['Berlin 2027-06-02'])
  expect((await at('2027-06-05T21:59:00Z')).toSorted()).toEqual([
    'Auckland 2027-06-06',
    'Berlin 2027-06-05',
  ])
  // A vendor that moves to where it is the day before has had that day.
  await db
    .updateTable('vendors')
    .set({ timeZone: 'Pacific/Honolulu' })
    .where('id', '=', auckland)
    .execute()
  expect(await at('2027-06-05T22:30:00Z')).toEqual([])
})

test.for([
  // 2:30 does not exist: the clock goes from 1:59:59 to 3:00.
  ['2027-03-28T00:59:59Z', 0],
  ['2027-03-28T01:00:00Z', 1],
  // 2:30 comes twice.
  ['2027-10-31T00:29:59Z', 0],
  ['2027-10-31T00:30:00Z', 1],
  ['2027-10-31T01:30:00Z', 1],
] as const)(
  'at %s a job of 2:30 in Berlin has run %i times that day',
  async ([instant, times], { deps, db }) => {
    await aVendor(db, { timeZone: 'Europe/Berlin' })
    const { job, ran } = aDiary('02:30')
    const day = instant.slice(0, 10)
    for (let at = Date.parse(`${day}T00:00:00Z`); at <= Date.parse(instant); at += 60_000)
      await runForVendors(deps, job, new Date(at))
    await runForVendors(deps, job, new Date(instant))
    expect(ran.filter(({ date }) => date === day)).toHaveLength(times)
  },
)

test('two workers at the same moment run a daily job once for each vendor', async ({
  deps,
  db,
}) => {
  await aVendor(db)
  await aVendor(db)
  const gate = aGate()
  const { job, ran } = aDiary('08:00', async () => {
    if (gate.entered() === 0) await gate.pass()
  })
  const evening = new Date('2027-06-01T18:00:00Z')
  const first = runForVendors(deps, job, evening)
  await until(() => gate.entered() === 1)
  // It does not wait at the vendor the first is at, and does the one that the first thinks is still to do.
  const second = await atOnce(runForVendors(deps, job, evening))
  gate.open()
  expect([await first, second]).toEqual([1, 1])
  const more = await Promise.all([1, 2, 3].map(() => runForVendors(deps, job, evening)))
  expect(more).toEqual([0, 0, 0])
  expect(new Set(ran.map(({ vendorId }) => vendorId)).size).toBe(2)
  expect(ran.map(({ now }) => now)).toEqual([evening, evening])
})

test('a daily job that fails for one vendor is done for the others and tried again for that one', async ({
  deps,
  db,
}) => {
  const [one, other] = [await aVendor(db), await aVendor(db)]
  let broken = true
  const job = defineJob({
    name: 'letters',
    localTime: '08:00',
    once: 'cluster',
    async run(_deps, { tx, vendorId }) {
      await tx
        .insertInto('outbox')
        .values({ kind: 'comet.sighted', payload: JSON.stringify({ vendorId }) })
        .execute()
      if (broken && vendorId === one.id) throw new Error('bad')
    },
  })
  const written = async () => {
    const rows = await db.selectFrom('outbox').orderBy('id').select('payload').execute()
    return rows.map(({ payload }) => payload)
  }
  const evening = new Date('2027-06-01T18:00:00Z')
  await expect(runForVendors(deps, job, evening)).rejects.toThrow('for 1 vendors')
  expect(await written()).toEqual([{ vendorId: other.id }])
  broken = false
  expect(await runForVendors(deps, job, evening)).toBe(1)
  expect(await written()).toEqual([{ vendorId: other.id }, { vendorId: one.id }])
})
