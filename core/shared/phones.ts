import { pastedContact } from './fields.ts'
import {
  parsePhoneNumberFromString,
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max'

/** '+6834000': the shortest there are, of small islands. */
const shortest = 8

/**
 * The possible E.164 numbers of a typed phone in a country: none, one, or two if ambiguous. Checks only the length:
 * numbering plans change faster than any list of them, and refusing a real number loses a customer. A number in full, as
 * it is stored, is never called cut short.
 */
export function phonesOf(text: string, country: string): string[] {
  const typed = pastedContact(text)
  const region = regionOf(country)
  const phone = withoutOldOne(parsePhoneNumberFromString(typed, region))
  if (!phone?.isPossible() || phone.number.length < shortest) return []
  if (typed !== phone.number && isCutShort(phone)) return []
  const other = abroad(typed, phone)
  return other === null ? [phone.number] : [phone.number, other]
}

export type PhoneProblem = 'phone_invalid' | 'phone_short' | 'phone_unsure'

/** Parses a typed phone into E.164, or returns the problem. */
export function readPhone(text: string, country: string): { phone: string } | PhoneProblem {
  const [phone, other] = phonesOf(text, country)
  if (phone === undefined) return hasTooFewDigits(text, country) ? 'phone_short' : 'phone_invalid'
  return other === undefined ? { phone } : 'phone_unsure'
}

/** '+49' of 'DE'; null where it is not known. */
export function callingCode(country: string): string | null {
  const region = regionOf(country)
  return region === undefined ? null : `+${getCountryCallingCode(region)}`
}

/** Somebody meant a phone number and left out some of it. */
function hasTooFewDigits(text: string, country: string): boolean {
  const typed = pastedContact(text)
  const digits = digitsOf(typed).length
  if (digits === 0 || /[^+\d\s()./-]/.test(typed)) return false
  const region = regionOf(country)
  const phone = parsePhoneNumberFromString(typed, region)
  const isShort = validatePhoneNumberLength(typed, region) === 'TOO_SHORT'
  return isShort || digits < shortest - 1 || (phone?.isPossible() === true && isCutShort(phone))
}

/** '+52 1 55 …': Mexico's mobile numbers had a 1 there until 2020, and WhatsApp still shows it. */
function withoutOldOne(phone: PhoneNumber | undefined): PhoneNumber | undefined {
  const mobile = phone && /^\+521(\d{10})$/.exec(phone.number)
  return mobile ? parsePhoneNumberFromString(`+52${mobile[1]}`) : phone
}

/** '0171 2345': begins as a number of its country, and would be one with more digits. */
function isCutShort(phone: PhoneNumber): boolean {
  if (phone.isValid()) return false
  return ['0', '00', '000', '0000', '00000'].some((more) =>
    parsePhoneNumberFromString(phone.number + more)?.isValid(),
  )
}

/** '49 170 …' in Germany: without its 0 or its +, it can also be a whole number that begins with a country. */
function abroad(typed: string, phone: PhoneNumber): string | null {
  const digits = digitsOf(typed)
  const isWrittenAsThere = digits === digitsOf(phone.formatNational())
  const saysItsCountry = !digitsOf(phone.formatNational()).endsWith(digits)
  if (isWrittenAsThere || saysItsCountry) return null
  const whole = parsePhoneNumberFromString(`+${digits}`)
  return whole?.isValid() && whole.number !== phone.number ? whole.number : null
}

const regionOf = (country: string): CountryCode | undefined =>
  isSupportedCountry(country) ? country : undefined

const digitsOf = (text: string) => text.replace(/\D/g, '')
