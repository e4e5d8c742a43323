import { sql } from 'kysely'
import { addMinutes } from '#core/shared/time.ts'
import { expect, test } from '#tests/support/database.ts'
import { aSubscription, aVendor } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { eraseClosed } from '../own-data/commands/erase-closed.ts'
import { findGrowth } from './queries/overview.ts'
import { findRevenue } from './queries/revenue.ts'

test('two changes of a vendor at once are both in the operator’s list', async ({
  db,
  databaseUrl,
}) => {
  const vendor = await aVendor(db)
  const held = await holdLock(
    databaseUrl,
    'update vendors set suspended_at = now() where id = $1',
    [vendor.id],
  )
  const renamed = db
    .updateTable('profiles')
    .set({ fullName: 'Another Name' })
    .where('userId', '=', vendor.userId)
    .execute()
  await waitForWaiter(db)
  await held.commit()
  await renamed
  const { rows } = await sql<{ status: string; named: boolean }>`
    select status, words like '%another%' as named from vendor_directory where vendor_id = ${vendor.id}`.execute(
    db,
  )
  expect(rows).toEqual([{ status: 'suspended', named: true }])
})

test('what an account paid stays in the figures after it is erased, and ends with its closing', async ({
  db,
}) => {
  const now = new Date()
  const daysAgo = (days: number) => addMinutes(now, -days * 24 * 60)
  const vendor = await aVendor(db, { closedAt: daysAgo(16) })
  await aSubscription(db, vendor.id, {
    plan: 'enterprise',
    priceMinor: 9900,
    startedAt: daysAgo(60),
    endedAt: daysAgo(40),
  })
  await aSubscription(db, vendor.id, { startedAt: daysAgo(40) })
  const figures = async () => [
    await findRevenue(db, daysAgo(50)),
    await findRevenue(db, daysAgo(20)),
    await findRevenue(db, daysAgo(15)),
    (await findGrowth(db)).now.subscribed,
  ]
  const before = await figures()
  expect(before.slice(0, 3)).toEqual([
    [{ currency: 'USD', minor: 9900 }],
    [{ currency: 'USD', minor: 2900 }],
    [],
  ])
  expect(await eraseClosed(db, now)).toBe(1)
  expect(await figures()).toEqual(before)
  expect(await db.selectFrom('subscriptions').select('vendorId').execute()).toEqual([
    { vendorId: null },
    { vendorId: null },
  ])
})
