import { sql } from 'kysely'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'

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
