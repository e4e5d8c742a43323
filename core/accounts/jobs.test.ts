import { addMinutes } from '#core/shared/time.ts'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { register } from './commands/register.ts'
import { accountJobs } from './jobs.ts'
import { invitationKeptDays } from './rules.ts'

const visitor = { network: '192.0.2.1', headers: new Headers() }
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

test('an invitation goes a month after it was used or withdrawn or has expired', async ({
  deps,
  db,
}) => {
  const days = (count: number) => addMinutes(new Date(), count * 24 * 60)
  const lately = days(1 - invitationKeptDays)
  const long = days(-1 - invitationKeptDays)
  await db
    .insertInto('invitations')
    .values([
      { email: 'open@example.com', expiresAt: days(1) },
      { email: 'over@example.com', expiresAt: lately },
      { email: 'used@example.com', expiresAt: long, acceptedAt: lately },
      { email: 'gone@example.com', expiresAt: long, withdrawnAt: lately },
      { email: 'long.over@example.com', expiresAt: long },
      { email: 'long.used@example.com', expiresAt: lately, acceptedAt: long },
      { email: 'long.gone@example.com', expiresAt: lately, withdrawnAt: long },
    ])
    .execute()
  await accountJobs.find(({ name }) => name === 'delete expired sign-ins')?.run(deps)
  const left = await db.selectFrom('invitations').orderBy('email').select('email').execute()
  expect(left.map(({ email }) => email)).toEqual([
    'gone@example.com',
    'open@example.com',
    'over@example.com',
    'used@example.com',
  ])
})
