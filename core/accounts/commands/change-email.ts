import { randomUUID } from 'node:crypto'
import { emit } from '#core/events/emit.ts'
import { sqlState, type Tx } from '#core/shared/db.ts'
import type { LinkEnd } from '#core/integrations/link-tokens.ts'
import type { Deps } from '#core/shared/deps.ts'
import { emailAddress, withoutTag } from '#core/shared/fields.ts'
import { logSecurity, type SecurityEvent } from '#core/shared/security-event.ts'
import { takeInTurn } from '#core/shared/take-in-turn.ts'
import { addMinutes } from '#core/shared/time.ts'
import {
  type EmailChange,
  type EmailLinkKind,
  findEmailChange,
  findTwoFactor,
  findWaitingEmail,
  readEmailLink,
} from '../queries.ts'
import { restorableDays } from '../rules.ts'
import { endSessions, lockAccount, voidLinks } from '../steps/end-sessions.ts'
import { type Shown, stillHolds } from '../steps/proof.ts'
import type { Visitor } from './ask-auth.ts'
import { checkPassword, type PasswordChecked } from './change-password.ts'
import { type ProofChecked, withProof } from './check-proof.ts'

type Account = { userId: string; email: string }

export type EmailChangeRequested =
  | { ok: true; email: string }
  | { ok: false; reason: 'email_invalid' | 'email_same' | 'mails_limited' }
  | Exclude<ProofChecked | PasswordChecked, { ok: true }>

/**
 * Asks the owner of a new address to confirm it, before somebody signs in with it. Asks for everything that the account asks
 * for at a sign-in. The answer is the same if the address has an account: then nobody gets a mail.
 */
export async function requestEmailChange(
  deps: Deps,
  visitor: Visitor,
  { userId, email: oldEmail }: Account,
  { email: typed, password, code }: { email: string; password: string; code: string },
): Promise<EmailChangeRequested> {
  const parsed = emailAddress.safeParse(typed.trim())
  if (!parsed.success) return { ok: false, reason: 'email_invalid' }
  const newEmail = parsed.data
  if (newEmail === oldEmail) return { ok: false, reason: 'email_same' }
  const about = { email: oldEmail, network: visitor.network }
  const refuse = <Refused extends { reason: string }>(refused: Refused) => {
    logSecurity(deps, 'email.change_refused', { ...about, reason: refused.reason })
    return refused
  }
  const checked = await checkPassword(deps, visitor, userId, password)
  if (!checked.ok) return refuse(checked)
  if (!(await mayMail(deps, visitor, { userId, newEmail })))
    return refuse({ ok: false, reason: 'mails_limited' } as const)
  const proved = await prove(deps, visitor, { shown: checked.shown, code }, async (tx) => {
    await deleteWaiting(tx, userId)
    const { id: changeId } = await tx
      .insertInto('emailChanges')
      .values({ userId, oldEmail, newEmail })
      .returning('id')
      .executeTakeFirstOrThrow()
    await emit(tx, 'account.email_change_requested', { userId, changeId })
  })
  if (!proved.ok) return refuse(proved)
  logSecurity(deps, 'email.change_requested', about)
  return { ok: true, email: newEmail }
}

export type EmailChangeSentAgain =
  | { ok: true; email: string }
  | { ok: false; reason: 'not_waiting' | 'mails_limited' }

/** Sends the mail to the new address again. Its link works as long as before. */
export async function resendEmailChange(
  deps: Deps,
  visitor: Visitor,
  { userId }: Account,
): Promise<EmailChangeSentAgain> {
  const waiting = await findWaitingEmail(deps.db, userId)
  if (!waiting) return { ok: false, reason: 'not_waiting' }
  const { changeId, newEmail } = waiting
  if (!(await mayMail(deps, visitor, { userId, newEmail })))
    return { ok: false, reason: 'mails_limited' }
  await emit(deps.db, 'account.email_change_resend', { userId, changeId })
  return { ok: true, email: newEmail }
}

export type EmailChangeWithdrawn = { ok: true } | { ok: false; reason: 'not_waiting' }

