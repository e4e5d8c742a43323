import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { readInvitation } from '../queries.ts'

/** The address that the link of an invitation lets sign up; null if it is over, used, withdrawn, or not our link. */
export async function findInvitation(
  { db, secretKeys }: Pick<Deps, 'db' | 'secretKeys'>,
  token: string,
): Promise<{ id: string; email: string } | null> {
  const id = readInvitation(secretKeys, token)
  if (id === null) return null
  const row = await db
    .selectFrom('invitations')
    .where('id', '=', id)
    .where('acceptedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .select(['id', 'email'])
    .executeTakeFirst()
  return row ?? null
}

/** Somebody has signed up with the address: its invitation is used. */
export async function acceptInvitation(db: Db, email: string): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ acceptedAt: sql<Date>`now()` })
    .where('email', '=', email.toLowerCase())
    .where('acceptedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .execute()
}
