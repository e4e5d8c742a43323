import { sql } from 'kysely'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { type Changed, changedSince, type Version } from '#core/shared/version.ts'
import { usernameProblem, type UsernameProblem } from '../rules.ts'
import type { UsernameForm } from '../schema.ts'
import { claimUsername } from '../steps/claim-username.ts'

/** Former names stay reserved for the vendor, so nobody may collect them. */
const namesPerMonth = 5

export type UsernameChanged =
  | { ok: true; username: string }
  | { ok: false; reason: UsernameProblem | 'username_taken' | 'username_limit' }
  | Changed<UsernameForm>

/** Gives the public page another address; the former ones lead to it. */
export async function changeUsername(
  db: Db,
  vendorId: VendorId,
  typed: UsernameForm,
  version: Version = null,
): Promise<UsernameChanged> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('vendors')
      .where('id', '=', vendorId)
      .select('username')
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const changed = changedSince(version, { username: row.username ?? '' }, typed)
    if (changed) return changed
    const { username } = typed
    const problem = await claimProblem(tx, vendorId, username)
    if (problem) return { ok: false, reason: problem }
    if (!(await claimUsername(tx, vendorId, username)))
      return { ok: false, reason: 'username_taken' }
    await tx
      .updateTable('vendors')
      .set((eb) => ({ username, updatedAt: eb.fn<Date>('now') }))
      .where('id', '=', vendorId)
      .execute()
    return { ok: true, username }
  })
}

/** Going back to a former name is always possible, also to one that nobody could claim today. */
async function claimProblem(
  tx: Tx,
  vendorId: VendorId,
  username: string,
): Promise<UsernameProblem | 'username_limit' | null> {
  const { names, isFormer } = await tx
    .selectFrom('usernames')
    .where('vendorId', '=', vendorId)
    .select([
      sql<number>`(count(*) filter (where claimed_at > now() - interval '30 days'))::integer`.as(
        'names',
      ),
      sql<boolean>`coalesce(bool_or(username = ${username}), false)`.as('isFormer'),
    ])
    .executeTakeFirstOrThrow()
  if (isFormer) return null
  return usernameProblem(username) ?? (names >= namesPerMonth ? 'username_limit' : null)
}
