import { emailAddress, pastedContact, withoutTag } from '#core/shared/fields.ts'
import type { Deps } from '#core/shared/deps.ts'
import { takeInTurn } from '#core/shared/take-in-turn.ts'
import { emit } from '#core/events/emit.ts'
import { listTypedPhones } from '../queries/typed-phones.ts'

export type LinksAsked = { ok: true } | { ok: false; reason: 'contact_invalid' }

/** Mails lost links. The response is always the same, even if the contact is unknown or a limit is reached. */
export async function askForLinks(
  deps: Deps,
  asked: { contact: string; language: 'en' | 'de' | 'ru'; network: string },
): Promise<LinksAsked> {
  const contact = contactIn(asked.contact)
  if (contact === null) return { ok: false, reason: 'contact_invalid' }
  if (!(await deps.limits.mailPerNetwork.take(`links ${asked.network}`)).ok) return { ok: true }
  if (!(await mayAsk(deps, contact))) return { ok: true }
  await emit(deps.db, 'booking.links_requested', { contact, language: asked.language })
  return { ok: true }
}

/**
 * A phone is counted as each number that it can mean. If others have used up the limit of one of these numbers, the links
 * for the rest are still sent.
 */
async function mayAsk({ db, limits }: Deps, contact: string): Promise<boolean> {
  if (contact.includes('@')) {
    const mailbox = withoutTag(contact)
    return takeInTurn(
      [limits.mailPerAccount, `links ${mailbox}`],
      [limits.requestedMailsPerMailbox, mailbox],
    )
  }
  const phones = (await listTypedPhones(db, contact)).map(({ phone }) => phone)
  const takes = await Promise.all(
    [...new Set(phones)].map((phone) => limits.mailPerAccount.take(`links ${phone}`)),
  )
  return takes.some(({ ok }) => ok)
}

/** A normalised email, or the digits of a phone with its + if it has one. */
function contactIn(text: string): string | null {
  const typed = pastedContact(text)
  if (typed.includes('@')) return emailAddress.safeParse(typed).data ?? null
  const digits = typed.replace(/[\s()./-]/g, '')
  return /^\+?\d{5,20}$/.test(digits) ? digits : null
}
