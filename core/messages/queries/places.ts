import type { Db } from '#core/shared/db.ts'

export type Places = { taken: number; capacity: number }

/** How full sessions are, by their ids. */
export async function listPlaces(
  db: Db,
  sessionIds: readonly (string | null)[],
): Promise<Record<string, Places>> {
  const ids = sessionIds.filter((id) => id !== null)
  if (ids.length === 0) return {}
  const rows = await db
    .selectFrom('classSessions')
    .where('id', 'in', ids)
    // A slot of a facility has one place: it is always full.
    .where('isSlot', '=', false)
    .select(['id', 'currentStudents as taken', 'maxStudents as capacity'])
    .execute()
  return Object.fromEntries(rows.map(({ id, ...places }) => [id, places]))
}
