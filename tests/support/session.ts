import { createHmac, randomBytes } from 'node:crypto'
import type { Deps } from '#core/shared/deps.ts'

/** Name and value of the cookie of a new session, stored and signed as the auth library does. */
export async function newSession(
  { db, secretKeys }: Pick<Deps, 'db' | 'secretKeys'>,
  userId: string,
): Promise<{ name: string; value: string }> {
  const token = randomBytes(16).toString('hex')
  const expiresAt = new Date(Date.now() + 3_600_000)
  await db.insertInto('authSessions').values({ userId, token, expiresAt }).execute()
  const signature = createHmac('sha256', secretKeys[0]).update(token).digest('base64')
  return {
    name: 'openspot.session_token',
    value: encodeURIComponent(`${token}.${signature}`),
  }
}
