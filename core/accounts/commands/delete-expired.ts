import type { Db } from '#core/shared/db.ts'
import { addMinutes } from '#core/shared/time.ts'
import { restorableDays } from '../rules.ts'

// One confirmed late can be undone for as long as any other.
const emailChangeDays = restorableDays + 1

/** Deletes expired attempt counts, sign-ins and links. Returns their number. */
export async function deleteExpired(db: Db, now: Date): Promise<number> {
  const deleted = await Promise.all([
    db.deleteFrom('rateLimits').where('expire', '<', now.getTime()).executeTakeFirst(),
    db.deleteFrom('authSessions').where('expiresAt', '<', now).executeTakeFirst(),
    db
      .deleteFrom('emailChanges')
      .where('createdAt', '<', addMinutes(now, -emailChangeDays * 24 * 60))
      .executeTakeFirst(),
    db.deleteFrom('authVerifications').where('expiresAt', '<', now).executeTakeFirst(),
  ])
  return deleted.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0)
}
