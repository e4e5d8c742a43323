import { listSpotsHeld } from '#core/classes/queries/reach.ts'
import { agreementTo, type Asked, noEffects } from '#core/classes/steps/agreement.ts'
import { listBundlesHeld } from '#core/entitlements/queries.ts'
import type { Db } from '#core/shared/db.ts'

/** The text by which a form agrees to withdraw a bundle with its current holder, dates, credits and payments. */
export async function askAboutBundle(db: Db, entitlementId: string): Promise<Asked> {
  const spots = await listSpotsHeld(db, { entitlementId })
  const bundles = await listBundlesHeld(db, { entitlementId })
  const question = { ...noEffects, bundles: bundles.length }
  return { question, agreement: agreementTo(question, [...spots, ...bundles]) }
}
