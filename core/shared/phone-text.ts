import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** '+49 1512 0018943': a stored phone as people read it. */
export function phoneText(phone: string): string {
  return parsePhoneNumberFromString(phone)?.formatInternational() ?? phone
}
