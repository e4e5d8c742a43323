import { findPurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import { findPackOfGroup } from '#core/entitlements/queries.ts'
import type { Holder } from '#core/events/catalogue.ts'
import type { Tx } from '#core/shared/db.ts'
import { bundleFacts } from '../queries/bundle-facts.ts'
import { type BundleKind, formerHolderOf } from '../rules.ts'
import { queueMessage } from './queue-message.ts'

export type NewsOfBundle = {
  eventId: string
  kind: BundleKind
  groupId: string
  entitlementId: string
  sessions: number
  fromClass: string
  toClass: string
  toClassId?: string | undefined
  /** who had it when it happened */
  holder?: Holder | undefined
}

/** Queues the message to the owner of a bundle whose class is no longer offered, or to its former owner. */
export async function tellOfBundle(tx: Tx, news: NewsOfBundle): Promise<void> {
  const today = await findPurchaseDetails(tx, news.groupId)
  const packs = await findPackOfGroup(tx, news.groupId)
  const pack = packs.find(({ entitlementId }) => entitlementId === news.entitlementId)
  if (!today || !pack) return
  const former = news.holder ? formerHolderOf(news.holder, today) : null
  const isTheirs = former !== null || news.kind === 'bundle.handed_over'
  const details = { ...today, ...(isTheirs && news.holder), ...former }
  const { reference, tokenRotation, customerName, customerEmail, customerPhone } = details
  await queueMessage(tx, {
    eventId: news.eventId,
    kind: news.kind,
    audience: 'customer',
    email: customerEmail,
    otherwise: customerPhone ?? reference,
    language: details.language,
    vendorId: details.vendorId,
    groupId: details.id,
    facts: {
      purchase: {
        groupId: details.id,
        reference,
        tokenRotation,
        customerName,
        customerEmail,
        customerPhone,
      },
      vendor: { name: details.vendorName, email: details.contactEmail },
      bundle: bundleFacts(pack),
      fromClass: news.fromClass,
      toClass: news.toClass,
      sessions: news.sessions,
      entitlementId: news.entitlementId,
      toClassId: news.toClassId ?? null,
    },
  })
}
