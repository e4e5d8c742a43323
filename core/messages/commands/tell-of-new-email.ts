import type { Tx } from '#core/shared/db.ts'
import { queueMessage } from './queue-message.ts'

type NewEmail = {
  eventId: string
  kind: 'asked' | 'changed'
  userId: string
  changeId: string
}

/** Tells the address that signs in, or did so until now. Before a change, asks the new one, too. */
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
      email: oldEmail,
      facts: { changeId, newEmail },
    })
  await queueMessage(tx, {
    ...to,
    kind: 'account.email_change_requested',
    email: oldEmail,
    facts: { newEmail },
  })
  await queueMessage(tx, {
    ...to,
    kind: 'account.email_change',
    email: newEmail,
    facts: { changeId },
  })
}
