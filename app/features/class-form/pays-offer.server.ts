import { findCardAccount, takesCards } from '#core/cards/queries.ts'
import type { PayWay } from '#core/classes/rules.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { PaysOffer } from './pays-field.tsx'

/** Whether a class is asked where its customers pay. `pays`: what it says now. */
export async function paysOffer(
  deps: Deps,
  vendorId: VendorId,
  pays: PayWay = 'studio',
): Promise<PaysOffer> {
  const [account, takes] = await Promise.all([
    findCardAccount(deps.db, vendorId),
    takesCards(deps, vendorId),
  ])
  return { isAsked: account !== null || pays !== 'studio', takesCards: takes }
}
