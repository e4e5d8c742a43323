import { sql } from 'kysely'
import { makeOnce } from '#core/shared/make-once.ts'
import { expect, test } from '#tests/support/database.ts'
import { aClass, aVendor } from '#tests/support/factories.ts'
import { classJobs } from './jobs.ts'

test('a form may come again for a month; then its key is deleted', async ({ db, deps }) => {
  const vendor = await aVendor(db)
  const send = async (formKey: string) => {
    const form = { formKey, title: 'Yoga' }
    const made = await db.transaction().execute((tx) =>
      makeOnce(tx, { kind: 'classes', vendorId: vendor.id, form }, async () => {
        const { id } = await aClass(tx, { vendor })
        return { ok: true, id }
      }),
    )
    return made.ok ? made.id : null
  }
  const [old, recent] = [await send('old'), await send('recent')]
  await sql`update form_keys set made_at = now() - interval '31 days' where made_id = ${old}`.execute(
    db,
  )
  await sql`update form_keys set made_at = now() - interval '29 days' where made_id = ${recent}`.execute(
    db,
  )
  const job = classJobs.find(({ name }) => name === 'delete old form keys')
  expect(job && 'every' in job && (await job.run(deps))).toBe(1)
  expect(await send('recent')).toEqual(recent)
  expect(await send('old')).not.toBe(old)
})
