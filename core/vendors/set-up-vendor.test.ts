import { sql } from 'kysely'
import { isTimeZone } from '#core/shared/time.ts'
import { setUpVendor } from '#core/vendors/commands/set-up-vendor.ts'
import { setUpSchema } from '#core/vendors/schema.ts'
import { expect, test } from '#tests/support/database.ts'
import { type AVendor, aVendor } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'

const typed = {
  fullName: 'Vera Müller',
  businessName: 'Studio Vera',
  location: 'Berlin',
  timeZone: 'Europe/Berlin',
  country: 'DE',
  currency: 'EUR',
  language: 'de',
  username: 'studio-vera',
  contact: 'none',
}
const profile = setUpSchema.parse(typed)

const stepOf = ({ id, userId, email }: AVendor) => ({
  vendorId: id,
  userId,
  email,
  visitor: { network: '203.0.113.7' },
})

test('a current or former username of another vendor is taken; one’s own former name is not', async ({
  db,
  deps,
}) => {
  const holder = await aVendor(db, { username: 'vera' })
  await db
    .insertInto('usernames')
    .values({ username: 'studio-vera', vendorId: holder.id })
    .execute()
  const newcomer = await aVendor(db, { setUpAt: null, username: 'own-former-name' })
  const set = (username: string) => setUpVendor(deps, stepOf(newcomer), { ...profile, username })
  for (const username of ['vera', 'studio-vera'])
    expect(await set(username)).toEqual({ ok: false, reason: 'username_taken' })
  const owner = await db
    .selectFrom('profiles')
    .where('userId', '=', newcomer.userId)
    .select('fullName')
    .executeTakeFirst()
  expect(owner?.fullName).not.toBe('Vera Müller')
  expect(await set('own-former-name')).toMatchObject({ ok: true, username: 'own-former-name' })
})

test('a zone counts only where JavaScript and PostgreSQL both know it; the database refuses others itself', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { setUpAt: null })
  const set = (timeZone: string) =>
    db.updateTable('vendors').set({ timeZone }).where('id', '=', vendor.id).execute()
  const strange = ['US/Pacific-New', 'SystemV/EST5', 'Foo/Bar5', 'Etc/GMT+99', '+02:00', 'Nowhere']
  for (const timeZone of strange) {
    expect([timeZone, setUpSchema.safeParse({ ...typed, timeZone }).success]).toEqual([
      timeZone,
      false,
    ])
    if (timeZone !== 'Etc/GMT+99') await expect(set(timeZone)).rejects.toThrow(/time_zone/)
    if (timeZone === 'Etc/GMT+99') continue
    const done = await setUpVendor(deps, stepOf(vendor), { ...profile, timeZone })
    expect(done).toEqual({ ok: false, reason: 'timeZone' })
  }
  for (const timeZone of ['ASIA/DUBAI', 'asia/dubai', 'US/EASTERN', 'ETC/UTC'])
    expect([timeZone, isTimeZone(timeZone)]).toEqual([timeZone, false])
  for (const timeZone of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])
    expect(setUpSchema.safeParse({ ...typed, timeZone }).success).toBe(true)
  for (const alias of ['US/Eastern', 'Asia/Calcutta', 'Asia/Kolkata', 'Europe/Kyiv', 'Etc/UTC'])
    expect([alias, isTimeZone(alias)]).toEqual([alias, true])
  const known = Intl.supportedValuesOf('timeZone').filter((zone) => isTimeZone(zone))
  const { rows } = await sql<{ zone: string }>`
    select zone from unnest(${known}::text[]) as zone where not is_time_zone(zone)`.execute(db)
  expect(rows).toEqual([])
  expect(known.length).toBeGreaterThan(400)
})

test('two vendors choose one username at once: the second waits for the first and is refused', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const first = await aVendor(db)
  const second = await aVendor(db, { setUpAt: null })
  const held = await holdLock(
    databaseUrl,
    'insert into usernames (username, vendor_id) values ($1, $2)',
    ['studio-vera', first.id],
  )
  const answer = setUpVendor(deps, stepOf(second), profile)
  await waitForWaiter(db)
  await held.commit()
  expect(await answer).toEqual({ ok: false, reason: 'username_taken' })
  const row = await db
    .selectFrom('usernames')
    .where('username', '=', 'studio-vera')
    .select('vendorId')
    .executeTakeFirst()
  expect(row).toEqual({ vendorId: first.id })
})

test('a username that is given up at the last moment goes to the vendor who waits for it', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const first = await aVendor(db)
  const second = await aVendor(db, { setUpAt: null })
  const held = await holdLock(
    databaseUrl,
    'insert into usernames (username, vendor_id) values ($1, $2)',
    ['studio-vera', first.id],
  )
  const answer = setUpVendor(deps, stepOf(second), profile)
  await waitForWaiter(db)
  await held.rollback()
  expect(await answer).toMatchObject({ ok: true, username: 'studio-vera' })
})

test('two profile steps of one vendor at once claim one username', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const vendor = await aVendor(db, { setUpAt: null, username: 'before' })
  const held = await holdLock(databaseUrl, 'select id from vendors where id = $1 for update', [
    vendor.id,
  ])
  const answers = Promise.all(
    ['studio-vera', 'vera'].map((username) =>
      setUpVendor(deps, stepOf(vendor), { ...profile, username }),
    ),
  )
  await waitForWaiter(db, 2)
  await held.commit()
  const [first, second] = await answers
  expect(first).toEqual(second)
  const claimed = await db
    .selectFrom('usernames')
    .where('username', '!=', 'before')
    .select('username')
    .execute()
  expect(claimed).toHaveLength(1)
  expect(first).toMatchObject({ ok: true, username: claimed[0]?.username })
})
