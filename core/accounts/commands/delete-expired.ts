import type { Db } from '#core/shared/db.ts'
import { addMinutes } from '#core/shared/time.ts'
import { invitationKeptDays, restorableDays } from '../rules.ts'

// One confirmed late can be undone for as long as any other.
const emailChangeDays = restorableDays + 1

/** Deletes expired attempt counts, sign-ins, links and invitations. Returns their number. */
export async function deleteExpired(db: Db, now: Date): Promise<number> {
  const deleted = await Promise.all([
    db.deleteFrom('rateLimits').where('expire', '<', now.getTime()).executeTakeFirst(),
    db.deleteFrom('authSessions').where('expiresAt', '<', now).executeTakeFirst(),
    db
      .deleteFrom('emailChanges')
      .where('createdAt', '<', addMinutes(now, -emailChangeDays * 24 * 60))
      .executeTakeFirst(),
    // From the moment it could no longer be used.
    db
      .deleteFrom('invitations')
      .where(
        ({ fn }) => fn.coalesce('acceptedAt', 'withdrawnAt', 'expiresAt'),
        '<',
        addMinutes(now, -invitationKeptDays * 24 * 60),
      )
      .executeTakeFirst(),
    db.deleteFrom('authVerifications').where('expiresAt', '<', now).executeTakeFirst(),
  ])
  return deleted.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0)
}
