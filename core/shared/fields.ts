import { z } from 'zod'
import { minorDigits, type MoneyOf, parseAmount } from './money.ts'

/** An id from outside, in the letters the database writes: ids are compared as text too. */
export const idField = z.uuid().toLowerCase()

/**
 * A line of text a person typed: trimmed, in one form of Unicode (NFC), without signs no database or mail header takes.
 */
export const lineOf = (most: number) =>
  z
    .string()
    .trim()
    .normalize('NFC')
    .max(most)
    .refine((text) => text.isWellFormed() && !/[\u0000-\u001f\u007f\u2028\u2029]/.test(text), {
      error: 'signs',
    })

// Letters and signs that are drawn as nothing.
const blanks = /[\u115f\u1160\u2800\u3164\uffa0\p{Default_Ignorable_Code_Point}]/gu

/** A name that can be seen: of a person, a business, a class. */
export const nameOf = (most: number) =>
  lineOf(most)
    .min(1)
    .refine((name) => name === '' || /[\p{L}\p{N}\p{P}\p{S}]/u.test(name.replace(blanks, '')), {
      error: 'name_unseen',
    })

// Mail programs make links of these, and browsers read a backslash as a slash and 。 as a dot.
const linkLike = /:[/\\]|www\.|[\p{L}\p{N}][.。][\p{L}\p{N}-]+\.?(?::\d+)?[/\\]/iu

/** A name that stands in mails to others, a customer's or what a vendor calls its things: no place for a link. */
export const personOf = (most: number) =>
  nameOf(most).refine((name) => !linkLike.test(name.normalize('NFKC').replace(blanks, '')), {
    error: 'name_link',
  })

/** Text of several lines. */
export const textOf = (most: number) =>
  z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n').trim().normalize('NFC'))
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

/** 'carla+yoga@example.com' reaches the mailbox of carla@example.com. For limits only; as limit_email() in the database. */
export function withoutTag(email: string): string {
  const at = email.lastIndexOf('@')
  const [mailbox = ''] = email.slice(0, at).split('+', 1)
  return mailbox + email.slice(at)
}

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
