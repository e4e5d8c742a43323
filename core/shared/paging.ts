import { isId } from './ids.ts'

export type Page<T> = { items: T[]; nextCursor: string | null }

export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  item: (row: Row) => Item,
  key: (row: Row) => [string, string],
): Page<Item> {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map(item),
    nextCursor: last === undefined ? null : cursorOf(key(last)),
  }
}

/** `shown`: how many of the items after the place were already shown, in an order of their own. */
export function cursorOf(place: [at: string, id: string], shown = 0): string {
  return Buffer.from([...place, ...(shown > 0 ? [shown] : [])].join(' ')).toString('base64url')
}

/** How many of the items after its place were already shown. */
export function shownOf(cursor: string | null): number {
  if (cursor === null || readCursor(cursor) === null) return 0
  const [, , shown = '0'] = Buffer.from(cursor, 'base64url').toString().split(' ')
  return /^\d{1,6}$/.test(shown) ? Number(shown) : 0
}

/** The position after a page; an invalid cursor starts at the beginning. */
export function readCursor(cursor: string | null): [string, string] | null {
  if (cursor === null) return null
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const readable = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z?$/.test(at) && isInstant(at)
  return readable && isId(id) ? [at, id] : null
}

// Checked here, because the database throws an error for 30 February.
function isInstant(text: string): boolean {
  try {
    return Temporal.PlainDateTime.from(text.replace(/Z$/, ''), { overflow: 'reject' }).year > 1999
  } catch {
    return false
  }
}

export function isCursor(cursor: string): boolean {
  return readCursor(cursor) !== null
}
