import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { nearestWord } from '../rules.ts'

/** One word in the spellings it may be found by. */
export type SoughtWord = readonly string[]

const maxWords = 8
/** Letters of a word the index knows. */
const longestPiece = 20

/** The words of a text as in the index; empty if it contains only punctuation. */
export async function foldWords(db: Db, text: string): Promise<readonly SoughtWord[]> {
  if (text.trim() === '') return []
  const { rows } = await sql<{ folded: string; expanded: string }>`
    select search_fold(${text}) as folded, search_fold(search_expand(${text})) as expanded`.execute(
    db,
  )
  const [folded, expanded] = [rows[0]?.folded ?? '', rows[0]?.expanded ?? '']
  if (folded === '') return []
  const others = expanded.split(' ')
  const words = folded.split(' ').map((word, nth) => [...new Set([word, others[nth] ?? word])])
  return [...new Map(words.map((spellings) => [spellings.join(' '), spellings])).values()].slice(
    0,
    maxWords,
  )
}

/** One or two letters match only the start of a word; otherwise they would match everything. */
function patternOf(word: string): string {
  return word.length < 3 ? `% ${word}%` : `%${word}%`
}

/** The index condition for all words and the category. It may match a few classes too many. */
export function inIndex(
  words: readonly SoughtWord[],
  category: string | null,
): RawBuilder<unknown> {
  const pieces = words.map((spellings) => {
    const either = spellings.map((word) => `'${word.slice(0, longestPiece)}':*`)
    return `(${either.join(' | ')})`
  })
  const asked = category === null ? pieces : [...pieces, `'=${category}'`]
  return sql`search_parts(c.search_text, c.category) @@ ${asked.join(' & ')}::text::tsquery`
}

/** Each word, in one of its spellings, in the text of class `c`. */
export function inText(words: readonly SoughtWord[]): RawBuilder<unknown> {
  if (words.length === 0) return sql`true`
  const each = words.map((spellings) => {
    const likes = spellings.map((word) => sql`c.search_text like ${patternOf(word)}`)
    return sql`(${sql.join(likes, sql` or `)})`
  })
  return sql.join(each, sql` and `)
}

/** The words, with unknown ones corrected. Null if all are known, or one has no similar word. */
export async function correctWords(
  db: Db,
  words: readonly SoughtWord[],
  typed: string,
): Promise<{ words: readonly SoughtWord[]; text: string } | null> {
  const known = await Promise.all(words.map((spellings) => isKnown(db, spellings)))
  if (known.every(Boolean)) return null
  const corrected = await Promise.all(
    words.map((spellings, nth) =>
      known[nth] ? Promise.resolve(spellings[0]) : nearestOf(db, spellings[0] ?? '', typed),
    ),
  )
  const found = corrected.filter((word) => typeof word === 'string')
  if (found.length < words.length) return null
  const text = found.join(' ')
  return { words: await foldWords(db, text), text }
}

/** Whether a listed class has the word, whatever else was asked for. */
async function isKnown(db: Db, spellings: SoughtWord): Promise<boolean> {
  const { rows } = await sql`
    with found as materialized (select c.vendor_id from classes c
      where class_is_published(c)
        and ${inIndex([spellings], null)} and ${inText([spellings])})
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
