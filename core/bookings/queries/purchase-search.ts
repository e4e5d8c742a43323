import { type RawBuilder, sql } from 'kysely'
import { foldWords } from '#core/classes/queries/search-words.ts'
import { emailAddress, withoutBlanks } from '#core/shared/fields.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

/** What purchase `g` is found by, as in the index purchases_search. */
const searchText = sql`search_text_of(g.customer_name, g.customer_email,
  coalesce(ltrim(g.customer_phone, '+') || ' ', '') || g.reference)`

/** What purchases are found by for members who may not see contacts. */
const nameAndReference = sql`search_text_of(g.customer_name, null, g.reference)`

// If more purchases match, the sessions are read in their order instead: each page then finds its rows soon.
const maxSortedPurchases = 500

/**
 * The condition on booking `b` of purchase `g` for a text that somebody looks for: part of a name, phone, email or
 * reference, or the start of a customer's @name on Telegram. Somebody who does not see contacts finds nothing by them. Null:
 * nothing is looked for, or nothing can match.
 */
export async function findMatching(
  db: Db,
  { vendorId, text, seesContacts }: { vendorId: VendorId; text: string; seesContacts: boolean },
): Promise<{ none: boolean; condition: RawBuilder<boolean> | null }> {
  const clean = withoutBlanks(text.replace(/[\u0000-\u001f]/g, ''))
  // An address is found in either spelling of its domain.
  const typed = emailAddress.safeParse(clean).data ?? clean
  if (typed === '') return { none: false, condition: null }
  const patterns = await patternsOf(db, typed)
  if (patterns.length === 0) return { none: true, condition: null }
  const written = sql<boolean>`${sql.join(
    patterns.map((either) => {
      const likes = either.map((pattern) =>
        seesContacts
          ? sql`${searchText} like ${pattern}`
          : sql`(${searchText} like ${pattern} and ${nameAndReference} like ${pattern})`,
      )
      return sql`(${sql.join(likes, sql` or `)})`
    }),
    sql` and `,
  )}`
  const isChatName = seesContacts && /^@\w+$/.test(typed)
  const matches = isChatName
    ? sql<boolean>`(${written} or g.contact_id = any(${await listCalled(db, vendorId, typed)}::uuid[])
        or starts_with(lower(g.customer_telegram_name), ${typed.toLowerCase()}))`
    : written
  const { rows: found } = await sql<{ id: string }>`
    select g.id from purchases g
    where g.vendor_id = ${vendorId} and ${matches} limit ${maxSortedPurchases + 1}`.execute(db)
  if (found.length > maxSortedPurchases) return { none: false, condition: matches }
  const ids = found.map(({ id }) => id)
  return { none: ids.length === 0, condition: sql<boolean>`(b.purchase_id = any(${ids}::uuid[]))` }
}

/** The customers whose @name on Telegram begins so. */
async function listCalled(db: Db, vendorId: VendorId, name: string): Promise<string[]> {
  const { rows } = await sql<{ contactId: string }>`
    select distinct contact_id from contact_addresses
    where vendor_id = ${vendorId} and kind = 'telegram' and starts_with(lower(typed), ${name.toLowerCase()})
    limit ${maxSortedPurchases}`.execute(db)
  return rows.map(({ contactId }) => contactId)
}

/** For each word, its spellings. A phone is one word, however it is grouped; an email is found as it is written. */
async function patternsOf(db: Db, typed: string): Promise<readonly (readonly string[])[]> {
  const digits = typed.replace(/[\s()./-]/g, '')
  if (/^\+?\d{3,}$/.test(digits)) return [[`%${digits.replace(/^\+|^0+(?=[1-9])/, '')}%`]]
  const words = await foldWords(db, typed)
  if (words.length > 0 && typed.includes('@'))
    return [[patternOf(words.flatMap(([first]) => first ?? []).join(' '))]]
  return words.map((spellings) => spellings.map(patternOf))
}

/** One or two letters match only the start of a word; otherwise they would match everything. */
function patternOf(word: string): string {
  return word.length < 3 ? `% ${word}%` : `%${word}%`
}
