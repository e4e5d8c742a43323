import type { Answerer } from '#core/bookings/commands/answer-request.ts'
import type { OpenedLink } from '#core/bookings/queries/links.ts'
import type { Db } from '#core/shared/db.ts'

/** A purchase as its first link opens it. */
export function linkTo(groupId: string, tokenRotation = 0): OpenedLink {
  return { id: groupId, tokenRotation }
}

/** A purchase as its link of today opens it. */
export function currentLink(db: Db, groupId: string): Promise<OpenedLink> {
  return db
    .selectFrom('bookingGroups')
    .where('id', '=', groupId)
    .select(['id', 'tokenRotation'])
    .executeTakeFirstOrThrow()
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
