import { z } from 'zod'
import { minorDigits, type MoneyOf, parseAmount } from './money.ts'

/** An id from a request, in lower case as in the database, because ids are also compared as text. */
export const idField = z.uuid().toLowerCase()

/** A line of typed text: trimmed, normalised (Unicode NFC), without characters that the database or mail headers reject. */
export const lineOf = (maxLength: number) =>
  z
    .string()
    .trim()
    .normalize('NFC')
    .max(maxLength)
    .refine((text) => text.isWellFormed() && !/[\u0000-\u001f\u007f\u2028\u2029]/.test(text), {
      error: 'characters',
    })

// Invisible characters.
const blanks = /[\u115f\u1160\u2800\u3164\uffa0\p{Default_Ignorable_Code_Point}]/gu

/** A name that can be seen: of a person, a business, a class. */
export const nameOf = (maxLength: number) =>
  lineOf(maxLength)
    .min(1)
    .refine((name) => name === '' || /[\p{L}\p{N}\p{P}\p{S}]/u.test(name.replace(blanks, '')), {
      error: 'name_unseen',
    })

// Mail programs turn these into links; browsers read a backslash as a slash and 。 as a dot.
const linkLike = /:[/\\]|www\.|[\p{L}\p{N}][.。][\p{L}\p{N}-]+\.?(?::\d+)?[/\\]/iu

/** A name that is shown in mails to others, so it must not contain a link. */
export const personOf = (maxLength: number) =>
  nameOf(maxLength).refine((name) => !linkLike.test(name.normalize('NFKC').replace(blanks, '')), {
    error: 'name_link',
  })

/** Text of several lines. */
export const textOf = (maxLength: number) =>
  z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n').trim().normalize('NFC'))
    .pipe(
      z
        .string()
        .max(maxLength)
        .refine((text) => text.isWellFormed() && !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text), {
          error: 'characters',
        }),
    )

export const emailAddress = z
  .email()
  .max(254)
  .transform((email) => email.toLowerCase())

/**
 * 'carla+yoga@example.com' reaches the mailbox of carla@example.com; Gmail ignores dots, and has two domains. For limits
 * only; as limit_email() in the database.
 */
export function withoutTag(email: string): string {
  const at = email.lastIndexOf('@')
  const [mailbox = ''] = email.slice(0, at).split('+', 1)
  const domain = email.slice(at)
  return /^@(?:gmail|googlemail)\.com$/.test(domain)
    ? `${mailbox.replaceAll('.', '')}@gmail.com`
    : mailbox + domain
}

/** Parses a typed amount, in the language's notation, into minor units. Empty is 0. */
export const amountOf = (of: MoneyOf) =>
  z.string().trim().max(20).default('').transform(toMinor(of))

/** As `amountOf`; empty is refused. */
export const requiredAmountOf = (of: MoneyOf) =>
  z.string().trim().min(1).max(20).transform(toMinor(of))

const toMinor = (of: MoneyOf) => (text: string, context: z.core.$RefinementCtx) => {
  const minor = parseAmount(text, of)
  if (minor !== null) return minor
  // The message contains an example, which must be valid for this currency.
  const message = minorDigits(of.currency) === 0 ? 'amount_whole' : 'amount'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}
