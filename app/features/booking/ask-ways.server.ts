import { phoneText } from '#core/shared/phone-text.ts'
import type { AskWays } from './booking-offer.ts'

/** How customers reach a vendor, as far as it has published that. */
export function waysOf(of: {
  contactTelegram: string | null
  contactEmail: string | null
  contactPhone: string | null
}): AskWays {
  const { contactTelegram: telegram, contactEmail: email, contactPhone } = of
  return { telegram, email, phone: contactPhone && phoneText(contactPhone) }
}
