import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { addMinutes } from '#core/shared/time.ts'

// The privacy policy promises it.
const keptMinutes = 14 * 24 * 60
const maxPerRun = 500

/**
 * Deletes accounts whose address nobody confirmed, with their empty vendors and the mails that asked: strangers can sign up
 * with any address. Returns their number.
 */
export async function deleteUnconfirmed(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const users = await tx
      .selectFrom('users as u')
      .where('u.emailVerified', '=', false)
      .where('u.kind', '=', 'owner')
      .where('u.createdAt', '<', addMinutes(now, -keptMinutes))
      .where(sql<boolean>`not exists (select from auth_sessions s where s.user_id = u.id)`)
      .where(
        sql<boolean>`not exists (select from vendor_members m join vendors v on v.id = m.vendor_id
          where m.user_id = u.id and (v.set_up_at is not null or m.role <> 'owner'))`,
      )
      .orderBy('u.createdAt')
      .limit(maxPerRun)
      .forUpdate()
      .skipLocked()
      .select('u.id')
      .execute()
    if (users.length === 0) return 0
    const ids = users.map(({ id }) => id)
    const owned = tx.selectFrom('vendorMembers').where('userId', 'in', ids).select('vendorId')
    await tx.deleteFrom('messages').where('userId', 'in', ids).execute()
    await tx.deleteFrom('vendors').where('id', 'in', owned).execute()
    await tx.deleteFrom('users').where('id', 'in', ids).execute()
    return ids.length
  })
}
