import { addMinutes } from '#core/shared/time.ts'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { register } from './commands/register.ts'
import { accountJobs } from './jobs.ts'

const visitor = { address: '192.0.2.1', headers: new Headers() }
const form = { password: 'eleven grey herons', agreed: true, ref: null, language: 'en' as const }

test('an account whose address is not confirmed within two weeks is deleted, with its vendor and mails', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const aged = async (email: string, days: number) => {
    await register(deps, visitor, { ...form, email })
    const createdAt = addMinutes(new Date(), -days * 24 * 60)
    await db.updateTable('users').set({ createdAt }).where('email', '=', email).execute()
  }
  await aged('old@example.com', 15)
  await aged('new@example.com', 13)
  // A vendor that is set up stays, whatever its account says.
  const { email } = await aVendor(db)
  await db
    .updateTable('users')
    .set({ emailVerified: false, createdAt: '2020-01-01' })
    .where('email', '=', email)
    .execute()
  await work(databaseUrl, deps, keepMails())
  await accountJobs.find(({ name }) => name === 'delete unconfirmed accounts')?.run(deps)
  const users = await db.selectFrom('users').orderBy('email').select('email').execute()
  expect(users.map((user) => user.email)).toEqual(['new@example.com', email])
  expect(await db.selectFrom('vendors').select('id').execute()).toHaveLength(2)
  const mailed = await db.selectFrom('messages').select('recipient').execute()
  expect(mailed).toEqual([{ recipient: 'new@example.com' }])
})
