import { sql } from 'kysely'
import type { Deps } from '#core/shared/deps.ts'
import { logSecurity } from '#core/shared/security-event.ts'
import { voidLinks } from '../steps/end-sessions.ts'
import type { Visitor } from './ask-auth.ts'

type Account = { userId: string; email: string }

export type DevicesEnded = { ok: true; count: number } | { ok: false; reason: 'not_found' }

/**
 * Signs out one device of the account. A device that is signed out already counts as done. Links that were mailed before end
 * with it.
 */
export async function endDevice(
  deps: Deps,
  visitor: Visitor,
  account: Account,
  device: string,
): Promise<DevicesEnded> {
  return end(deps, visitor, account, sql<boolean>`extract(epoch from created_at)::text = ${device}`)
}

/** Signs out every device of the account but this one, and ends the links that were mailed before. */
export async function endOtherDevices(
  deps: Deps,
  visitor: Visitor,
  account: Account,
): Promise<DevicesEnded> {
  const found = await deps.auth.findSession(visitor.headers)
  if (!found || found.user.id !== account.userId) return { ok: false, reason: 'not_found' }
  // Renewing a token keeps the moment of the sign-in.
  const isOther = sql<boolean>`created_at <> (select created_at from auth_sessions where id = ${found.session.id})`
  return end(deps, visitor, account, isOther)
}

async function end(
  deps: Deps,
  { network }: Visitor,
  { userId, email }: Account,
  which: ReturnType<typeof sql<boolean>>,
): Promise<DevicesEnded> {
  const count = await deps.db.transaction().execute(async (tx) => {
    // Locks the account, too: a renewal in progress adds a session.
    await voidLinks(tx, userId)
    const ended = await tx
      .deleteFrom('authSessions')
      .where('userId', '=', userId)
      .where(which)
      .executeTakeFirst()
    return Number(ended.numDeletedRows)
  })
  if (count > 0) logSecurity(deps, 'devices.signed_out', { email, network })
  return { ok: true, count }
}
