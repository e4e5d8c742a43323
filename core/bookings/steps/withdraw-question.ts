import { listSpotsHeld } from '#core/classes/queries/reach.ts'
import { agreementTo, type Asked, noEffects } from '#core/classes/steps/agreement.ts'
import { listBundlesHeld } from '#core/passes/queries.ts'
import type { Db } from '#core/shared/db.ts'

/** The text by which a form agrees to withdraw a bundle with its current holder, dates, credits and payments. */
export async function askAboutBundle(db: Db, passId: string): Promise<Asked> {
  const spots = await listSpotsHeld(db, { passId })
  const bundles = await listBundlesHeld(db, { passId })
  const question = { ...noEffects, bundles: bundles.length }
  return { question, agreement: agreementTo(question, [...spots, ...bundles]) }
}
