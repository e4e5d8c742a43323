import { sql } from 'kysely'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { accountJobs } from './jobs.ts'

test('whom attempts are counted for cannot be read from the counts', async ({ db, deps }) => {
  await deps.limits.signInPerAddress.take('203.0.113.77')
  await deps.limits.signInPerAccount.take('vera@example.com')
  const { rows } = await sql<{ key: string }>`select key from rate_limits`.execute(db)
  expect(rows).toHaveLength(2)
  for (const { key } of rows) expect(key).toMatch(/^[a-z-]+:[\w-]{32}$/)
})

test('expired counts and sign-ins are deleted, valid ones stay', async ({ db, deps }) => {
  const { userId } = await aVendor(db)
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  await deps.limits.mailPerAddress.take('203.0.113.77')
  await deps.limits.mailPerAddress.take('203.0.113.78')
  await sql`update rate_limits set expire = ${inMinutes(-1).getTime()}
    where key = (select min(key) from rate_limits)`.execute(db)
  for (const minutes of [-1, 1]) {
    const expiresAt = inMinutes(minutes)
    await db
      .insertInto('authSessions')
      .values({ userId, token: `of ${minutes}`, expiresAt })
      .execute()
    await db
      .insertInto('authVerifications')
      .values({ identifier: `of ${minutes}`, value: userId, expiresAt })
      .execute()
  }
  let deleted = 0
  for (const job of accountJobs) if ('every' in job) deleted += await job.run(deps)
  expect(deleted).toBe(3)
  const { rows } = await sql`select key from rate_limits`.execute(db)
  expect(rows).toHaveLength(1)
  expect(await db.selectFrom('authSessions').select('token').execute()).toEqual([{ token: 'of 1' }])
  const links = await db.selectFrom('authVerifications').select('identifier').execute()
  expect(links).toEqual([{ identifier: 'of 1' }])
})
