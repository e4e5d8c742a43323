import type { Tx } from '#core/shared/db.ts'
import type { AccountKind } from '../rules.ts'
import { queueMessage } from './queue-message.ts'

export type UserNews = { eventId: string; userId: string; kind: AccountKind; token: string | null }

/** Queues a mail about an account; who is verified is not asked to verify. */
export async function tellUser(tx: Tx, { eventId, userId, kind, token }: UserNews): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['email', 'emailVerified', 'language'])
    .executeTakeFirst()
  if (!user || (kind === 'account.verification' && user.emailVerified)) return
  await queueMessage(tx, {
    eventId,
    audience: 'account',
    kind,
    userId,
    email: user.email,
    otherwise: '',
    language: user.language,
    facts: token === null ? {} : { token },
  })
}
