import { Secret, TOTP } from 'otpauth'

/** What every authenticator app supports (RFC 6238). */
const codes = { algorithm: 'SHA1', digits: 6, period: 30 }

/** A new random key, in base32 as apps show and take it. */
export function newTotpKey(): string {
  return new Secret({ size: 20 }).base32
}

/** The address that an app reads from the QR code. */
export function totpAddress(key: string, { site, email }: { site: string; email: string }): string {
  // A colon separates the two in the address.
  const issuer = site.replaceAll(':', ' ')
  return new TOTP({ ...codes, issuer, label: email, secret: Secret.fromBase32(key) }).toString()
}

/** The 30 seconds since 1970 that a code belongs to: now, or one before or after. Null: another code. */
export function stepOfCode(key: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const secret = Secret.fromBase32(key)
  const delta = TOTP.validate({ ...codes, secret, token: code, timestamp, window: 1 })
  return delta === null ? null : TOTP.counter({ period: codes.period, timestamp }) + delta
}

/** The code that an app shows. */
export function codeAt(key: string, now: Date): string {
  return TOTP.generate({ ...codes, secret: Secret.fromBase32(key), timestamp: now.getTime() })
}
