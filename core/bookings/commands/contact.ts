import type { Db } from '#core/shared/db.ts'
import { emailAddress } from '#core/shared/fields.ts'
import { isId } from '#core/shared/ids.ts'
import { phoneOf } from '#core/shared/phones.ts'

export type Contact = { phone: string | null; email: string | null }
export type ContactProblem = 'contact_missing' | 'contact_invalid' | 'phone_invalid'

/** What is wrong with the contact of a booking that is refused for something else, or null. */
export async function contactProblem(
  db: Db,
  typed: { sessionId: string; contact: string },
): Promise<ContactProblem | null> {
  const vendor = isId(typed.sessionId)
    ? await db
        .selectFrom('class_sessions as s')
        .innerJoin('vendors as v', 'v.id', 's.vendor_id')
        .where('s.id', '=', typed.sessionId)
        .select('v.country')
        .executeTakeFirst()
    : undefined
  // Without a session nobody knows by whose country a number is read: only a full one says so itself.
  if (!vendor && !/[@+]/.test(typed.contact)) return null
  const contact = contactOf(typed.contact, vendor?.country ?? '')
  return typeof contact === 'string' ? contact : null
}

/** What one field holds: a phone or an e-mail. */
export function contactOf(text: string, country: string): Contact | ContactProblem {
  const typed = text.trim()
  if (typed === '') return 'contact_missing'
  if (typed.includes('@')) {
    const email = emailAddress.safeParse(typed)
    return email.success ? { phone: null, email: email.data } : 'contact_invalid'
  }
  const phone = phoneOf(typed, country)
  return phone === null ? 'contact_invalid' : { phone, email: null }
}
