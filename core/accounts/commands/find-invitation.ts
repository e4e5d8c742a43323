import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { readInvitation } from '../queries.ts'

/** `over`: expired, withdrawn, or deleted long after its end. `wrong`: not our link. */
export type Invitation =
  | { state: 'open'; id: string; email: string }
  | { state: 'used' | 'over' | 'wrong' }

/** The address that the link of an invitation lets sign up, or why it does not. */
export async function findInvitation(
  { db, secretKeys }: Pick<Deps, 'db' | 'secretKeys'>,
  token: string,
): Promise<Invitation> {
  const id = readInvitation(secretKeys, token)
  if (id === null) return { state: 'wrong' }
  const open = await openInvitations(db).where('id', '=', id).executeTakeFirst()
  if (open) return { state: 'open', ...open }
  const ended = await db
    .selectFrom('invitations')
    .where('id', '=', id)
    .select('acceptedAt')
    .executeTakeFirst()
  return { state: ended?.acceptedAt ? 'used' : 'over' }
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
