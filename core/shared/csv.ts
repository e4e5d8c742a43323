import { stringify } from 'csv-stringify/sync'

/** What a cell may hold; null is an empty cell. */
export type CsvCell = string | number | boolean | Date | null

/**
 * Rows as CSV by RFC 4180, without a byte order mark, so that parts can follow one another. A text that a spreadsheet
 * would run as a formula begins with an apostrophe. A phone number keeps its plus sign: it holds digits only, and other
 * programs read it.
 */
export function csvRows(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((row) => row.map(textOf)),
    { record_delimiter: '\r\n', quoted_match: /[\r\n\t]/ },
  )
}

/** The beginning of a file: without this mark Excel reads UTF-8 as another encoding. */
export const csvStart = '\uFEFF'

/** A whole file: its heading and its rows. */
export function csvFile(heading: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return csvStart + csvRows([heading, ...rows])
}

function textOf(cell: CsvCell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell !== 'string') return String(cell)
  const text = withoutInnerFormulas(cell)
  return isFormula(text) ? `'${text}` : text
}

/**
 * Where lists are separated by semicolons, Excel starts a new cell at each of them, and at a line break: there the quotes
 * around a cell mean nothing.
 */
function withoutInnerFormulas(text: string): string {
  const [first = '', ...rest] = text.split(/(?<=[;\t\r\n])/)
  return [
    first,
    // A quotation mark in a cell is doubled, and two of them are none at the beginning of another cell.
    ...rest.map((part) => (isFormula(part.replace(/^[\s"]*/, '')) ? `'${part}` : part)),
  ].join('')
}

// Spaces before the sign are skipped when a spreadsheet reads the cell, and it takes the full-width signs for the others.
const isFormula = (text: string) =>
  /^\s*[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^\+\d{4,20}$/.test(text)
