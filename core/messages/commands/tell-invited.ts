import type { Tx } from '#core/shared/db.ts'
import { queueMessage } from './queue-message.ts'

/** Queues the mail with the link of an invitation. */
export async function tellInvited(
  tx: Tx,
  { eventId, invitationId }: { eventId: string; invitationId: string },
): Promise<void> {
  const invited = await tx
    .selectFrom('invitations')
    .where('id', '=', invitationId)
    .select(['email', 'language'])
    .executeTakeFirst()
  if (!invited) return
  await queueMessage(tx, {
    kind: 'invitation.sent',
    eventId,
    audience: 'account',
    address: invited.email,
    otherwise: '',
    language: invited.language,
    facts: { invitationId },
  })
}
