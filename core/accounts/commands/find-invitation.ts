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
  const row = await openInvitations(db).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Whether somebody with this address, who has proved that it is theirs, may sign up by invitation. */
export async function isInvited(db: Db, email: string): Promise<boolean> {
  const row = await openInvitations(db).where('email', '=', email.toLowerCase()).executeTakeFirst()
  return row !== undefined
}

/** A confirmed account uses its invitation up: a trigger in db/functions/invitations.sql. */
function openInvitations(db: Db) {
  return db
    .selectFrom('invitations')
    .where('acceptedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .select(['id', 'email'])
}
