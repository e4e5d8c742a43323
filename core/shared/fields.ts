import { z } from 'zod'
import { minorDigits, type MoneyOf, parseAmount } from './money.ts'

/** An id from a request, in lower case as in the database, because ids are also compared as text. */
export const idField = z.uuid().toLowerCase()

/** A line of typed text: visible, normalised (Unicode NFC), without characters that the database or mail headers reject. */
export const lineOf = (maxLength: number) =>
  z
    .string()
    .overwrite(withoutUnseen)
    .trim()
    .normalize('NFC')
    .max(maxLength)
    .refine((text) => text.isWellFormed() && !/[\u0000-\u001f\u007f\u2028\u2029]/.test(text), {
      error: 'characters',
    })

// Zero-width spaces, soft hyphens, byte order marks and marks of direction: copied along, and of no use in a line.
const unseen =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu
// Joiners spell words in Persian, Malayalam and others, and make one emoji of several. Nothing else needs them.
const idleJoiners =
  /(^|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{P}\p{Z}])[\u200c\u200d]+/gu

function withoutUnseen(text: string): string {
  return text.replace(unseen, '').replace(idleJoiners, '$1')
}

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

const mailbox = /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]/
const label = /[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?/
const addressPattern = new RegExp(
  `${mailbox.source}@(?:${label.source}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$`,
)

/** An email address, in one spelling: lower case, with its domain in ASCII, as mail servers know it. */
export const emailAddress = z
  .string()
  .max(1000)
  .overwrite(inAscii)
  .pipe(z.email({ pattern: addressPattern }).max(254))

/** 'Max@Müller.de' is max@xn--mller-kva.de. */
function inAscii(text: string): string {
  const typed = pastedContact(text).toLowerCase()
  const at = typed.lastIndexOf('@') + 1
  const domain = typed.slice(at)
  if (/(?:^|[.。])-|-(?:[.。]|$)/.test(domain)) return typed
  if (!/^[\p{L}\p{M}\p{N}.。-]+$/u.test(domain) || !/xn--|[^\u0000-\u007f]/.test(domain))
    return typed
  if (domain.split(/[.。]/).some(mixesScripts)) return typed
  const ascii = URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : ''
  return typed.slice(0, at) + ascii
}

/** 'bаnk' with a Cyrillic а: it reads as another name. */
const mixesScripts = (name: string) =>
  [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u].filter((script) =>
    script.test(name),
  ).length > 1

/** An email address or a phone number as it was typed, without what a link, an address book or a sentence puts around it. */
export function pastedContact(text: string): string {
  const typed = withoutBlanks(text)
  const [, inBrackets] = /<([^<>]{3,})>[.,;]?$/.exec(typed) ?? []
  const link = inBrackets ?? typed
  const [, chat] =
    /^(?:https?:\/\/)?(?:wa\.me\/|t\.me\/\+|api\.whatsapp\.com\/send\/?\?phone=)\+?(\d{7,15})(?!\w)/i.exec(
      link,
    ) ?? []
  if (chat !== undefined) return `+${chat}`
  const [, address] = /^(?:mailto|tel|sms):(?:\/\/)?([^?]*)/i.exec(link) ?? []
  return withoutBlanks(
    (address ?? link).replace(/^[<"'“„«]+/, '').replace(/[.,;:!>"'”“»]{1,5}$/, ''),
  )
}

/** Typed text without characters that are not seen, for what is no word: an address, a number. */
export const withoutBlanks = (text: string) => text.normalize('NFKC').replace(blanks, '').trim()

/**
 * 'carla+yoga@example.com' reaches the mailbox of carla@example.com; Gmail ignores dots, and has two domains. For limits
 * only; as limit_email() in the database.
 */
export function withoutTag(email: string): string {
  const at = email.lastIndexOf('@')
  const name = email.slice(0, at)
  const mailbox = name.split('+', 1)[0] || name
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

/** As `amountOf`; null if nothing is typed. */
export const typedAmountOf = (of: MoneyOf) =>
  z
    .string()
    .trim()
    .max(20)
    .default('')
    .transform((text, context) => (text === '' ? null : toMinor(of)(text, context)))

const toMinor = (of: MoneyOf) => (text: string, context: z.core.$RefinementCtx) => {
  const minor = parseAmount(text, of)
  if (minor !== null) return minor
  // The message contains an example, which must be valid for this currency.
  const message = minorDigits(of.currency) === 0 ? 'amount_whole' : 'amount'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}
