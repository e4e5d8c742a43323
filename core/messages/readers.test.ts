import { randomUUID } from 'node:crypto'
import { emit } from '#core/events/emit.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aSession, aVendor } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { tellLink } from './commands/tell-link.ts'

test.for([
  ['account.verification_requested', true, []],
  ['account.verification_requested', false, ['account.verification']],
  ['account.confirmation_resend', true, []],
  ['account.confirmation_resend', false, ['account.verification']],
  ['account.sign_in_link_requested', true, ['account.sign_in_link']],
  ['account.sign_in_link_requested', false, ['account.verification']],
  ['account.reset_requested', true, ['account.password_reset']],
  ['account.reset_requested', false, ['account.password_reset']],
] as const)(
  '%s, of an address that is confirmed: %s, sends %s',
  async ([event, isConfirmed, kinds], { db, deps, databaseUrl }) => {
    const { userId, email } = await aVendor(db, { email: 'vera@example.com' })
    await db.updateTable('users').set({ emailVerified: isConfirmed }).execute()
    await emit(db, event, { userId, email: email.toUpperCase() })
    await work(databaseUrl, deps, keepMails())
    const told = await db.selectFrom('messages').select(['kind', 'recipient', 'userId']).execute()
    expect(told).toEqual(kinds.map((kind) => ({ kind, recipient: email, userId })))
  },
)

test('a corrected address of several purchases is one mail with their links; each that is asked for is sent', async ({
  db,
}) => {
  const session = await aSession(db)
  const customer = { email: 'carla@example.com' }
  const purchases = [
    await aBooking(db, { session, customer }),
    await aBooking(db, { session, customer }),
  ]
  const waiting = async (why: 'changed' | 'resent') => {
    for (const { purchaseId } of purchases)
      await db
        .transaction()
        .execute((tx) => tellLink(tx, { eventId: randomUUID(), why, purchaseId }))
    return (await db.selectFrom('messages').select('id').execute()).length
  }
  expect(await waiting('changed')).toBe(1)
  expect(await waiting('changed')).toBe(1)
  expect(await waiting('resent')).toBe(3)
})
