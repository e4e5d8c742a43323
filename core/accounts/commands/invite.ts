import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import { isTaken } from '../queries.ts'
import { invitationDays } from '../rules.ts'

export type Invited = { ok: true; email: string } | { ok: false; reason: 'exists' | 'closed' }

/** Invites somebody to sign up, by mail. Inviting again sends a new mail and lets the invitation run for its full time. */
export async function invite(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  { email: typed, language, adminId }: { email: string; language: Language; adminId: string },
): Promise<Invited> {
  if (settings.signUp === 'closed') return { ok: false, reason: 'closed' }
  const email = typed.trim().toLowerCase()
  if (await isTaken(db, email)) return { ok: false, reason: 'exists' }
  await db.transaction().execute(async (tx) => {
    const expiresAt = sql<Date>`now() + make_interval(days => ${invitationDays})`
    const { id } = await tx
      .insertInto('invitations')
      .values({ email, language, invitedBy: adminId, expiresAt })
      .onConflict((conflict) =>
        conflict
          .column('email')
          .where('acceptedAt', 'is', null)
          .where('withdrawnAt', 'is', null)
          .doUpdateSet({ language, expiresAt, invitedBy: adminId }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeAudit(tx, {
      vendorId: null,
      userId: adminId,
      action: 'invitation.sent',
      subject: ['invitation', id],
      details: { email },
    })
    await emit(tx, 'invitation.sent', { invitationId: id })
  })
  return { ok: true, email }
}

export type InvitationWithdrawn = { ok: true } | { ok: false; reason: 'over' }

/** The link of the invitation works no longer. */
export async function withdrawInvitation(
  db: Db,
  { invitationId, adminId }: { invitationId: string; adminId: string },
): Promise<InvitationWithdrawn> {
  return db.transaction().execute(async (tx) => {
    const withdrawn = await tx
      .updateTable('invitations')
      .set({ withdrawnAt: sql<Date>`now()` })
      .where('id', '=', invitationId)
      .where('acceptedAt', 'is', null)
      .where('withdrawnAt', 'is', null)
      .returning('email')
      .executeTakeFirst()
    if (!withdrawn) return { ok: false, reason: 'over' }
    await writeAudit(tx, {
      vendorId: null,
      userId: adminId,
      action: 'invitation.withdrawn',
      subject: ['invitation', invitationId],
      details: { email: withdrawn.email },
    })
    return { ok: true }
  })
}
