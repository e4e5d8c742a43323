import { createHash } from 'node:crypto'
import type { Deps } from '#core/shared/deps.ts'
import { emailAddress, pastedContact } from '#core/shared/fields.ts'
import { findPurchaseUnderKey } from '../queries/purchases.ts'
import { type FormContact, readContact } from '../steps/contact.ts'
import {
  type Booked,
  type BookSession,
  bookSession,
  type NotBooked,
  refuse,
} from './book-session.ts'

export type BookFromForm = Omit<BookSession, 'contact' | 'idempotencyKey' | 'source'> & {
  /** what the single contact field says, who has logged in with Telegram, or what a facility's form knows */
  contact: BookSession['contact']
  /** the device's cookie, or the form's number if cookies are off */
  device: string
  /** increased when the customer asks for another booking */
  again: number
}

export type Earlier = {
  purchaseId: string
  reference: string
  tokenRotation: number
  customerName: string
  /** it is held until it is paid */
  isUnpaid: boolean
}
/** `earlier`: what the same person has booked already, when that is why it was refused. */
export type BookedFromForm =
  | Exclude<Booked, NotBooked>
  | (NotBooked & { earlier: Earlier | null; again: number })

/** Purchases of the same thing by one person from one device. */
export const most = 20

/**
 * Books what the public form says. Whatever sends the same form again (a double click, a reload, another
 * tab, a retry) is the same purchase; only when that one has ended does the form make a new one.
 */
export async function bookFromForm(deps: Deps, form: BookFromForm): Promise<BookedFromForm> {
  const { device: _device, again: first, ...wish } = form
  for (let again = first; again <= most; again++) {
    const idempotencyKey = keyOf(form, again)
    const booked = await bookSession(deps, { ...wish, source: 'public', idempotencyKey })
    if (booked.ok && !booked.replayed) return booked
    if (!booked.ok && booked.reason !== 'idempotency_conflict')
      return { ...booked, earlier: null, again }
    const contact = await readContact(deps.db, form)
    const earlier =
      typeof contact === 'string'
        ? null
        : await findPurchaseUnderKey(deps.db, {
            idempotencyKey,
            contact,
            sessionIds: [form.sessionId],
          })
    // A slot that was left for another one is free for a second booking, which no form asks about.
    if (!earlier?.inUse || (form.party && earlier.held === 0)) continue
    if (!booked.ok) return { ...booked, earlier, again }
    // A spot was moved or cancelled since, so we ask the customer instead of showing outdated details.
    return earlier.held === form.spots
      ? booked
      : { ...refuse('idempotency_conflict'), earlier, again }
  }
  return { ...refuse('contact_limit'), earlier: null, again: most }
}

function keyOf({ device, sessionId, contact, name }: BookFromForm, again: number): string {
  const content = [device, sessionId.toLowerCase(), whoIn(contact), name.toLowerCase(), again]
  return `form-${createHash('sha256').update(JSON.stringify(content)).digest('base64url')}`
}

/** Who has logged in is one person, whatever is typed beside it. */
function whoIn(contact: BookFromForm['contact']): string | string[] {
  if (typeof contact === 'string' || !('phone' in contact)) return plain(contact)
  const { telegram, email, phone } = contact
  return telegram ? telegram.address : [plain(email ?? ''), plain(phone ?? '')]
}

/** '+49 (170) 123-45' and '+4917012345' are one phone, in one form. */
export function plain(contact: FormContact): string {
  if (typeof contact === 'object') return contact.telegram.address
  const typed = pastedContact(contact).toLowerCase()
  return typed.includes('@')
    ? (emailAddress.safeParse(typed).data ?? typed)
    : typed.replace(/[\s()./-]/g, '')
}
