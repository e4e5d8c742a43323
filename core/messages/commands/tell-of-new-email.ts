import type { Tx } from '#core/shared/db.ts'
import { queueMessage } from './queue-message.ts'

type NewEmail = {
  eventId: string
  kind: 'asked' | 'again' | 'changed'
  userId: string
  changeId: string
}

/** Tells the address that signs in, or did so until now. Before a change, asks the new one, too, and again if wanted. */
export async function tellOfNewEmail(
  tx: Tx,
  { eventId, kind, userId, changeId }: NewEmail,
): Promise<void> {
  const change = await tx
    .selectFrom('emailChanges as c')
    .innerJoin('users as u', 'u.id', 'c.userId')
    .where('c.id', '=', changeId)
    .select(['c.oldEmail', 'c.newEmail', 'u.language'])
    .executeTakeFirst()
  if (!change) return
  const { oldEmail, newEmail, language } = change
  const to = { eventId, userId, audience: 'account' as const, otherwise: '', language }
  if (kind === 'changed')
    return queueMessage(tx, {
      ...to,
      kind: 'account.email_changed',
      address: oldEmail,
      facts: { changeId, newEmail },
    })
  if (kind === 'asked')
    await queueMessage(tx, {
      ...to,
      kind: 'account.email_change_requested',
      address: oldEmail,
      facts: { newEmail },
    })
  await queueMessage(tx, {
    ...to,
    kind: 'account.email_change',
    address: newEmail,
    facts: { changeId },
  })
}

/** Tells the address that signed in until the former one was restored. */
export async function tellOfRestoredEmail(
  tx: Tx,
  { eventId, userId, email }: { eventId: string; userId: string; email: string },
): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .select('language')
    .executeTakeFirst()
  if (!user) return
  await queueMessage(tx, {
    eventId,
    userId,
    audience: 'account',
    otherwise: '',
    language: user.language,
    kind: 'account.email_restored',
    address: email,
    facts: {},
  })
}