/** The link in the mail to the new address works no longer. */
export async function withdrawEmailChange(
  deps: Deps,
  { network }: Visitor,
  { userId, email }: Account,
): Promise<EmailChangeWithdrawn> {
  const isGone = await deps.db.transaction().execute(async (tx) => {
    await lockAccount(tx, userId)
    return deleteWaiting(tx, userId)
  })
  if (!isGone) return { ok: false, reason: 'not_waiting' }
  logSecurity(deps, 'email.change_withdrawn', { email, network })
  return { ok: true }
}

async function deleteWaiting(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('emailChanges')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The recipient may never have heard of us. */
function mayMail(
  { limits }: Deps,
  { network }: Visitor,
  { userId, newEmail }: { userId: string; newEmail: string },
): Promise<boolean> {
  const mailbox = withoutTag(newEmail)
  return takeInTurn(
    [limits.mailPerNetwork, network],
    [limits.mailPerAccount, `new address of ${userId}`],
    [limits.mailPerAccount, `new address ${mailbox}`],
    [limits.requestedMailsPerMailbox, mailbox],
  )
}

type Given = { shown: Required<Shown>; code: string }

/** Does the work for somebody who has shown the password, and the code if the account asks for one. */
async function prove(
  deps: Deps,
  { network }: Visitor,
  { shown, code }: Given,
  work: (tx: Tx) => Promise<void>,
): Promise<{ ok: true } | Exclude<ProofChecked, { ok: true }>> {
  const { userId } = shown
  const by = { userId, network, isSignedIn: true, shown }
  if (await findTwoFactor(deps.db, userId))
    return withProof(deps, by, { code, recoveryCode: '' }, work)
  const held = await deps.db.transaction().execute(async (tx) => {
    if (!(await stillHolds(tx, shown))) return false
    await work(tx)
    return true
  })
  return held ? { ok: true } : { ok: false, reason: 'busy' }
}

export type EmailLink = { kind: EmailLinkKind; email: string }

/** What the link of a mail would do, and with which address; null: it cannot be used, or not any more. */
export async function findEmailLink(
  deps: Pick<Deps, 'db' | 'secretKeys'>,
  token: string,
): Promise<EmailLink | null> {
  const link = readEmailLink(deps, token)
  const change = link && (await findEmailChange(deps.db, link.kind, link.changeId))
  if (!link || !change) return null
  return { kind: link.kind, email: link.kind === 'confirm' ? change.newEmail : change.oldEmail }
}

/** Why the link of a mail does nothing, or nothing any more. */
export async function findEmailLinkEnd(
  deps: Pick<Deps, 'db' | 'secretKeys'>,
  token: string,
): Promise<LinkEnd> {
  const link = readEmailLink(deps, token)
  if (link === null) return 'wrong'
  const row = await deps.db
    .selectFrom('emailChanges')
    .where('id', '=', link.changeId)
    .select(['confirmedAt', 'restoredAt'])
    .executeTakeFirst()
  const usedAt = link.kind === 'confirm' ? row?.confirmedAt : row?.restoredAt
  return usedAt ? 'used' : 'over'
}

export type EmailLinkUsed =
  | ({ ok: true } & EmailLink)
  | { ok: false; reason: 'link_invalid' | 'rate_limited' }

/** Changes the address somebody signs in with, or restores the former one. Each link works once. */
export async function useEmailLink(
  deps: Deps,
  { network }: Pick<Visitor, 'network'>,
  token: string,
): Promise<EmailLinkUsed> {
  const link = readEmailLink(deps, token)
  const doIt = link?.kind === 'confirm' ? change : restore
  const used = link && (await unlessTaken(() => doIt(deps, link.changeId)))
  // Only wrong tokens are counted, so that a valid one always works, even on a shared address.
  if (!link || !used) {
    const { ok } = await deps.limits.tokenPerNetwork.take(network)
    return { ok: false, reason: ok ? 'link_invalid' : 'rate_limited' }
  }
  const event: SecurityEvent = link.kind === 'confirm' ? 'email.changed' : 'email.restored'
  logSecurity(deps, event, { email: used.oldEmail, network })
  return {
    ok: true,
    kind: link.kind,
    email: link.kind === 'confirm' ? used.newEmail : used.oldEmail,
  }
}

/** Somebody signed up with the address in the same moment: then it is theirs. */
async function unlessTaken<Changed>(work: () => Promise<Changed>): Promise<Changed | null> {
  try {
    return await work()
  } catch (error) {
    if (sqlState(error) === '23505') return null
    throw error
  }
}

/** Finds the change again under the lock of its account. */
async function lockChange(
  tx: Tx,
  kind: EmailLinkKind,
  changeId: string,
): Promise<EmailChange | null> {
  const before = await findEmailChange(tx, kind, changeId)
  if (!before) return null
  await lockAccount(tx, before.userId)
  return findEmailChange(tx, kind, changeId)
}

async function change({ db }: Deps, changeId: string): Promise<EmailChange | null> {
  return db.transaction().execute(async (tx) => {
    const found = await lockChange(tx, 'confirm', changeId)
    if (!found || !(await setEmail(tx, found.userId, found.newEmail))) return null
    await tx
      .updateTable('emailChanges')
      .set({ confirmedAt: new Date() })
      .where('id', '=', changeId)
      .execute()
    // Links that were mailed to the former address.
    await voidLinks(tx, found.userId)
    await emit(tx, 'account.email_changed', { userId: found.userId, changeId })
    return found
  })
}

/**
 * For an owner whose account somebody else has taken over. Every session and the password end, and with them what was added
 * since some days before the change. What is older stays: the former mailbox alone must not open an account that asks for more.
 */
async function restore(deps: Deps, changeId: string): Promise<EmailChange | null> {
  const password = await deps.auth.hashPassword(randomUUID())
  return deps.db.transaction().execute(async (tx) => {
    const found = await lockChange(tx, 'restore', changeId)
    if (!found) return null
    const { userId, createdAt } = found
    const { email: leaving } = await tx
      .selectFrom('users')
      .where('id', '=', userId)
      .select('email')
      .executeTakeFirstOrThrow()
    if (!(await setEmail(tx, userId, found.oldEmail))) return null
    // With it the later ones: their links must not take the address away again.
    await tx
      .updateTable('emailChanges')
      .set({ restoredAt: new Date() })
      .where('userId', '=', userId)
      .where('createdAt', '>=', createdAt)
      .execute()
    await removeAddedSince(tx, userId, addMinutes(createdAt, -restorableDays * 24 * 60))
    await tx
      .updateTable('authAccounts')
      .set({ password, updatedAt: new Date() })
      .where('userId', '=', userId)
      .where('providerId', '=', 'credential')
      .execute()
    await endSessions(tx, userId)
    await voidLinks(tx, userId)
    await emit(tx, 'account.reset_requested', { email: found.oldEmail })
    await emit(tx, 'account.email_restored', { userId, email: leaving })
    return found
  })
}

/** All that signs in besides the password. */
async function removeAddedSince(tx: Tx, userId: string, since: Date): Promise<void> {
  await tx
    .deleteFrom('passkeys')
    .where('userId', '=', userId)
    .where('createdAt', '>=', since)
    .execute()
  // Its recovery codes go with it.
  await tx
    .deleteFrom('twoFactors')
    .where('userId', '=', userId)
    .where('switchedOnAt', '>=', since)
    .execute()
  await tx
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('createdAt', '>=', since)
    .execute()
  await tx
    .deleteFrom('authAccounts')
    .where('userId', '=', userId)
    .where('providerId', '<>', 'credential')
    .where('createdAt', '>=', since)
    .execute()
}

/** False: somebody else signs in with it by now. */
async function setEmail(tx: Tx, userId: string, email: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users as u')
    .set({ email, emailVerified: true, updatedAt: new Date() })
    .where('u.id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as other')
            .where('other.email', '=', email)
            .where('other.id', '<>', userId)
            .select('other.id'),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
