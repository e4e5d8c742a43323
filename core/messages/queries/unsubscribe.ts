import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { isId } from '#core/shared/ids.ts'
import type { Language } from '#core/shared/languages.ts'
import { type SecretKeys, sign, verify } from '#core/shared/signing.ts'

/** What a link in a mail ends: the reminders of a vendor to an address, by its mark; or the email of the day to a member. */
export type EndOfMail =
  | { what: 'reminders'; vendorId: string; mark: string }
  | { what: 'agenda'; vendorId: string; userId: string }

type Signer = Pick<Deps, 'origin' | 'secretKeys'>

const textOf = (end: EndOfMail) =>
  `${end.what}.${end.vendorId}.${end.what === 'agenda' ? end.userId : end.mark}`

/** The page that ends it, in the language of the mail. No address can be read in it. */
export function unsubscribeUrl(
  { origin, secretKeys }: Signer,
  end: EndOfMail,
  language: Language,
): string {
  const text = textOf(end)
  return `${origin}/unsubscribe/${text}.${sign(secretKeys, 'unsubscribe', text)}?language=${language}`
}

/** With these a mail program has a button of its own, which asks the page by a POST (RFC 8058). */
export function unsubscribeHeaders(
  signer: Signer,
  end: EndOfMail,
  language: Language,
): Record<string, string> {
  return {
    'List-Unsubscribe': `<${unsubscribeUrl(signer, end, language)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** What the key of a page ends; null if we did not sign it. */
export function readUnsubscribe(keys: SecretKeys, key: string): EndOfMail | null {
  const [, text = '', what, vendorId = '', who = '', mark = ''] =
    /^((reminders|agenda)\.([0-9a-f-]{36})\.([0-9a-f-]{32,36}))\.([\w-]{32})$/.exec(key) ?? []
  if (!isId(vendorId) || !verify(keys, 'unsubscribe', text, mark)) return null
  return what === 'agenda'
    ? { what, vendorId, userId: who }
    : { what: 'reminders', vendorId, mark: who }
}

export type FoundEnd = EndOfMail & { business: string; isOff: boolean }

/** How it stands. Null: a vendor that is erased, or somebody who works there no longer. */
export async function findEnd(db: Db, end: EndOfMail): Promise<FoundEnd | null> {
  const isOff =
    end.what === 'agenda'
      ? sql<boolean | null>`(select not m.wants_agenda from vendor_members m
          where m.vendor_id = v.id and m.user_id = ${end.userId})`
      : sql<boolean>`exists (select from mail_wishes w where w.vendor_id = v.id and w.mark = ${end.mark})`
  const found = await db
    .selectFrom('vendors as v')
    .where(sql<boolean>`v.id = ${end.vendorId}`)
    .select([sql<string>`vendor_name(v)`.as('business'), isOff.as('isOff')])
    .executeTakeFirst()
  if (!found || found.isOff === null) return null
  return { ...end, business: found.business, isOff: found.isOff }
}
