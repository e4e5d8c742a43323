import type { Tx } from '#core/shared/db.ts'
import { queueMessage } from './queue-message.ts'

type NewEmail = {
  eventId: string
  kind: 'asked' | 'changed'
  userId: string
  changeId: string
}

/** Queues the question to the new address of an account, or the notice to the former one. */
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
  await queueMessage(
    tx,
    kind === 'asked'
      ? { ...to, kind: 'account.email_change', email: newEmail, facts: { changeId } }
      : { ...to, kind: 'account.email_changed', email: oldEmail, facts: { changeId, newEmail } },
  )
}
