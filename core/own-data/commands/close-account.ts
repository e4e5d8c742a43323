import { sql } from 'kysely'
import type { Visitor } from '#core/accounts/commands/ask-auth.ts'
import { checkPassword } from '#core/accounts/commands/change-password.ts'
import {
  forgetAttempts,
  matchProof,
  type ProofMatched,
  type ProofProblem,
  usedUpBefore,
  takeProof,
} from '#core/accounts/commands/check-proof.ts'
import { endSessions, voidLinks } from '#core/accounts/steps/end-sessions.ts'
import { type Shown, stillHolds } from '#core/accounts/steps/proof.ts'
import { emit } from '#core/events/emit.ts'
import { lockSessions } from '#core/seats/steps/lock-sessions.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { logSecurity } from '#core/shared/security-event.ts'
import { settle } from '#core/shared/settle.ts'
import { addMinutes } from '#core/shared/time.ts'
import { daysToTakeBack } from '../rules.ts'
import type { CloseForm } from '../schema.ts'
import { askAboutClosing, listUpcoming } from '../steps/close-question.ts'

const dayMinutes = 24 * 60

export type AccountClosed =
  | { ok: true }
  | { ok: false; reason: 'wrong' | 'rate_limited' | 'wrong_username' | 'busy' }
  /** of the code, which only two-factor sign-in needs */
  | { ok: false; reason: Exclude<ProofProblem, 'not_on'> }
  /** there are upcoming bookings or bundles, and the form does not say that they are cancelled */
  | { ok: false; reason: 'choose' }
  /** other bookings or bundles would end than the form showed */
  | { ok: false; reason: 'not_agreed' }

type Owner = { vendorId: VendorId; userId: string; email: string }

/**
 * Closes the account of a vendor for its owner and signs everybody out. From now on nothing of it is public. The worker then
 * cancels what is booked and tells the customers (`end-closed.ts`), and erases the account after some days.
 */
export async function closeAccount(
  deps: Deps,
  visitor: Visitor,
  owner: Owner,
  form: CloseForm,
): Promise<AccountClosed> {
  const checked = await checkPassword(deps, visitor, owner.userId, form.password)
  if (!checked.ok) return checked
  const { userId } = owner
  const by = { userId, network: visitor.network, isSignedIn: true }
  const proof = await matchProof(deps, by, { code: form.code, recoveryCode: '' })
  if (!proof.ok && proof.reason !== 'not_on') return { ok: false, reason: proof.reason }
  const matched = proof.ok ? proof : null
  const closed = await settle<AccountClosed>(deps.db, (tx) =>
    close(tx, owner, { form, matched, shown: checked.shown }),
  )
  if (!closed.ok) return closed
  if (matched) await forgetAttempts(deps, by, matched)
  logSecurity(deps, 'account.closed', { email: owner.email, network: visitor.network })
  return closed
}

type Asked = { form: CloseForm; matched: ProofMatched | null; shown: Shown }

async function close(
  tx: Tx,
  { vendorId, userId }: Owner,
  { form, matched, shown }: Asked,
): Promise<AccountClosed> {
  // Every command that creates or moves a session locks the vendor for share, so none can come before the commit.
  const vendor = await tx
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select(['username', 'closedAt'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  // The other of two tabs did it.
  if (vendor.closedAt) return { ok: true }
  if (form.username !== (vendor.username ?? '')) return { ok: false, reason: 'wrong_username' }
  const upcoming = await listUpcoming(tx, vendorId)
  await lockSessions(
    tx,
    upcoming.map(({ id }) => id),
  )
  const { agreement } = await askAboutClosing(tx, vendorId)
  if (agreement !== '' && form.cancel !== 'on') return { ok: false, reason: 'choose' }
  if (agreement !== (form.agreed ?? '')) return { ok: false, reason: 'not_agreed' }
  if (!(await stillHolds(tx, shown))) return { ok: false, reason: 'busy' }
  // Only now: a form that is asked again is sent with the same code.
  if (matched && !(await takeProof(tx, userId, matched)))
    return { ok: false, reason: usedUpBefore(matched) }
  const { closedAt } = await tx
    .updateTable('vendors')
    .set((eb) => ({ closedAt: eb.fn<Date>('now'), updatedAt: eb.fn<Date>('now') }))
    .where('id', '=', vendorId)
    .returning(sql<Date>`closed_at`.as('closedAt'))
    .executeTakeFirstOrThrow()
  await signEverybodyOut(tx, vendorId)
  const until = addMinutes(closedAt, daysToTakeBack * dayMinutes).toISOString()
  await emit(tx, 'account.closed', { vendorId, userId, until })
  await writeAudit(tx, {
    vendorId,
    userId,
    action: 'account.closed',
    subject: ['vendor', vendorId],
    details: { sessions: upcoming.length },
  })
  return { ok: true }
}

async function signEverybodyOut(tx: Tx, vendorId: VendorId): Promise<void> {
  const members = await tx
    .selectFrom('vendorMembers')
    .where('vendorId', '=', vendorId)
    .orderBy('userId')
    .select('userId')
    .execute()
  for (const { userId } of members) {
    await endSessions(tx, userId)
    await voidLinks(tx, userId)
  }
}
