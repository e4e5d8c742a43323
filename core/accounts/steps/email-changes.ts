import type { Db, Tx } from '#core/shared/db.ts'
import { addMinutes } from '#core/shared/time.ts'
import { findAccount } from '../queries.ts'
import { emailLinkHours, restorableDays } from '../rules.ts'
import type { EmailLinkKind } from './email-links.ts'

export type EmailChange = {
  id: string
  userId: string
  oldEmail: string
  newEmail: string
  createdAt: Date
}

/** A change whose link of this kind can be used now. */
export async function findEmailChange(
  db: Db | Tx,
  kind: EmailLinkKind,
  changeId: string,
): Promise<EmailChange | null> {
  const now = new Date()
  const of = db
    .selectFrom('emailChanges as c')
    .innerJoin('users as u', 'u.id', 'c.userId')
    .where('c.id', '=', changeId)
    .where('c.restoredAt', 'is', null)
    .select(['c.id', 'c.userId', 'c.oldEmail', 'c.newEmail', 'c.createdAt'])
  const usable =
    kind === 'confirm'
      ? of
          .where('c.confirmedAt', 'is', null)
          .where('c.createdAt', '>', addMinutes(now, -emailLinkHours * 60))
          .whereRef('u.email', '=', 'c.oldEmail')
      : of.where('c.confirmedAt', '>', addMinutes(now, -restorableDays * 24 * 60))
  const change = await usable.executeTakeFirst()
  if (!change) return null
  // The former address belongs to its owner until the change can no longer be undone.
  const isFree = kind === 'restore' || !(await isTaken(db, change.newEmail, change.userId))
  return isFree ? change : null
}

/** Whether somebody signs in with an address, or may still get it back. */
export async function isTaken(db: Db | Tx, email: string, exceptUserId?: string): Promise<boolean> {
  return (await findAccount(db, email)) !== null || (await isHeld(db, email, exceptUserId))
}

/** Whether an address was somebody's until lately, who can still restore it. */
export async function isHeld(db: Db | Tx, email: string, exceptUserId?: string): Promise<boolean> {
  const held = await db
    .selectFrom('emailChanges')
    .where('oldEmail', '=', email.toLowerCase())
    .where('confirmedAt', '>', addMinutes(new Date(), -restorableDays * 24 * 60))
    .where('restoredAt', 'is', null)
    .$if(exceptUserId !== undefined, (query) => query.where('userId', '<>', exceptUserId ?? ''))
    .select('id')
    .executeTakeFirst()
  return held !== undefined
}
