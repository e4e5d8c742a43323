import { viewUrl } from '#core/bookings/queries/links.ts'
import type { Slot } from '#core/events/catalogue.ts'
import { findStanding } from '../queries/standing.ts'
import { holdsLink, isProven } from '../rules.ts'
import type { PurchaseFacts } from '../schema.ts'
import type { StoredMessage, Writer } from './define-letter.ts'
import type { MailTexts } from './translator.ts'

/**
 * Whether a mail to a customer must keep to our words: of a vendor that has not proven itself nobody knows whether its
 * customers asked for the mail.
 */
export async function isNeutral(
  { db, settings }: Writer,
  { audience, vendorId }: Pick<StoredMessage, 'audience' | 'vendorId'>,
): Promise<boolean> {
  if (audience !== 'customer' || vendorId === null || !settings.mailBudgets) return false
  return !isProven(await findStanding(db, vendorId))
}

/** What the subject calls the class. */
export function neutralTitle(t: MailTexts, { purchase }: PurchaseFacts): string {
  return t('neutralTitle', { reference: purchase.reference })
}

/** The facts without any link of the vendor's: an online session is joined from the booking page. */
export function withoutLinks(deps: Writer, t: MailTexts, facts: PurchaseFacts): PurchaseFacts {
  const online = viewUrl(deps, facts.purchase)
  const plain = (text: string, otherwise: string) => (holdsLink(text) ? otherwise : text)
  const place = <Place extends Pick<Slot, 'location' | 'onlineUrl'>>(of: Place): Place => ({
    ...of,
    location: of.location === null ? null : plain(of.location, t('labels.onPage')),
    onlineUrl: of.onlineUrl === null ? null : online,
  })
  return {
    ...facts,
    vendor: { ...facts.vendor, name: plain(facts.vendor.name, ''), telegram: null },
    entries: facts.entries.map((entry) => ({
      ...place(entry),
      classTitle: plain(entry.classTitle, neutralTitle(t, facts)),
      before: entry.before && place(entry.before),
    })),
    before: facts.before && place(facts.before),
    bundle: facts.bundle && { ...facts.bundle, name: plain(facts.bundle.name, '') },
  }
}
