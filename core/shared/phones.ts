import {
  parsePhoneNumberFromString,
  type CountryCode,
  isSupportedCountry,
} from 'libphonenumber-js/min'

/**
 * A phone as E.164 by the vendor's country, or null when it is none. Only its length is judged: numbering
 * plans change faster than any list of them, and refusing a real number loses a customer.
 */
export function phoneOf(text: string, country: string): string | null {
  const region: CountryCode | undefined = isSupportedCountry(country) ? country : undefined
  const phone = parsePhoneNumberFromString(text, region)
  return phone?.isPossible() ? phone.number : null
}
