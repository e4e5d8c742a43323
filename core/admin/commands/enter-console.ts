import { sql } from 'kysely'
import { endPresentedSession } from '../../accounts/commands/presented-session.ts'
import type { Visitor } from '../../accounts/commands/ask-auth.ts'
import { findTwoFactor } from '../../accounts/queries.ts'
import type { Deps } from '#core/shared/deps.ts'
import { logSecurity } from '#core/shared/security-event.ts'
import { idleMinutes } from '../rules.ts'

export type ConsoleEntered =
  | { ok: true; userId: string; email: string; name: string; hasTwoFactor: boolean }
  /** `not_admin`: somebody else is signed in */
  | { ok: false; reason: 'signed_out' | 'not_admin' | 'idle' }

/**
 * Whether the visitor may use the console now, asked for each of its requests. A session that did nothing for half an hour
 * ends; any other one is used by this.
 */
export async function enterConsole(deps: Deps, visitor: Visitor): Promise<ConsoleEntered> {
  const found = await deps.auth.findSession(visitor.headers)
  if (!found) return { ok: false, reason: 'signed_out' }
  const { id: userId, email } = found.user
  const admin = await deps.db
    .selectFrom('userRoles as r')
    .innerJoin('profiles as p', 'p.userId', 'r.userId')
    .where('r.userId', '=', userId)
    .where('r.role', '=', 'super_admin')
    .select('p.fullName')
    .executeTakeFirst()
  if (!admin) return { ok: false, reason: 'not_admin' }
  const used = await deps.db
    .updateTable('authSessions')
    .set({ consoleUsedAt: sql<Date>`now()` })
    .where('id', '=', found.session.id)
    .where(
      sql<boolean>`coalesce(console_used_at, created_at) > now() - make_interval(mins => ${idleMinutes})`,
    )
    .executeTakeFirst()
  if (used.numUpdatedRows === 0n) {
    await endPresentedSession(deps, visitor)
    logSecurity(deps, 'sign_out', { email, network: visitor.network, reason: 'idle' })
    return { ok: false, reason: 'idle' }
  }
  const hasTwoFactor = (await findTwoFactor(deps.db, userId)) !== null
  return { ok: true, userId, email, name: admin.fullName, hasTwoFactor }
}
