import { getCountries } from 'libphonenumber-js/min'
import { zoneName } from './clock.ts'
import { currentZone } from './zone-names.ts'

export type Choice = { value: string; label: string }

/** Every country by its name in the reader's language, in the order of that language. */
export function countryChoices(language: string): Choice[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const order = new Intl.Collator(language)
  return getCountries()
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => order.compare(a.label, b.label))
}

export type ZoneChoice = Choice & { country: string | null }

/** Every IANA zone by its name of today, with the country it lies in. */
export function zoneChoices(): ZoneChoice[] {
  const countries = zoneCountries()
  return ['UTC', ...Intl.supportedValuesOf('timeZone').map(currentZone).toSorted()].map(
    (value) => ({
      value,
      label: zoneName(value),
      country: countries.get(value) ?? null,
    }),
  )
}

function zoneCountries(): Map<string, string> {
  return new Map(
    getCountries().flatMap((country) =>
      zonesOf(country).map((zone) => [currentZone(zone), country] as const),
    ),
  )
}

function zonesOf(country: string): string[] {
  return new Intl.Locale('und', { region: country }).getTimeZones() ?? []
}

export function currencyChoices(language: string, currencies: readonly string[]): Choice[] {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return currencies.map((value) => ({ value, label: `${value} · ${names.of(value) ?? value}` }))
}

/** The country a browser's languages speak of ('de-AT'), or null. */
export function countryAsked(acceptLanguage: string | null): string | null {
  const region = /\b[a-z]{2,3}-([A-Z]{2})\b/.exec(acceptLanguage ?? '')?.[1]
  return getCountries().find((country) => country === region) ?? null
}
