import { emailAddress } from '#core/shared/fields.ts'
import type { Deps } from '#core/shared/deps.ts'
import { emit } from '#core/events/emit.ts'

export type LinksAsked = { ok: true } | { ok: false; reason: 'contact_invalid' }

/**
 * Somebody lost the links to their bookings. Whatever is known of the contact, the answer is the same;
 * past the limits nothing is sent, and the answer stays the same too.
 */
export async function askForLinks(
  deps: Deps,
  asked: { contact: string; language: 'en' | 'de' | 'ru'; address: string },
): Promise<LinksAsked> {
  const contact = contactIn(asked.contact)
  if (contact === null) return { ok: false, reason: 'contact_invalid' }
  const { mailPerAddress, mailPerAccount } = deps.limits
  if (!(await mailPerAddress.take(`links ${asked.address}`)).ok) return { ok: true }
  if (!(await mailPerAccount.take(`links ${counted(contact)}`)).ok) return { ok: true }
  await emit(deps.db, 'booking.links_requested', { contact, language: asked.language })
  return { ok: true }
}

/** One phone is written in many ways; they end alike. */
function counted(contact: string): string {
  return contact.includes('@') ? contact : contact.slice(-8)
}

/** An e-mail as it is kept, or the digits of a phone with its + where it has one. */
function contactIn(text: string): string | null {
  const typed = text.trim()
  if (typed.includes('@')) return emailAddress.safeParse(typed).data ?? null
  const digits = typed.normalize('NFKC').replace(/[\s()./-]/g, '')
  return /^\+?\d{5,20}$/.test(digits) ? digits : null
}
