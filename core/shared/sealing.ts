import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SecretKeys } from './signing.ts'

const cipher = 'aes-256-gcm'
const tagBytes = 16

/** The purpose and owner of a secret. It can be opened only with the same two. */
export type Sealing = { keys: SecretKeys; purpose: string; owner: string }

/** Encrypts a secret for the database or for a form. The first key seals, all keys open. */
export function seal({ keys: [key], purpose, owner }: Sealing, text: string): string {
  const nonce = randomBytes(12)
  const encrypt = createCipheriv(cipher, derive(key, purpose, 32), nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([nonce, encrypt.update(text, 'utf8'), encrypt.final()])
  const whole = Buffer.concat([sealed, encrypt.getAuthTag()])
  return `${nameOf(key, purpose)}.${whole.toString('base64url')}`
}

/** The secret; null if none of our keys sealed it for this purpose and owner. */
export function unseal({ keys, purpose, owner }: Sealing, sealed: string): string | null {
  const [name, text = ''] = sealed.split('.')
  const key = keys.find((one) => nameOf(one, purpose) === name)
  const whole = Buffer.from(text, 'base64url')
  if (key === undefined || whole.length < 12 + tagBytes) return null
  const decrypt = createDecipheriv(cipher, derive(key, purpose, 32), whole.subarray(0, 12))
  decrypt.setAAD(Buffer.from(owner)).setAuthTag(whole.subarray(-tagBytes))
  try {
    return decrypt.update(whole.subarray(12, -tagBytes), undefined, 'utf8') + decrypt.final('utf8')
  } catch {
    return null
  }
}

/** The prefix of everything that the first key has sealed. */
export function sealedPrefix(keys: SecretKeys, purpose: string): string {
  return `${nameOf(keys[0], purpose)}.`
}

/** Names the key without revealing it. */
function nameOf(key: string, purpose: string): string {
  return derive(key, `name for ${purpose}`, 6).toString('base64url')
}

function derive(key: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', purpose, bytes))
}
