import { z } from 'zod'

export const signInSchema = z.object({
  email: z.string().max(1000),
  password: z.string().max(1000),
})

/** A referral code that could be none is none. */
const referralCode = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .nullable()
  .catch(null)

export const registerSchema = z.object({
  email: z.string().max(1000),
  password: z.string().max(1000),
  agreeToTerms: z.literal('on').optional(),
  ref: referralCode,
})

export const mailRequestSchema = z.object({ email: z.string().max(1000) })

export const newPasswordSchema = z.object({
  token: z.string().regex(/^[\w-]{1,200}$/),
  password: z.string().max(1000),
})

/** The query of the links in mails and of `/register`. */
export const referralSchema = z.object({ ref: referralCode })
