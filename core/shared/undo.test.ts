import { sql } from 'kysely'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { undoIfRefused } from './undo.ts'

test('a refusal is rolled back, and a transaction that a deadlock ended is repeated', async ({
  db,
}) => {
  const { id } = await aVendor(db)
  let rounds = 0
  const work = (ok: boolean, name: string) =>
    undoIfRefused(db, async (tx) => {
      rounds += 1
      await tx.updateTable('vendors').set({ businessName: name }).where('id', '=', id).execute()
      if (rounds === 1)
        await sql`do $$ begin raise exception using errcode = 'deadlock_detected'; end $$`.execute(
          tx,
        )
      return { ok }
    })
  const name = async () =>
    (await db.selectFrom('vendors').select('businessName').executeTakeFirstOrThrow()).businessName
  expect(await work(true, 'Studio One')).toEqual({ ok: true })
  expect(rounds).toBe(2)
  expect(await name()).toBe('Studio One')
  expect(await work(false, 'Studio Two')).toEqual({ ok: false })
  expect(await name()).toBe('Studio One')
})
