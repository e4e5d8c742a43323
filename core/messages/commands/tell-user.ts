import type { Tx } from '#core/shared/db.ts'
import { type NewMessage, queueMessage } from './queue-message.ts'

type Told<News extends NewMessage> = News extends { kind: `account.${string}` }
  ? Pick<News, 'kind' | 'facts'>
  : never

/** What there is to say about an account. */
export type AccountNews = Told<NewMessage>

export type UserNews = AccountNews & { eventId: string; userId: string }

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
    address: user.email,
    otherwise: '',
    language: user.language,
  })
}
