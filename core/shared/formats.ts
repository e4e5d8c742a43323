// Creating an Intl formatter takes fifty times as long as using it, and a page of sessions uses hundreds. The limit
// prevents requests with many languages and zones from filling the memory.
const maxFormatters = 500

/** The formatter of a language and options, made once. Shared with the browser. */
export function dateFormat(
  language: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  return remembered(dates, language, options, () => new Intl.DateTimeFormat(language, options))
}

const elevenMonthsMs = 335 * 86_400_000

/** The year, for days so far away that they would be ambiguous without it. */
export function yearOfFarDay(at: Date): Pick<Intl.DateTimeFormatOptions, 'year'> {
  return Math.abs(at.getTime() - Date.now()) > elevenMonthsMs ? { year: 'numeric' } : {}
}

/** As `dateFormat`, for numbers. */
export function numberFormat(
  language: string,
  options: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  return remembered(numbers, language, options, () => new Intl.NumberFormat(language, options))
}

const dates = new Map<string, Intl.DateTimeFormat>()
const numbers = new Map<string, Intl.NumberFormat>()

function remembered<T>(known: Map<string, T>, language: string, options: object, make: () => T): T {
  const key = `${language} ${JSON.stringify(options)}`
  const found = known.get(key)
  if (found !== undefined) return found
  const made = make()
  if (known.size >= maxFormatters) known.clear()
  known.set(key, made)
  return made
}
