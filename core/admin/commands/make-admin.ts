import { randomBytes } from 'node:crypto'
import { writeAudit } from '#core/shared/audit.ts'
import type { Deps } from '#core/shared/deps.ts'
import { emailAddress } from '#core/shared/fields.ts'
import { findAccount } from '../../accounts/queries.ts'
import { firstName } from '../../accounts/rules.ts'

export type AdminMade =
  | { ok: true; userId: string; email: string; isNew: boolean; link: string }
  | { ok: false; reason: 'email_invalid' | 'taken' }

/**
 * Makes the account of a super administrator, without a password: the link sets one, once, within an hour. For one that
 * exists, only a new link. An account that belongs to a vendor stays one.
 */
export async function makeAdmin(
  deps: Pick<Deps, 'db' | 'auth' | 'origin'>,
  typed: string,
): Promise<AdminMade> {
  const parsed = emailAddress.safeParse(typed.trim())
  if (!parsed.success) return { ok: false, reason: 'email_invalid' }
  const email = parsed.data
  const account = await findAccount(deps.db, email)
  if (account && account.kind !== 'admin') return { ok: false, reason: 'taken' }
  const userId = account?.id ?? (await addAccount(deps, email))
  const link = `${deps.origin}/reset-password?token=${await deps.auth.resetToken(userId)}`
  return { ok: true, userId, email, isNew: account === null, link }
}

async function addAccount({ db, auth }: Pick<Deps, 'db' | 'auth'>, email: string): Promise<string> {
  // Nobody knows it: the link replaces it.
  const password = await auth.hashPassword(randomBytes(32).toString('base64url'))
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('users')
      .values({ name: firstName(email), email, emailVerified: true, kind: 'admin' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('authAccounts')
      .values({ userId: id, accountId: id, providerId: 'credential', password })
      .execute()
    await writeAudit(tx, {
      vendorId: null,
      userId: null,
      action: 'admin.made',
      subject: ['user', id],
      details: { email },
    })
    return id
  })
}
