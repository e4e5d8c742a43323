import type { Tx } from '#core/shared/db.ts'
import { queueMessage } from './queue-message.ts'

export type UserNews = {
  eventId: string
  userId: string
  kind: 'account.verification' | 'account.password_reset' | 'account.sign_in_link'
}

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
    facts: {},
    audience: 'account',
    email: user.email,
    otherwise: '',
    language: user.language,
  })
}
