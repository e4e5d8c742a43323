import { randomBytes } from 'node:crypto'

// Crockford's alphabet: nothing in it is mistaken for something else when read aloud.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A booking reference of 10 signs (50 bits), for people to read. */
export function newReference(): string {
  return Array.from(randomBytes(10), (byte) => alphabet[byte % 32]).join('')
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Asked before a value from outside meets a uuid column, which would answer with an error. */
export function isId(text: unknown): text is string {
  return typeof text === 'string' && uuid.test(text)
}
