import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** '+49 1512 0018943': a stored phone as people read it. An email address stays as it is. */
export function phoneText(phone: string): string {
  return parsePhoneNumberFromString(phone, { extract: false })?.formatInternational() ?? phone
}
