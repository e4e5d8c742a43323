import {
  parsePhoneNumberFromString,
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
} from 'libphonenumber-js/min'

/**
 * The numbers, as E.164, that a typed phone can be, by the country it is typed for: none, one, or two, of which only the
 * person knows the right one. Only their length is judged: numbering plans change faster than any list of them, and
 * refusing a real number loses a customer.
 */
export function phonesOf(text: string, country: string): string[] {
  // Full-width digits and signs become plain ones.
  const typed = text.normalize('NFKC')
  const region: CountryCode | undefined = isSupportedCountry(country) ? country : undefined
  const phone = parsePhoneNumberFromString(typed, region)
  if (!phone?.isPossible()) return []
  const other = abroad(typed, phone)
  return other === null ? [phone.number] : [phone.number, other]
}

export type PhoneProblem = 'phone_invalid' | 'phone_unsure'

/** A typed phone as it is kept, as E.164, or why it cannot be. */
export function readPhone(text: string, country: string): { phone: string } | PhoneProblem {
  const [phone, other] = phonesOf(text, country)
  if (phone === undefined) return 'phone_invalid'
  return other === undefined ? { phone } : 'phone_unsure'
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

const digitsOf = (text: string) => text.replace(/\D/g, '')
