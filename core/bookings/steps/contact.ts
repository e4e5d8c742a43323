import type { TelegramAccount } from '#core/contacts/rules.ts'
import type { Db } from '#core/shared/db.ts'
import { isId } from '#core/shared/ids.ts'
import { emailAddress, withoutBlanks } from '#core/shared/fields.ts'
import { type PhoneProblem, phonesOf, readPhone } from '#core/shared/phones.ts'
import { findVendorOfSession } from '../queries/booking-facts.ts'

export type Contact = {
  phone: string | null
  email: string | null
  /** who has logged in with Telegram and typed neither */
  telegram?: TelegramAccount | null
}
/** The text of the single contact field, a phone and an email, or somebody who has logged in. */
export type ContactGiven =
  | string
  | { phone: string | null; email: string | null }
  | { telegram: TelegramAccount }
/** The same of the public forms: what was typed, or who has logged in with Telegram. */
export type FormContact = Extract<ContactGiven, string | { telegram: unknown }>
export type ContactProblem = 'contact_missing' | 'contact_invalid' | PhoneProblem

/** The problem with the contact of a booking that is refused for another reason, or null. */
export async function contactProblem(
  db: Db,
  typed: { sessionId: string; contact: string },
): Promise<ContactProblem | null> {
  // What was typed is read before the form is: the id may be anything.
  const vendor = isId(typed.sessionId) ? await findVendorOfSession(db, typed.sessionId) : null
  // Without a session the vendor's country is unknown, so only numbers with a country code can be parsed.
  if (!vendor && !/[@+＠＋]/.test(typed.contact)) return null
  const contact = contactOf(typed.contact, vendor?.country ?? '')
  return typeof contact === 'string' ? contact : null
}

/** The normalised contact. A phone without a country code gets the vendor's country. */
export async function readContact(
  db: Db,
  { sessionId, contact }: { sessionId: string; contact: ContactGiven },
): Promise<Contact | ContactProblem | 'not_found'> {
  if (typeof contact === 'object' && 'telegram' in contact) return loggedIn(contact.telegram)
  const phone = typeof contact === 'string' ? contact : contact.phone
  const isLocal = phone !== null && !phone.includes('@') && phonesOf(phone, '').length === 0
  const vendor = isLocal ? await findVendorOfSession(db, sessionId) : { country: '' }
  if (!vendor) return 'not_found'
  return typeof contact === 'string'
    ? contactOf(contact, vendor.country)
    : readTwoFields(contact, vendor.country)
}

export const loggedIn = (telegram: TelegramAccount): Contact => ({
  phone: null,
  email: null,
  telegram,
})

function readTwoFields(
  contact: { phone: string | null; email: string | null },
  country: string,
): Contact | ContactProblem {
  const email = contact.email || null
  if (!contact.phone) return email === null ? 'contact_missing' : { phone: null, email }
  const read = readPhone(contact.phone, country)
  return typeof read === 'string' ? read : { ...read, email }
}

/** The content of the single contact field: a phone or an email. */
export function contactOf(text: string, country: string): Contact | ContactProblem {
  const typed = withoutBlanks(text)
  if (typed === '') return 'contact_missing'
  if (typed.includes('@')) {
    const email = emailAddress.safeParse(typed)
    return email.success ? { phone: null, email: email.data } : 'contact_invalid'
  }
  const read = readPhone(typed, country)
  if (read === 'phone_invalid') return 'contact_invalid'
  return typeof read === 'string' ? read : { ...read, email: null }
}
