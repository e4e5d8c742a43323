import type { Contact, TelegramAccount } from '#core/contacts/rules.ts'
import type { Db } from '#core/shared/db.ts'
import { isId } from '#core/shared/ids.ts'
import { emailAddress, pastedContact } from '#core/shared/fields.ts'
import { type PhoneProblem, phonesOf, readPhone } from '#core/shared/phones.ts'
import { findVendorOfSession } from '../queries/booking-facts.ts'

/** What was typed into the single contact field, or who has logged in with Telegram. */
export type FormContact = string | { telegram: TelegramAccount }
/** The same, or several fields as they were typed. */
export type ContactGiven = FormContact | Contact
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
  const given = typeof contact === 'string' ? contact : { phone: null, email: null, ...contact }
  const phone = typeof given === 'string' ? given : given.phone
  const isLocal = phone !== null && !phone.includes('@') && phonesOf(phone, '').length === 0
  const vendor = isLocal ? await findVendorOfSession(db, sessionId) : { country: '' }
  if (!vendor) return 'not_found'
  return typeof given === 'string'
    ? contactOf(given, vendor.country)
    : readFields(given, vendor.country)
}

export const loggedIn = (telegram: TelegramAccount): Contact => ({
  phone: null,
  email: null,
  telegram,
})

function readFields(typed: Contact, country: string): Contact | ContactProblem {
  const { telegram = null } = typed
  const email = typed.email || null
  if (!typed.phone)
    return email === null && telegram === null
      ? 'contact_missing'
      : { phone: null, email, telegram }
  const read = readPhone(typed.phone, country)
  return typeof read === 'string' ? read : { ...read, email, telegram }
}

/** The content of the single contact field: a phone or an email. */
export function contactOf(text: string, country: string): Contact | ContactProblem {
  const typed = pastedContact(text)
  if (typed === '') return 'contact_missing'
  if (typed.includes('@')) {
    const email = emailAddress.safeParse(typed)
    return email.success ? { phone: null, email: email.data } : 'contact_invalid'
  }
  const read = readPhone(typed, country)
  if (read === 'phone_invalid') return 'contact_invalid'
  return typeof read === 'string' ? read : { ...read, email: null }
}
