import { z } from 'zod'
import { emailAddress } from '#core/shared/fields.ts'

export const signInSchema = z.object({
  email: z.string().max(1000),
  // Of any length: a password that is too long is a wrong one.
  password: z.string(),
})

/** An invalid referral code is ignored. */
const referralCode = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .nullable()
  .catch(null)

export const registerSchema = z.object({
  // What is missing is said with everything else that is wrong.
  email: z.string().max(1000).default(''),
  password: z.string().max(1000).default(''),
  agreeToTerms: z.literal('on').optional(),
  ref: referralCode,
  /** the link of an invitation brought it; '' without one */
  invite: z.string().max(200).catch(''),
})

export const inviteSchema = z.object({
  email: emailAddress,
  language: z.enum(['en', 'de', 'ru']),
})

export const mailRequestSchema = z.object({ email: z.string().max(1000) })

const linkToken = z.string().regex(/^[\w-]{1,200}$/)

export const signInLinkSchema = z.object({ token: linkToken, replaces: z.string().optional() })

export const confirmationSchema = z.object({
  token_hash: z.string().optional(),
  password: z.string().optional(),
  replaces: z.string().optional(),
})

export const newPasswordSchema = z.object({
  token: linkToken,
  password: z.string().max(1000),
})

export const passwordChangeSchema = z.object({
  // Of any length: a password that is too long is a wrong one.
  password: z.string(),
  newPassword: z.string().max(1000),
})

/** The code of the app, or a recovery code. */
export const signInCodeSchema = z.object({
  code: z.string().max(1000).default(''),
  recoveryCode: z.string().max(1000).default(''),
})

export const twoFactorPasswordSchema = z.object({ password: z.string() })

export const twoFactorSwitchOnSchema = z.object({
  draft: z.string().max(1000),
  code: z.string().max(1000),
})

export const emailChangeSchema = z.object({
  email: z.string().max(1000),
  password: z.string(),
  /** only with two-factor sign-in */
  code: z.string().max(1000).default(''),
})

export const emailLinkSchema = z.object({ token: z.string().max(200) })

/** The code is one of the app, or a recovery code. */
export const twoFactorChangeSchema = z.object({
  password: z.string(),
  code: z.string().max(1000),
})

/** The code only with two-factor sign-in. */
export const passkeyStartSchema = z.object({
  password: z.string(),
  code: z.string().max(1000).default(''),
})

/** What the browser says about a passkey, as JSON. Attestations of some devices take several kilobytes. */
export const passkeyAnswerSchema = z.object({
  draft: z.string().max(1000),
  response: z.string().max(20_000),
})

export const passkeySchema = z.object({ passkey: z.uuid() })

/** The digits of a moment, as `listDevices` writes it. */
export const deviceSchema = z.object({ device: z.string().regex(/^[\d.]{1,30}$/) })

/** The query of the links in mails and of `/register`. */
export const referralSchema = z.object({ ref: referralCode })
