import type { Mail } from '../../integrations/mailer.ts'
import { findSender } from '../queries/sender.ts'
import { isCausedByVendor } from '../queries/sent.ts'
import { insideText } from '../rules/names.ts'
import type { ChatDraft } from './chat.ts'
import type { StoredMessage, Writer } from './define-letter.ts'
import { findLetter } from './letters.ts'

/**
 * The whole mail of a stored message, as it is to be sent now. Null: it is not worth sending any more. Throws when the
 * facts are not what its kind needs. `mailNumber`: of the words, if others may have arrived under the same message.
 */
export async function writeMail(
  deps: Writer,
  message: StoredMessage,
  mailNumber = 0,
): Promise<{ mail: Mail; chat: ChatDraft } | null> {
  const letter = findLetter(message.kind)
  if (!letter) throw new Error(`no mail is written of ${message.kind}`)
  if (await isEndedBySuspension(deps, message)) return null
  const said = await letter.write(deps, message)
  if (!said) return null
  const { chat, ...written } = said
  const mail = {
    ...written,
    subject: written.subject.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' '),
    senderName: written.senderName === null ? null : insideText(written.senderName),
    replyTo: written.replyTo && { ...written.replyTo, name: insideText(written.replyTo.name) },
    messageId: `${message.id}${mailNumber > 0 ? `.${mailNumber}` : ''}@${new URL(deps.origin).hostname}`,
    to: message.recipient,
  }
  return { mail, chat }
}

/** A suspended vendor cannot sign in, so no mail asks it to do anything, and nothing it caused reaches its customers. */
async function isEndedBySuspension(
  deps: Writer,
  { id, vendorId }: Pick<StoredMessage, 'id' | 'vendorId'>,
): Promise<boolean> {
  if (vendorId === null || !(await findSender(deps, vendorId)).isSuspended) return false
  const ended = await deps.db
    .selectFrom('messages')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('audience', '=', 'vendor'), isCausedByVendor]))
    .select('id')
    .executeTakeFirst()
  return ended !== undefined
}
