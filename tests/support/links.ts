import type { Answerer } from '#core/bookings/commands/answer-request.ts'
import type { ChangingLink } from '#core/bookings/queries/links.ts'
import type { Db } from '#core/shared/db.ts'

/** A purchase as its first link opens it. */
export function linkTo(groupId: string, tokenRotation = 0): ChangingLink {
  return { id: groupId, tokenRotation, isReadOnly: false, issuedBy: null }
}

/** A purchase as its link of today opens it. */
export async function currentLink(db: Db, groupId: string): Promise<ChangingLink> {
  const { tokenRotation } = await db
    .selectFrom('bookingGroups')
    .where('id', '=', groupId)
    .select('tokenRotation')
    .executeTakeFirstOrThrow()
  return linkTo(groupId, tokenRotation)
}

/** The holder of the vendor's link, who sees every spot of a purchase as it is now. */
export async function allOf(
  db: Db,
  groupId: string,
): Promise<Extract<Answerer, { groupId: string }>> {
  const shown = await db
    .selectFrom('bookings')
    .where('groupId', '=', groupId)
    .select(['id as bookingId', 'sessionId'])
    .execute()
  return { groupId, shown }
}
