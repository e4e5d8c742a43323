import { hash } from 'node:crypto'

/** A short text that names exactly these ids, in any order. */
export const fingerprint = (about: readonly string[]) =>
  hash('sha256', JSON.stringify(about.toSorted()), 'base64url').slice(0, 16)
