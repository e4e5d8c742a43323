import { sql } from 'kysely'
import { isTimeZone } from '#core/shared/time.ts'
import { setUpVendor } from '#core/vendors/commands/set-up-vendor.ts'
import { setUpSchema } from '#core/vendors/schema.ts'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'

const profile = setUpSchema.parse({
  fullName: 'Vera Müller',
  businessName: 'Studio Vera',
  location: 'Berlin',
  timeZone: 'Europe/Berlin',
  country: 'DE',
  currency: 'EUR',
  language: 'de',
  username: 'studio-vera',
})

test('a username that somebody has or had is taken; one’s own former name is not', async ({
  db,
}) => {
  const first = await aVendor(db)
  const second = await aVendor(db)
  const as = (vendor: typeof first) => ({ vendorId: vendor.id, userId: vendor.userId })
  expect(await setUpVendor(db, as(first), profile)).toEqual({ ok: true, username: 'studio-vera' })
  expect(await setUpVendor(db, as(second), profile)).toEqual({
    ok: false,
    reason: 'username_taken',
  })
  expect(await setUpVendor(db, as(first), { ...profile, username: 'vera' })).toMatchObject({
    ok: true,
  })
  expect(await setUpVendor(db, as(second), profile)).toEqual({
    ok: false,
    reason: 'username_taken',
  })
  expect(await setUpVendor(db, as(first), profile)).toMatchObject({ ok: true })
  const owner = await db
    .selectFrom('profiles')
    .where('userId', '=', second.userId)
    .select('fullName')
    .executeTakeFirst()
  expect(owner?.fullName).not.toBe('Vera Müller')
})

test('a zone counts only where JavaScript and PostgreSQL both know it; the database refuses others itself', async ({
  db,
}) => {
  const vendor = await aVendor(db)
  const set = (timeZone: string) =>
    db.updateTable('vendors').set({ timeZone }).where('id', '=', vendor.id).execute()
  const strange = ['US/Pacific-New', 'SystemV/EST5', 'Foo/Bar5', 'Etc/GMT+99', '+02:00', 'Nowhere']
  for (const timeZone of strange) {
    expect([timeZone, setUpSchema.safeParse({ ...profile, timeZone }).success]).toEqual([
      timeZone,
      false,
    ])
    if (timeZone !== 'Etc/GMT+99') await expect(set(timeZone)).rejects.toThrow(/time_zone/)
    const done = await setUpVendor(
      db,
      { vendorId: vendor.id, userId: vendor.userId },
      { ...profile, timeZone },
    ).catch(() => null)
    if (timeZone !== 'Etc/GMT+99') expect(done).toEqual({ ok: false, reason: 'timeZone' })
  }
  for (const timeZone of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])
    expect(setUpSchema.safeParse({ ...profile, timeZone }).success).toBe(true)
  const known = Intl.supportedValuesOf('timeZone').filter((zone) => isTimeZone(zone))
  const { rows } = await sql<{ zone: string }>`
    select zone from unnest(${known}::text[]) as zone where not is_time_zone(zone)`.execute(db)
  expect(rows).toEqual([])
  expect(known.length).toBeGreaterThan(400)
})

test('two take one username at once: the second waits for the first and is told', async ({
  db,
  databaseUrl,
}) => {
  const first = await aVendor(db)
  const second = await aVendor(db)
  const held = await holdLock(
    databaseUrl,
    'insert into usernames (username, vendor_id) values ($1, $2)',
    ['studio-vera', first.id],
  )
  const answer = setUpVendor(db, { vendorId: second.id, userId: second.userId }, profile)
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

test('who gives a username up in the last moment leaves it to the one who waits', async ({
  db,
  databaseUrl,
}) => {
  const first = await aVendor(db)
  const second = await aVendor(db)
  const held = await holdLock(
    databaseUrl,
    'insert into usernames (username, vendor_id) values ($1, $2)',
    ['studio-vera', first.id],
  )
  const answer = setUpVendor(db, { vendorId: second.id, userId: second.userId }, profile)
  await waitForWaiter(db)
  await held.rollback()
  expect(await answer).toEqual({ ok: true, username: 'studio-vera' })
})
