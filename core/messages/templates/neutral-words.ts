import { viewUrl } from '#core/bookings/queries/links.ts'
import type { Slot } from '#core/events/catalogue.ts'
import { findSender } from '../queries/sender.ts'
import { holdsLink } from '../rules/names.ts'
import type { BundleLeft, PurchaseFacts } from '../schema.ts'
import type { StoredMessage, Writer } from './define-letter.ts'
import type { MailTexts } from './translator.ts'

/**
 * Whether an email to a customer must use only our words: if a vendor is suspended or not proven, nobody knows
 * whether its customers asked for the mail.
 */
export async function isNeutral(
  deps: Writer,
  { audience, vendorId }: Pick<StoredMessage, 'audience' | 'vendorId'>,
): Promise<boolean> {
  if ((audience !== 'customer' && audience !== 'chat') || vendorId === null) return false
  const sender = await findSender(deps, vendorId)
  return sender.isSuspended || !sender.isProven
}

/** What stands for the title of a class that holds a link. */
function neutralTitle(t: MailTexts, { purchase }: { purchase: { reference: string } }): string {
  return t('neutralTitle', { reference: purchase.reference })
}

const plain = (text: string, otherwise: string) => (holdsLink(text) ? otherwise : text)

/** What is listed of a vendor, without any link of the vendor's in it. */
export function listedWithoutLinks<
  One extends { reference: string; business: string; classTitle: string; bundleName?: string },
>(t: MailTexts, one: One): One {
  const { reference, business, classTitle, bundleName } = one
  return {
    ...one,
    business: plain(business, ''),
    classTitle: plain(classTitle, neutralTitle(t, { purchase: { reference } })),
    ...(bundleName !== undefined && { bundleName: plain(bundleName, '') }),
  }
}

/** The news of a bundle without any link of the vendor's. */
export function bundleWithoutLinks(t: MailTexts, facts: BundleLeft): BundleLeft {
  const { vendor, bundle, fromClass, toClass } = facts
  return {
    ...facts,
    vendor: { ...vendor, name: plain(vendor.name, '') },
    bundle: { ...bundle, name: plain(bundle.name, '') },
    fromClass: plain(fromClass, t('neutralClass.from')),
    toClass: plain(toClass, t('neutralClass.to')),
  }
}

/** The facts without any link of the vendor's: an online session is joined from the booking page. */
export function withoutLinks<Facts extends PurchaseFacts>(
  deps: Writer,
  t: MailTexts,
  facts: Facts,
): Facts {
  const online = viewUrl(deps, facts.purchase)
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
    bundle: facts.bundle && { ...facts.bundle, name: plain(facts.bundle.name, '') },
  }
}
