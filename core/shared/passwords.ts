import { commonPasswords } from './common-passwords.ts'

/** The longest accepted password, because hashing longer ones takes time. */
export const maxPasswordLength = 256

export type PasswordProblem = 'password_short' | 'password_long' | 'password_common'

/** Why a password is refused, or null. */
export function passwordProblem(password: string): PasswordProblem | null {
  if ([...password].length < 8) return 'password_short'
  if (password.length > maxPasswordLength) return 'password_long'
  const plain = password.toLowerCase()
  if (commonPasswords.has(plain) || /^(.)\1+$/.test(plain) || isRun(plain)) return 'password_common'
  return null
}

/** 12345678, abcdefgh, 87654321 … */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((sign, at) => sign.charCodeAt(0) - text.charCodeAt(at))
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}
