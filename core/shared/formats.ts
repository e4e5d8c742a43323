import { renamedZones } from './renamed-zones.ts'

// Creating an Intl formatter takes fifty times as long as using it, and a page of sessions uses hundreds. The limit
// prevents requests with many languages and zones from filling the memory.
const maxFormatters = 500

/** Without hours: `clockText` alone writes them, because a language's own choice of AM and PM is not the place's. */
export type DayOptions = Omit<Intl.DateTimeFormatOptions, Hours> & { [option in Hours]?: never }
type Hours = 'timeStyle' | 'hour' | 'minute'

/** The formatter of a language and options, made once. Shared with the browser. */
export function dateFormat(language: string, options: DayOptions): Intl.DateTimeFormat {
  return formatOf(language, options)
}

function formatOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return remembered(dates, language, options, () => knownFormat(language, options))
}

/**
 * A browser may have older zones than the server. One vendor's zone must not break the page for its reader: it is shown under
 * its former name, or by UTC, which is then named beside the time.
 */
function knownFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const make = (more: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, ...more })
  try {
    return make({})
  } catch (error) {
    if (!(error instanceof RangeError) || options.timeZone === undefined) throw error
    const former = Object.keys(renamedZones).find((name) => renamedZones[name] === options.timeZone)
    try {
      return make({ timeZone: former ?? 'UTC' })
    } catch {
      return make({ timeZone: 'UTC' })
    }
  }
}

const elevenMonthsMs = 335 * 86_400_000

/** The year, for days so far away that they would be ambiguous without it. */
export function yearOfFarDay(at: Date): Pick<Intl.DateTimeFormatOptions, 'year'> {
  return Math.abs(at.getTime() - Date.now()) > elevenMonthsMs ? { year: 'numeric' } : {}
}

// Cities of the countries whose English speakers say AM and PM.
const americanCities =
  'New_York|Detroit|Kentucky/.+|Indiana/.+|Chicago|Menominee|North_Dakota/.+|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak|Toronto|Montreal|Vancouver|Edmonton|Winnipeg|Halifax|Regina|St_Johns|Moncton|Glace_Bay|Goose_Bay|Whitehorse|Yellowknife|Iqaluit'
const twelveHours = new RegExp(
  `^(?:(?:US|Canada|Australia|NZ)/|America/(?:${americanCities})$|Pacific/(?:Honolulu|Auckland)$|Asia/(?:Kolkata|Calcutta|Manila|Karachi|Dhaka)$)`,
)

/** 'Central European Time'. The language's data has no name for UTC. */
export function zoneText(zone: string, language: string, at: Date): string {
  const parts = dateFormat(language, {
    timeZone: zone,
    timeZoneName: 'longGeneric',
  }).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
  if (name === 'GMT+00:00') return 'UTC'
  return name.replace(/^United Kingdom Time$/, 'UK time')
}

/**
 * A time on the clock of a zone: '18:00'; in English '6:00 PM' where people say so at the place. The place is another one
 * only where a reader's own time stands beside it: one page has one kind of clock.
 */
export function clockText(at: Date, zone: string, language: string, place = zone): string {
  const options: Intl.DateTimeFormatOptions =
    language === 'en' && twelveHours.test(place)
      ? { hour: 'numeric', hourCycle: 'h12' }
      : { hour: '2-digit', hourCycle: 'h23' }
  const text = formatOf(language, { timeZone: zone, minute: '2-digit', ...options }).format(at)
  // No line breaks before AM and PM; some engines write a narrow space there, which fonts lack.
  return text.replace(/[ \u202f](?=[AP]M$)/, '\u00a0')
}

/** The same for a local time 'hh:mm' of a place; '24:00' ends a day. */
export function localClockText(time: string, place: string, language: string): string {
  return language === 'en' && twelveHours.test(place)
    ? clockText(new Date(`2000-01-01T${time}Z`), 'UTC', language, place)
    : time
}

/** Both ends of a time range; AM or PM is said once where it is the same: '6:00' and '7:00 PM'. */
export function clockRange(start: string, end: string): { start: string; end: string } {
  const half = /\u00a0[AP]M$/.exec(end)?.[0]
  return { start: half && start.endsWith(half) ? start.slice(0, -half.length) : start, end }
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
