import { randomUUID } from 'node:crypto'

// Crockford's alphabet: nothing in it is mistaken for something else when read aloud.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A booking reference of 10 signs (50 bits), for people to read. */
export function newReference(): string {
  // Its random bits come from a pool, where asking for bytes asks the system each time. Of the 32 digits
  // the 13th and the 17th are not random; two digits make a sign.
  const digits = randomUUID().replaceAll('-', '')
  const random = digits.slice(0, 12) + digits.slice(18, 26)
  let reference = ''
  for (let at = 0; at < 20; at += 2)
    reference += alphabet[Number.parseInt(random.slice(at, at + 2), 16) % 32]
  return reference
}

declare const ofVendor: unique symbol
/** The id of a vendor as the session gate or a look-up found it: no text from a request passes for one. */
export type VendorId = string & { readonly [ofVendor]: true }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Asked before a value from outside meets a uuid column, which would answer with an error. */
export function isId(text: unknown): text is string {
  return typeof text === 'string' && uuid.test(text)
}
