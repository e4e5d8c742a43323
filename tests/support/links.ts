import { spotVersion } from '#core/bookings/rules/spot-version.ts'
import { holdsSeat } from '#core/bookings/rules/status.ts'
import type { Answerer } from '#core/bookings/commands/answer-request.ts'
import type { ChangingLink } from '#core/bookings/queries/links.ts'
import type { Db } from '#core/shared/db.ts'

/** A purchase as its first link opens it. */
export function linkTo(purchaseId: string, tokenRotation = 0): ChangingLink {
  return { id: purchaseId, tokenRotation, isReadOnly: false, issuedBy: null }
}

/** A purchase as its link of today opens it. */
export async function currentLink(db: Db, purchaseId: string): Promise<ChangingLink> {
  const { tokenRotation } = await db
    .selectFrom('purchases')
    .where('id', '=', purchaseId)
    .select('tokenRotation')
    .executeTakeFirstOrThrow()
  return linkTo(purchaseId, tokenRotation)
}

/** The holder of the vendor's link, who sees every spot of a purchase as it is now. */
export async function allOf(
  db: Db,
  purchaseId: string,
): Promise<Extract<Answerer, { purchaseId: string }>> {
  const shown = await db
    .selectFrom('bookings')
    .where('purchaseId', '=', purchaseId)
    .select(['id as bookingId', 'sessionId', 'status'])
    .execute()
  return {
    purchaseId,
    shown: shown.map(({ bookingId, sessionId, status }) => ({
      bookingId,
      version: spotVersion({ sessionId, isHeld: holdsSeat(status) }),
    })),
  }
}
