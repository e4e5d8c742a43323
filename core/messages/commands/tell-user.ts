import type { Tx } from '#core/shared/db.ts'
import { queueMessage } from './queue-message.ts'

export type UserNews = { eventId: string; userId: string } & (
  | { kind: 'account.verification'; facts: Record<string, never> }
  | { kind: 'account.password_reset'; facts: { token: string } }
)

/** Queues a mail about an account; a verified user is not asked to verify. */
export async function tellUser(tx: Tx, news: UserNews): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .where('id', '=', news.userId)
    .select(['email', 'emailVerified', 'language'])
    .executeTakeFirst()
  if (!user || (news.kind === 'account.verification' && user.emailVerified)) return
  await queueMessage(tx, {
    ...news,
    audience: 'account',
    email: user.email,
    otherwise: '',
    language: user.language,
  })
}
