import { createHmac, timingSafeEqual } from 'node:crypto'

/** The first key signs, all keys verify; to replace a key, put a new one first. */
export type SecretKeys = readonly [string, ...string[]]

/** What our signatures are for. docs/security.md lists those that let somebody do something. */
export const signedKinds = [
  'manage',
  'view',
  'issued',
  'return',
  'answer',
  'feed',
  'unsubscribe',
  'invitation',
  'confirm-email-change',
  'restore-email',
  'mailed link',
  'device-signed-in',
  'device-signed-up',
  'telegram code',
  'telegram numbers',
  'telegram webhook',
  'enquiry form',
  'rate limit',
  'first booking',
  'security-event',
] as const
export type SignedKind = (typeof signedKinds)[number]

export function sign(keys: SecretKeys, purpose: SignedKind, text: string): string {
  return mac(keys[0], purpose, text)
}

export function verify(
  keys: SecretKeys,
  purpose: SignedKind,
  text: string,
  token: string,
): boolean {
  const given = Buffer.from(token)
  return keys.some((key) => {
    const wanted = Buffer.from(mac(key, purpose, text))
    return wanted.length === given.length && timingSafeEqual(wanted, given)
  })
}

function mac(key: string, purpose: string, text: string): string {
  return createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url').slice(0, 32)
}
