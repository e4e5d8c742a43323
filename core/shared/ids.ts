import { randomUUID } from 'node:crypto'

// Crockford's alphabet: no character is mistaken for another when read aloud.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A booking reference of 10 characters (50 bits), for people to read. */
export function newReference(): string {
  // randomUUID uses pooled random bits and is faster than randomBytes. The 13th and 17th of its 32 digits are not random;
  // two digits make one character.
  const digits = randomUUID().replaceAll('-', '')
  const random = digits.slice(0, 12) + digits.slice(18, 26)
  let reference = ''
  for (let at = 0; at < 20; at += 2)
    reference += alphabet[Number.parseInt(random.slice(at, at + 2), 16) % 32]
  return reference
}

declare const ofVendor: unique symbol
/** A vendor's id from the session or a lookup; text from a request does not have this type. */
export type VendorId = string & { readonly [ofVendor]: true }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Check request values with this before comparing them with a uuid column, which would throw. */
export function isId(text: unknown): text is string {
  return typeof text === 'string' && uuid.test(text)
}
