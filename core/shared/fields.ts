import { z } from 'zod'
import { parseAmount } from './money.ts'

/** A line of text a person typed: trimmed, without signs no database or mail header takes. */
export const lineOf = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine((text) => text.isWellFormed() && !/[\u0000-\u001f\u007f\u2028\u2029]/.test(text), {
      error: 'signs',
    })

/** Text of several lines. */
export const textOf = (most: number) =>
  z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .max(most)
        .refine((text) => text.isWellFormed() && !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text), {
          error: 'signs',
        }),
    )

export const emailAddress = z
  .email()
  .max(254)
  .transform((email) => email.toLowerCase())

/** An amount as it is typed; comes out in minor units of the currency. Empty is 0. */
export const amountOf = (currency: string) =>
  z.string().trim().max(20).default('').transform(toMinor(currency))

/** As `amountOf`; empty is refused. */
export const requiredAmountOf = (currency: string) =>
  z.string().trim().min(1).max(20).transform(toMinor(currency))

const toMinor = (currency: string) => (text: string, context: z.core.$RefinementCtx) => {
  const minor = parseAmount(text, currency)
  if (minor !== null) return minor
  context.addIssue({ code: 'custom', message: 'amount' })
  return z.NEVER
}
