import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { categoriesNamed, nearestWord } from '../rules.ts'

/** A class has the word in its texts, is in a category of that name, or belongs to a vendor with it in the name. */
export type SoughtWord = {
  spellings: readonly [string, ...string[]]
  categories: readonly string[]
  vendorIds: readonly string[]
}

const maxWords = 8
/** Letters of a word the index knows. */
const longestPiece = 20
/** A word in more names than that ("studio") says nothing about one of them. */
const mostVendorsNamed = 500

/** The words of a text as in the index, each in its spellings; empty if it contains only punctuation. */
export async function foldWords(db: Db, text: string): Promise<readonly SoughtWord['spellings'][]> {
  if (text.trim() === '') return []
  const { rows } = await sql<{ folded: string; expanded: string }>`
    select search_fold(${text}) as folded, search_fold(search_expand(${text})) as expanded`.execute(
    db,
  )
  const [folded, expanded] = [rows[0]?.folded ?? '', rows[0]?.expanded ?? '']
  if (folded === '') return []
  const others = expanded.split(' ')
  const words = folded
    .split(' ')
    .map((word, nth): SoughtWord['spellings'] => [word, ...without(word, others[nth])])
  const different = new Map(words.map((spellings) => [spellings.join(' '), spellings])).values()
  return [...different].slice(0, maxWords)
}

/** The words of a search for classes. */
export async function readSoughtWords(db: Db, text: string): Promise<readonly SoughtWord[]> {
  const words = await foldWords(db, text)
  const named = words.length > 0 ? await findVendorsNamed(db, words) : null
  return words.map((spellings, nth) => ({
    spellings,
    categories: categoriesNamed(spellings),
    vendorIds: named?.get(nth) ?? [],
  }))
}

function without(word: string, other: string | undefined): string[] {
  return other === undefined || other === word ? [] : [other]
}

/** The listed vendors with the word in their business name, by the word's place. */
async function findVendorsNamed(
  db: Db,
  words: readonly SoughtWord['spellings'][],
): Promise<Map<number, string[]>> {
  const each = words.map(
    (spellings, nth) => sql`(select ${nth}::integer as nth, v.id from vendors v
      where ${hasWord(sql`search_text_of(v.business_name, null, null)`, spellings)}
        and vendor_is_listed(v) limit ${mostVendorsNamed + 1})`,
  )
  const { rows } = await sql<{ nth: number; ids: string[] }>`
    select nth, array_agg(id) as ids from (${sql.join(each, sql` union all `)}) named
    group by nth having count(*) <= ${mostVendorsNamed}`.execute(db)
  return new Map(rows.map(({ nth, ids }) => [nth, ids]))
}

/** One or two letters match only the start of a word; otherwise they would match everything. */
function patternOf(word: string): string {
  return word.length < 3 ? `% ${word}%` : `%${word}%`
}

/**
 * The index condition for all words and the category. It may match a few classes too many, but none that has a word only
 * in its vendor's name.
 */
export function inIndex(
  words: readonly SoughtWord[],
  category: string | null,
): RawBuilder<unknown> {
  const pieces = words.map(({ spellings, categories }) => {
    const either = [
      ...spellings.map((word) => `'${word.slice(0, longestPiece)}':*`),
      ...categories.map((named) => `'=${named}'`),
    ]
    return `(${either.join(' | ')})`
  })
  const asked = category === null ? pieces : [...pieces, `'=${category}'`]
  return sql`search_parts(c.search_text, c.category) @@ ${asked.join(' & ')}::text::tsquery`
}

/** Whether class `c` has each of the words. */
export function hasWords(words: readonly SoughtWord[]): RawBuilder<unknown> {
  if (words.length === 0) return sql`true`
  const each = words.map(({ spellings, categories, vendorIds }) => {
    const ways = [hasWord(sql`c.search_text`, spellings)]
    if (categories.length > 0) ways.push(sql`c.category = any(${categories})`)
    if (vendorIds.length > 0) ways.push(sql`c.vendor_id = any(${vendorIds}::uuid[])`)
    return sql`(${sql.join(ways, sql` or `)})`
  })
  return sql.join(each, sql` and `)
}

/** The word, in one of its spellings, in a folded text. */
function hasWord(text: RawBuilder<unknown>, spellings: readonly string[]): RawBuilder<unknown> {
  const likes = spellings.map((word) => sql`${text} like ${patternOf(word)}`)
  return sql`(${sql.join(likes, sql` or `)})`
}

/** The words, with unknown ones corrected. Null if all are known, or one has no similar word. */
export async function correctWords(
  db: Db,
  words: readonly SoughtWord[],
  typed: string,
): Promise<{ words: readonly SoughtWord[]; text: string } | null> {
  const known = await Promise.all(words.map((word) => isKnown(db, word)))
  if (known.every(Boolean)) return null
  const corrected = await Promise.all(
    words.map(({ spellings }, nth) =>
      known[nth] ? Promise.resolve(spellings[0]) : nearestOf(db, spellings[0], typed),
    ),
  )
  const found = corrected.filter((word) => typeof word === 'string')
  if (found.length < words.length) return null
  const text = found.join(' ')
  return { words: await readSoughtWords(db, text), text }
}

/** Whether a listed class has the word, whatever else was asked for. */
async function isKnown(db: Db, word: SoughtWord): Promise<boolean> {
  if (word.vendorIds.length > 0) return true
  const { rows } = await sql`
    with found as materialized (select c.vendor_id from classes c
      where class_is_published(c)
        and ${inIndex([word], null)} and ${hasWords([word])})
    select from found c join vendors v on v.id = c.vendor_id
    where vendor_is_listed(v) limit 1`.execute(db)
  return rows.length > 0
}

/** The known word most similar to a mistyped one, in the alphabet that the reader typed. */
async function nearestOf(db: Db, word: string, typed: string): Promise<string | null> {
  // Only of letters: the other ones are numbers and symbols.
  if (!/^[a-z]{3,30}$/.test(word)) return null
  const { rows } = await sql<{ word: string; shown: string; uses: number }>`
    select w.word, w.shown, w.uses from search_words w
    where ("left"(w.word, 2) = "left"(${word}, 2) or "right"(w.word, 2) = "right"(${word}, 2)
        or (${word.length <= 4} and "left"(w.word, 1) = "left"(${word}, 1) and length(w.word) <= 5))
      and levenshtein_less_equal(w.word, ${word}, 2) <= 2
    order by levenshtein_less_equal(w.word, ${word}, 2), w.uses desc limit 50`.execute(db)
  const nearest = nearestWord(word, rows)
  if (nearest === null) return null
  return isLatin(typed) && !isLatin(nearest.shown) ? nearest.word : nearest.shown
}

function isLatin(text: string): boolean {
  return !/(?!\p{Script=Latin})\p{L}/u.test(text)
}
