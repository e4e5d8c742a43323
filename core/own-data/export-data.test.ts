import { sql } from 'kysely'
import { strFromU8, unzipSync } from 'fflate'
import type { Db } from '#core/shared/db.ts'
import { giveMonths } from '#core/plans/commands/manage-billing.ts'
import type { Deps } from '#core/shared/deps.ts'
import { expect, test } from '#tests/support/database.ts'
import { aWholeVendor, secretOf } from '#tests/support/whole-vendor.ts'
import { exportedTables, tablesLeftOut } from './catalogue.ts'
import { exportData } from './commands/export-data.ts'
import type { Exporter } from './queries/exported-rows.ts'

const inEnglish = {
  readme: '',
  language: 'en',
  words: { status: { completed: 'Completed' } },
} as const

/** The files of an export as texts. */
async function exported(deps: Deps, by: Exporter): Promise<Record<string, string>> {
  const done = await exportData(deps, by, { ...inEnglish, readme: 'What is inside' })
  if (!done.ok) throw new Error(done.reason)
  const bytes = new Uint8Array(await new Response(done.body).arrayBuffer())
  expect(bytes.length).toBe(done.bytes)
  return Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, file]) => [name, strFromU8(file)]),
  )
}

const byOwner = ({ vendor }: Awaited<ReturnType<typeof aWholeVendor>>): Exporter => ({
  vendorId: vendor.id,
  userId: vendor.userId,
})

const rowsIn = (files: Record<string, string>, table: string): unknown[] =>
  JSON.parse(files[`json/${table}.json`] ?? '')

test('every table and column of a vendor is exported, or left out with its reason', async ({
  db,
}) => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    with recursive owned (oid) as (
      select 'vendors'::regclass::oid union select 'users'::regclass::oid
      union select attrelid from pg_attribute where attname = 'vendor_id' and attrelid in (
        select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace)
      union select c.conrelid from pg_constraint c join owned o on o.oid = c.confrelid where c.contype = 'f'
    )
    select o.oid::regclass::text as table, array_agg(a.attname::text order by a.attname) as columns
    from owned o join pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped
    group by o.oid`.execute(db)
  const inSchema = rows.filter(({ table }) => !Object.hasOwn(tablesLeftOut, table))
  expect(Object.fromEntries(inSchema.map(({ table, columns }) => [table, columns]))).toEqual(
    Object.fromEntries(
      Object.entries(exportedTables).map(([table, { columns, leftOut = {} }]) => [
        table,
        [...columns, ...Object.keys(leftOut)].toSorted(),
      ]),
    ),
  )
  const known = rows.map(({ table }) => table)
  expect(Object.keys(tablesLeftOut).filter((table) => !known.includes(table))).toEqual([])
})

test('an export holds every row of its vendor, its picture, and nothing of another vendor', async ({
  deps,
  db,
}) => {
  const anna = await aWholeVendor(deps, 'Anna')
  const boris = await aWholeVendor(deps, 'Boris')
  await db
    .insertInto('referrals')
    .values([
      { vendorId: anna.vendor.id, friendId: boris.vendor.id },
      { vendorId: boris.vendor.id, friendId: anna.vendor.id },
    ])
    .execute()
  const stored = await countRows(db)
  const files = await exported(deps, byOwner(anna))
  for (const [table, all] of Object.entries(stored)) {
    expect([table, all > 0]).toEqual([table, true])
    // Both vendors have the same number of rows.
    expect([table, rowsIn(files, table).length * 2]).toEqual([table, all])
  }
  expect(files[`pictures/${anna.picture}-96.webp`]).toBe('Anna')
  expect(files['README.txt']).toBe('What is inside')
  const everything = JSON.stringify(files)
  expect(everything).toContain('past-anna@example.com')
  for (const ofBoris of [boris.vendor.id, boris.vendor.userId, boris.picture])
    expect(everything).not.toContain(ofBoris)
  expect(everything).not.toMatch(/boris/i)
  expect(everything).not.toContain(secretOf('Anna'))
})

async function countRows(db: Db): Promise<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const table of Object.keys(exportedTables)) {
    const { rows } = await sql<{ all: number }>`
      select count(*)::integer as all from ${sql.table(table)}`.execute(db)
    counted[table] = rows[0]?.all ?? 0
  }
  return counted
}

test('the CSV files name customers and classes, count money in whole units, and run no formula', async ({
  deps,
  db,
}) => {
  const anna = await aWholeVendor(deps, 'Anna')
  await sql`update purchases set customer_telegram = '7:8', customer_telegram_name = '@on_telegram'`.execute(
    db,
  )
  const files = await exported(deps, byOwner(anna))
  const [heading = '', first = ''] = (files['csv/bookings.csv'] ?? '').split('\r\n')
  expect(heading).toContain('session_date,start_time,time_zone,class,customer_name')
  expect(first).toContain("Yoga of Anna,'=Past of Anna,past-anna@example.com")
  expect(first).toContain(',Completed,15.00,EUR,')
  expect(files['csv/payments.csv']).toContain(',paid,15.00,EUR,door,')
  expect(files['csv/attendance.csv']?.trim().split('\r\n')).toHaveLength(2)
  // Carla bought the bundle with another address.
  expect(files['csv/customers.csv']?.trim().split('\r\n')).toHaveLength(4)
  for (const name of ['bookings', 'customers', 'bundles-sold'])
    expect(files[`csv/${name}.csv`]?.split('\r\n')[1]).toContain('@on_telegram')
  for (const name of ['classes', 'sessions', 'bundles', 'bundles-sold', 'messages'])
    expect([name, files[`csv/${name}.csv`]?.includes('\r\n')]).toEqual([name, true])
})

test('all tables are read as they were at one moment', async ({ deps, db }) => {
  const anna = await aWholeVendor(deps, 'Anna')
  // The first query opens the snapshot: it waits for the limits, and somebody pays in between.
  const limits = {
    ...deps.limits,
    exportsPerVendor: {
      ...deps.limits.exportsPerVendor,
      async take() {
        await sql`delete from payments`.execute(db)
        await sql`update bookings set settled_minor = 0`.execute(db)
        return { ok: true } as const
      },
    },
  }
  const files = await exported({ ...deps, limits }, byOwner(anna))
  expect(rowsIn(files, 'payments')).not.toEqual([])
})

test('a second export is refused instead of queued: one at a time, and five a day', async ({
  deps,
  db,
}) => {
  const anna = await aWholeVendor(deps, 'Anna')
  const by = byOwner(anna)
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`export ${by.vendorId}`}, 0))`.execute(
      tx,
    )
    expect(await exportData(deps, by, inEnglish)).toEqual({ ok: false, reason: 'exporting' })
  })
  for (let nth = 0; nth < 5; nth++) await exported(deps, by)
  expect(await exportData(deps, by, inEnglish)).toEqual({ ok: false, reason: 'rate_limited' })
})

test('what the operator did about a vendor, and why, is not in its export', async ({
  deps,
  db,
}) => {
  const anna = await aWholeVendor(deps, 'Anna')
  const admin = await db
    .insertInto('users')
    .values({ name: 'Ada', email: 'ada@example.com', emailVerified: true, kind: 'admin' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const by = { vendorId: anna.vendor.id, adminId: admin.id, reason: 'Private: a difficult one' }
  await giveMonths(db, by, { plan: 'professional', months: 1 })
  const files = JSON.stringify(await exported(deps, byOwner(anna)))
  expect(files).not.toContain('a difficult one')
  expect(files).not.toContain(admin.id)
  expect(files).toContain('professional')
})
