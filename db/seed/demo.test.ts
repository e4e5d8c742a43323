import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { searchClasses } from '#core/classes/queries/search.ts'
import { findStanding } from '#core/vendors/queries.ts'
import { isProven } from '#core/vendors/rules.ts'
import { startTask } from '#server/children.ts'
import { childEnvironment } from '#server/config.ts'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { trainers } from './world.ts'

test(
  'incomplete demo data is written again, and then left unchanged',
  { timeout: 300_000 },
  async ({ db, databaseUrl }) => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'openspot-demo-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const start = () => {
      const task = startTask({
        name: 'seed',
        file: 'db/seed/demo.ts',
        env: childEnvironment({
          NODE_ENV: 'production',
          DATABASE_URL: databaseUrl,
          DATA_DIR: dataDir,
          ORIGIN: 'http://localhost:3000',
          SMTP_URL: 'smtp://127.0.0.1:1',
          MAIL_FROM: 'Openspot <spots@openspot.test>',
          SECRET_KEYS: 'k'.repeat(32),
          TRUSTED_PROXIES: '1',
        }),
      })
      onTestFinished(task.stop)
      return task
    }
    const ids = async () => {
      const rows = await db.selectFrom('vendors').select('id').orderBy('id').execute()
      return rows.map(({ id }) => id)
    }
    const setUp = async () => {
      const rows = await db
        .selectFrom('vendors')
        .where('setUpAt', 'is not', null)
        .select('id')
        .execute()
      return rows.map(({ id }) => id)
    }
    const interrupted = start()
    const ended = interrupted.exited.then(() => true)
    while ((await ids()).length < 2)
      if (await Promise.race([ended, pause(20, false)])) throw new Error('It has ended by itself.')
    if (interrupted.pid !== null) process.kill(interrupted.pid, 'SIGKILL')
    await ended
    const half = await ids()
    const { rows: marks } = await sql<{ mark: string }>`
      select obj_description('schema_migrations'::regclass, 'pg_class') as mark`.execute(db)

    expect(await start().exited).toBe(0)
    const whole = await ids()
    const trainerIds = await setUp()
    expect(trainerIds).toHaveLength(trainers.length)
    // The newcomer whose referral is pending.
    expect(whole).toHaveLength(trainers.length + 1)
    expect(whole.filter((id) => half.includes(id))).toEqual([])
    const { items } = await searchClasses(db, {
      text: '',
      category: null,
      day: null,
      cursor: null,
      limit: 1,
    })
    const counted = await db
      .selectFrom('pictures')
      .select(['kind', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy('kind')
      .orderBy('kind')
      .execute()
    expect(counted.map(({ kind }) => kind)).toEqual(['class', 'cover', 'face'])
    // Some stay without one, so that the demo shows what stands there then.
    const classes = trainers.flatMap((trainer) => trainer.classes).length
    expect(counted[0]?.count).toBeLessThan(classes)
    expect(items.map(({ registrationClosed }) => registrationClosed)).toEqual([false])
    const { rows } = await sql`select from outbox`.execute(db)
    expect(rows).toEqual([])
    const { rows: untold } =
      await sql`select g.id from purchases g where 2 <> (select count(*) from told t where t.purchase_id = g.id)`.execute(
        db,
      )
    expect(untold).toEqual([])

    // Neighbours book, in a season of some weeks.
    const phones = await db
      .selectFrom('purchases as g')
      .innerJoin('vendors as v', 'v.id', 'g.vendorId')
      .where('g.customerPhone', 'is not', null)
      .select(['v.country', sql<string>`substr(g.customer_phone, 1, 4)`.as('start')])
      .distinct()
      .execute()
    expect(phones.map(({ country, start }) => `${country} ${start}`).toSorted()).toEqual([
      'AE +971',
      'AM +374',
      'DE +491',
      'US +134',
    ])
    const upcoming = await db
      .selectFrom('classSessions')
      .innerJoin('classes', 'classes.id', 'classSessions.classId')
      .where('classes.kind', '=', 'class')
      .where('startsAt', '>', new Date())
      .groupBy('classId')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .execute()
    expect(Math.max(...upcoming.map(({ count }) => Number(count)))).toBeLessThan(60)

    // A trial has its usual length, for those in it and those who pay now.
    const { rows: trials } = await sql<{ days: number; isOn: boolean; pays: boolean }>`
      select distinct extract(day from trial_ends_at - v.created_at)::integer as days, trial_ends_at > now() as "isOn",
        exists (select from subscriptions s where s.vendor_id = v.id) as pays
      from vendors v order by pays`.execute(db)
    expect(trials).toEqual([
      { days: 14, isOn: true, pays: false },
      { days: 14, isOn: false, pays: true },
    ])
    // Otherwise the emails of those who pay would say little.
    const subscriptions = await db.selectFrom('subscriptions').select('vendorId').execute()
    const paying = subscriptions.flatMap(({ vendorId }) => (vendorId === null ? [] : [vendorId]))
    const standings = await Promise.all(paying.map((id) => findStanding(db, id)))
    expect(standings.map(isProven)).toEqual(paying.map(() => true))

    expect(await start().exited).toBe(0)
    expect(await ids()).toEqual(whole)

    // Data added to an incomplete demo database is kept.
    await sql`comment on table schema_migrations is ${sql.lit(marks[0]?.mark)}`.execute(db)
    await aVendor(db)
    expect(await start().exited).toBe(0)
    expect(await ids()).toEqual(expect.arrayContaining(whole))
  },
)
