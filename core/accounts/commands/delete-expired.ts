import type { Db } from '#core/shared/db.ts'

/** Deletes counts of attempts, sign-ins and links that are over. Returns how many there were. */
export async function deleteExpired(db: Db, now: Date): Promise<number> {
  const deleted = await Promise.all([
    db.deleteFrom('rateLimits').where('expire', '<', now.getTime()).executeTakeFirst(),
    db.deleteFrom('authSessions').where('expiresAt', '<', now).executeTakeFirst(),
    db.deleteFrom('authVerifications').where('expiresAt', '<', now).executeTakeFirst(),
  ])
  return deleted.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0)
}
