import { z } from 'zod'
import { minorDigits, type MoneyOf, parseAmount } from './money.ts'

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

/** An amount as it is typed; comes out in minor units of the currency, read as the language writes it. Empty is 0. */
export const amountOf = (of: MoneyOf) =>
  z.string().trim().max(20).default('').transform(toMinor(of))

/** As `amountOf`; empty is refused. */
export const requiredAmountOf = (of: MoneyOf) =>
  z.string().trim().min(1).max(20).transform(toMinor(of))

const toMinor = (of: MoneyOf) => (text: string, context: z.core.$RefinementCtx) => {
  const minor = parseAmount(text, of)
  if (minor !== null) return minor
  // The sentence has an example, which must be one that this currency takes.
  const message = minorDigits(of.currency) === 0 ? 'amount_whole' : 'amount'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}
