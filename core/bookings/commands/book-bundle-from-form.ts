import { createHash } from 'node:crypto'
import type { Deps } from '#core/shared/deps.ts'
import { findPurchaseUnderKey } from '../queries/purchases.ts'
import {
  bookBundle,
  type BookBundle,
  type BundleBooked,
  type BundleNotBooked,
  refuse,
} from './book-bundle.ts'
import { type Earlier, most, plain } from './book-from-form.ts'
import { readContact } from '../steps/contact.ts'

export type BookBundleFromForm = Omit<BookBundle, 'idempotencyKey'> & {
  /** the device's cookie, or the form's number if cookies are off */
  device: string
  /** increased when the customer asks for another bundle */
  again: number
}

/** `earlier`: the bundle the same person has bought already, when that is why it was refused. */
export type BundleBookedFromForm =
  | Exclude<BundleBooked, BundleNotBooked>
  | (BundleNotBooked & { earlier: Earlier | null; again: number })

/** Buys the bundle in the public form. Sending the same form again returns the same purchase. */
export async function bookBundleFromForm(
  deps: Deps,
  { device, again: first, ...form }: BookBundleFromForm,
): Promise<BundleBookedFromForm> {
  for (let again = first; again <= most; again++) {
    const idempotencyKey = keyOf(form, device, again)
    const booked = await bookBundle(deps, { ...form, idempotencyKey })
    if (booked.ok && !booked.replayed) return booked
    if (!booked.ok && booked.reason !== 'idempotency_conflict')
      return { ...booked, earlier: null, again }
    const [sessionId = ''] = form.sessionIds
    const contact = await readContact(deps.db, { sessionId, contact: form.contact })
    const earlier =
      typeof contact === 'string'
        ? null
        : await findPurchaseUnderKey(deps.db, {
            idempotencyKey,
            contact,
            sessionIds: form.sessionIds,
          })
    if (!earlier?.inUse) continue
    if (!booked.ok) return { ...booked, earlier, again }
    const isWhole = earlier.dates === new Set(form.sessionIds).size
    return isWhole ? booked : { ...refuse('idempotency_conflict'), earlier, again }
  }
  return { ...refuse('contact_limit'), earlier: null, again: most }
}

function keyOf(
  { bundleId, contact, name }: Omit<BookBundle, 'idempotencyKey'>,
  device: string,
  again: number,
): string {
  const content = [device, bundleId.toLowerCase(), plain(contact), name.toLowerCase(), again]
  return `bundle-${createHash('sha256').update(JSON.stringify(content)).digest('base64url')}`
}
