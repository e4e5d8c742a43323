// What the operator's list of vendors costs the database: 100,000 vendors against 1,000.
import { sql } from 'kysely'
import { countVendors, listVendors, type VendorListed } from '#core/admin/queries/vendors.ts'
import type { VendorFilters } from '#core/admin/rules.ts'
import { type Db, openDatabase } from '#core/shared/db.ts'
import type { Page } from '#core/shared/paging.ts'
import { migrate } from '#db/migrate.ts'
import type { Row } from './report.ts'
import { emptyDatabase, summed, withoutIndexes } from './search.ts'

/** The line of the benchmark: the same searches and filters, in both sizes. */
export async function adminVendorsRow(serverUrl: string): Promise<Row> {
  const small = await measure(serverUrl, 1_000)
  const large = await measure(serverUrl, 100_000)
  return {
    name: 'admin_vendors',
    value: large.p95,
    unit: 'ms at p95 with 100,000 vendors; reference: with 1,000',
    reference: small.p95,
    ratio: large.p95 / small.p95,
    p50: large.p50,
    p99: large.p99,
  }
}

async function measure(serverUrl: string, vendors: number) {
  const databaseUrl = await emptyDatabase(serverUrl, `bench_vendors_${vendors}`)
  await migrate(databaseUrl)
  const { db, close } = openDatabase({ url: databaseUrl, max: 1, silentMs: 3_600_000 })
  try {
    await withoutIndexes(db, ['vendor_directory_words'], () => fill(db, vendors))
    await sql`vacuum analyze vendors, users, profiles, vendor_members, vendor_directory, subscriptions, classes`.execute(
      db,
    )
    return await listAll(db)
  } finally {
    await close()
  }
}

/** One in twenty is suspended, one in ten is not set up, one in four pays, and each has a class. */
async function fill(db: Db, vendors: number): Promise<void> {
  // Row by row, and planned for empty tables, the list would take longer than everything else.
  const listed = ['vendors', 'vendor_members', 'users', 'profiles', 'subscriptions', 'plan_grants']
  const triggers = async (change: 'enable' | 'disable') => {
    for (const table of listed)
      await sql`alter table ${sql.table(table)} ${sql.raw(change)} trigger vendor_is_listed`.execute(
        db,
      )
  }
  await triggers('disable')
  await sql`insert into users (name, email, email_verified)
    select (array['Anna','Boris','Cleo','Dora','Emil','Fiona','Georg','Hanna'])[1 + n % 8] || ' '
        || (array['Lind','Kar','Mo','Sten','Ber'])[1 + n % 5] || (array['hal','wick','burg','mer'])[1 + n / 5 % 4] || n % 997,
      'vendor' || n || '@bench.example', true from generate_series(1, ${vendors}::int) n`.execute(
    db,
  )
  await sql`with named as (select id, row_number() over (order by id) as n from vendors)
    update vendors set business_name = (array['Studio','Gym','Yoga','Dance'])[1 + n % 4] || ' ' || md5(n::text),
      created_at = now() - make_interval(mins => n::int), set_up_at = case when n % 10 > 0 then now() end,
      suspended_at = case when n % 20 = 7 then now() end, trial_ends_at = now() - interval '1 day'
    from named where named.id = vendors.id`.execute(db)
  await sql`insert into subscriptions (vendor_id, plan, term, price_minor, currency, paid_until)
    select id, 'professional', case when n % 8 = 0 then 'yearly' else 'monthly' end, 2900, 'USD', current_date + 9
    from (select id, row_number() over (order by id) as n from vendors) v where n % 4 = 0`.execute(
    db,
  )
  await sql`insert into classes (vendor_id, title, location, price_minor, start_date)
    select id, 'Yoga', '1 Park Street', 1500, current_date from vendors`.execute(db)
  await sql`vacuum analyze vendors, users, profiles, vendor_members, subscriptions`.execute(db)
  await sql`select count(list_vendor(id)) from vendors`.execute(db)
  await triggers('enable')
}

const none: VendorFilters = { status: null, plan: null, search: '', order: 'newest' }
const names = ['anna', 'boris', 'cleo', 'dora', 'emil', 'fiona', 'georg', 'hanna']
const kinds: readonly ((nth: number) => Partial<VendorFilters>)[] = [
  () => ({}),
  () => ({ status: 'active' }),
  () => ({ status: 'suspended' }),
  () => ({ status: 'pending' }),
  () => ({ plan: 'monthly' }),
  () => ({ plan: 'trial' }),
  () => ({ plan: 'free', status: 'suspended' }),
  () => ({ plan: 'yearly', status: 'suspended' }),
  (nth) => ({ search: names[nth % names.length] ?? '' }),
  (nth) => ({ search: `vendor${nth * 7 + 1}@bench` }),
  (nth) => ({ search: `studio ${names[nth % names.length] ?? ''}` }),
  (nth) => ({ search: names[nth % names.length] ?? '', status: 'suspended', plan: 'yearly' }),
  (nth) => ({ search: `linhal${nth}` }),
  (nth) => ({ search: `qwx${nth}zz` }),
]

async function listAll(db: Db) {
  const times: number[] = []
  for (let nth = -5; nth < 40; nth++)
    for (const kind of kinds) {
      let cursor: string | null = null
      for (let page = 0; page < 2; page++) {
        const begun = performance.now()
        const filters = { ...none, ...kind(nth + 5) }
        const [found]: [Page<VendorListed>, number] = await Promise.all([
          listVendors(db, filters, { cursor, limit: 25 }),
          countVendors(db, filters),
        ])
        // The first ones fill the caches.
        if (nth >= 0) times.push(performance.now() - begun)
        cursor = found.nextCursor
        if (cursor === null) break
      }
    }
  return summed(times)
}
