import type { Mail, MailContent } from '../../integrations/mailer.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import { accountKinds, enquiryKind, insideText, linksKind, purchaseKindOf } from '../rules.ts'
import {
  accountFactsSchema,
  enquiryFactsSchema,
  linksFactsSchema,
  purchaseFactsSchema,
} from '../schema.ts'
import { writeAccountMail } from './account-mail.ts'
import { writeEnquiryMail } from './enquiry-mail.ts'
import { writeLinksMail } from './links-mail.ts'
import { writePurchaseMail } from './purchase-mail.ts'

export type MessageToWrite = {
  id: string
  audience: 'customer' | 'vendor' | 'account' | 'operator'
  kind: string
  recipient: string
  language: Language
  facts: unknown
  createdAt: Date
}

type Writer = Pick<Deps, 'origin' | 'secretKeys' | 'settings' | 'auth'>

/** The whole mail of a stored message. Throws when the facts are not what its kind needs. */
export async function writeMail(deps: Writer, message: MessageToWrite): Promise<Mail> {
  const written = await write(deps, message)
  return {
    ...written,
    subject: written.subject.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' '),
    senderName: written.senderName === null ? null : insideText(written.senderName),
    replyTo: written.replyTo && { ...written.replyTo, name: insideText(written.replyTo.name) },
    messageId: `${message.id}@${new URL(deps.origin).hostname}`,
    to: message.recipient,
  }
}

function write(deps: Writer, message: MessageToWrite): Promise<MailContent> {
  const { audience, language, recipient } = message
  const purchaseKind = purchaseKindOf(message.kind)
  if (purchaseKind && (audience === 'customer' || audience === 'vendor')) {
    const facts = purchaseFactsSchema.parse(message.facts)
    return writePurchaseMail(deps, {
      kind: purchaseKind,
      audience,
      language,
      facts,
      createdAt: message.createdAt,
    })
  }
  if (message.kind === linksKind)
    return writeLinksMail(deps, { language, facts: linksFactsSchema.parse(message.facts) })
  if (message.kind === enquiryKind)
    return writeEnquiryMail({ language, facts: enquiryFactsSchema.parse(message.facts) })
  const kind = accountKinds.find((known) => known === message.kind)
  if (!kind) throw new Error(`no mail is written of ${message.kind}`)
  return writeAccountMail(deps, {
    kind,
    email: recipient,
    language,
    token: accountFactsSchema.parse(message.facts).token,
  })
}
