import { stringify } from 'csv-stringify/sync'
import type { Language } from './languages.ts'
import { fieldAmount, type Money } from './money.ts'
import { phoneText } from './phone-text.ts'

/** What a cell may hold; null is an empty cell. */
export type CsvCell = string | number | boolean | Date | Money | null

type Rows = readonly (readonly CsvCell[])[]

/**
 * Rows as CSV by RFC 4180, without a byte order mark, so that parts can follow one another. A spreadsheet in German or
 * Russian takes a comma for the one of a decimal number, so it separates cells by semicolons. A text that a spreadsheet
 * would run as a formula begins with an apostrophe. A phone number is written as people read it: spreadsheets turn bare
 * digits into 4.9E+12.
 */
export function csvRows(rows: Rows, language: Language): string {
  const delimiter = delimiterIn(language)
  // What separates cells where the file may be opened too.
  const other = delimiter === ',' ? ';' : ','
  return stringify(
    rows.map((row) => row.map((cell) => textOf(cell, { language, other }))),
    { delimiter, record_delimiter: '\r\n', quoted_match: /[\r\n\t]/ },
  )
}

const delimiterIn = (language: Language) => (language === 'en' ? ',' : ';')

/** The beginning of a file: without this mark Excel reads UTF-8 as another encoding. */
export const csvStart = '\uFEFF'

/** A whole file: its heading and its rows. */
export function csvFile(heading: readonly string[], rows: Rows, language: Language): string {
  return csvStart + csvRows([heading, ...rows], language)
}

type Written = { language: Language; other: ';' | ',' }

function textOf(cell: CsvCell, { language, other }: Written): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell === 'object') return fieldAmount(cell, language)
  if (typeof cell !== 'string') return String(cell)
  if (/^\+\d{4,20}$/.test(cell)) return phoneText(cell)
  const text = withoutInnerFormulas(cell, other)
  return isFormula(text) ? `'${text}` : text
}

/**
 * Where lists are separated by the other character, Excel starts a new cell at each of them, and at a line break: there the
 * quotes around a cell mean nothing.
 */
function withoutInnerFormulas(text: string, other: Written['other']): string {
  const [first = '', ...rest] = text.split(other === ';' ? /(?<=[;\t\r\n])/ : /(?<=[,\t\r\n])/)
  return [
    first,
    // A quotation mark in a cell is doubled, and two of them are none at the beginning of another cell.
    ...rest.map((part) => (isFormula(part.replace(/^[\s"]*/, '')) ? `'${part}` : part)),
  ].join('')
}

// Spaces before the sign are skipped when a spreadsheet reads the cell, and it takes the full-width signs for the others.
const isFormula = (text: string) => /^\s*[=+\-@\t\r\n＝＋－＠]/.test(text)
