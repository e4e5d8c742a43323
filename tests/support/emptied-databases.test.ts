import { sql } from 'kysely'
import { inject } from 'vitest'
import { expect, test } from '#tests/support/database.ts'
import { takeDatabase } from './database-server.ts'
import { aVendor } from './factories.ts'

test('a database comes back to the next test empty, unless its tables were changed', async () => {
  const server = inject('databaseServer')
  const first = await takeDatabase(server)
  await aVendor(first.open().db)
  await first.giveBack()

  const second = await takeDatabase(server)
  // On somebody else's server nobody may empty it.
  expect(second.url === first.url).toBe(server.superuserUrl !== null)
  const { db } = second.open()
  expect(await db.selectFrom('vendors').select('id').execute()).toEqual([])
  await sql`alter table vendors rename to gone`.execute(db)
  await second.giveBack()

  const third = await takeDatabase(server)
  expect(third.url).not.toBe(first.url)
  await third.giveBack()
})
