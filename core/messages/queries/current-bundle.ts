import { findPurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import { findPackOfGroup } from '#core/entitlements/queries.ts'
import type { Db } from '#core/shared/db.ts'
import { formerHolderOf, stillMoved } from '../rules.ts'
import type { BundleLeft } from '../schema.ts'
import { bundleFacts } from './bundle-facts.ts'
import { NoAddressAnyMore } from './current-news.ts'

/** The current content of a message about a bundle's credits. Null if it is no longer true. */
export async function findBundleLeftToSend(
  db: Db,
  { kind, recipient, facts }: { kind: string; recipient: string; facts: BundleLeft },
): Promise<(BundleLeft & { isFormer?: boolean }) | null> {
  const { groupId, tokenRotation } = facts.purchase
  const details = await findPurchaseDetails(db, groupId)
  const packs = await findPackOfGroup(db, groupId)
  // Messages of older versions do not name it; then the purchase has only one.
  const pack =
    packs.find(({ entitlementId }) => entitlementId === facts.entitlementId) ??
    (packs.length === 1 ? packs[0] : undefined)
  if (!details || !pack) return facts
  const { customerEmail: email, holderRotation } = details
  const former = formerHolderOf(facts.purchase, details)
  if (kind === 'bundle.handed_over' && !former) return null
  if (kind === 'bundle.moved') {
    const { sessions, toClassId } = facts
    const told = { sessions, toClassId, recipient, tokenRotation }
    if (!stillMoved(told, { ...pack, email, holderRotation })) return null
  }
  if ((former ?? details).customerEmail === null) throw new NoAddressAnyMore()
  // Today's credits and amount owed belong to the new owner.
  if (former) return { ...facts, isFormer: true }
  return {
    ...facts,
    bundle: bundleFacts(pack),
    purchase: { ...facts.purchase, tokenRotation: details.tokenRotation },
  }
}
