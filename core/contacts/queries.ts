import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Language } from '#core/shared/languages.ts'

/** What a contact holds: upcoming spots in one session and in total; and whether the vendor has blocked it. */
export type ContactSpots = { onSession: number; upcoming: number; isBlocked: boolean }

/**
 * Exact while the contact is locked. Without a contact nothing is known. `fromNetwork`: what is held unpaid from another network
 * is not counted.
 */
export async function countContactSpots(
  db: Db,
  contactId: string | null,
  sessionId: string,
  fromNetwork: string | null = null,
): Promise<ContactSpots> {
  if (contactId === null) return { onSession: 0, upcoming: 0, isBlocked: false }
  const { rows } = await sql<ContactSpots>`
    select held.*, c.blocked_at is not null as is_blocked
    from contacts c, count_contact_spots(c.id, ${sessionId}, ${fromNetwork}) held where c.id = ${contactId}`.execute(
    db,
  )
  return rows[0] ?? { onSession: 0, upcoming: 0, isBlocked: false }
}

/** The language in which a contact last booked itself; null if it never did. */
export async function findLanguageOf(db: Db, contactId: string | null): Promise<Language | null> {
  if (contactId === null) return null
  const last = await db
    .selectFrom('purchases')
    .where('contactId', '=', contactId)
    .where('source', '!=', 'vendor')
    .orderBy('createdAt', 'desc')
    .select('language')
    .executeTakeFirst()
  return last?.language ?? null
}
