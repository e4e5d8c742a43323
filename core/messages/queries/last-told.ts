import { sql } from 'kysely'
import type { Slot } from '#core/events/catalogue.ts'
import type { Db } from '#core/shared/db.ts'
import { isEnding, purchaseKindOf } from '../rules.ts'
import { purchaseFactsSchema } from '../schema.ts'

type Reader = { groupId: string; audience: 'customer' | 'vendor'; recipient: string }

/**
 * The last place and time sent to a reader for each spot of a purchase. Null if it is uncertain whether a later message
 * arrived, or if the spot ended. Spots that no mail has named are missing.
 */
export async function listLastTold(
  db: Db,
  { groupId, audience, recipient }: Reader,
): Promise<ReadonlyMap<string, Slot | null>> {
  const rows = await db
    .selectFrom('messages')
    .where('groupId', '=', groupId)
    .where('audience', '=', audience)
    .where('recipient', '=', recipient)
    .where('attempts', '>', 0)
    // A mail is checked before it is sent, so one that failed its first check was not sent.
    .where((eb) => eb.or([eb('status', '<>', 'superseded'), eb('attempts', '>', 1)]))
    .orderBy(sql`finished_at nulls last`)
    .orderBy('createdAt')
    .select(['kind', 'status', 'facts'])
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const kind = purchaseKindOf(row.kind)
      const { data: facts } = purchaseFactsSchema.safeParse(row.facts)
      if (!kind || !facts) return []
      const isCertain = row.status === 'sent' && !isEnding(kind)
      return facts.entries.flatMap(
        ({ bookingIds, startsAt, endsAt, zone, location, onlineUrl }) => {
          const told = isCertain ? { startsAt, endsAt, zone, location, onlineUrl } : null
          return bookingIds.map((id) => [id, told] as const)
        },
      )
    }),
  )
}
