import type { Tx } from '#core/shared/db.ts'

/** New and renewed sessions of the account wait until the transaction is over. */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').where('id', '=', userId).select('id').forUpdate().execute()
}

/** Ends every session of an account. Locks the account first, because a renewal in progress adds a session. */
export async function endSessions(tx: Tx, userId: string): Promise<void> {
  await lockAccount(tx, userId)
  await tx.deleteFrom('authSessions').where('userId', '=', userId).execute()
}

/** Uses up a mailed link. False: it is used or void. Locks the account first, as everything does that voids links. */
export async function takeLink(
  tx: Tx,
  { linkId, userId }: { linkId: string; userId: string },
): Promise<boolean> {
  await lockAccount(tx, userId)
  const { numDeletedRows } = await tx
    .deleteFrom('authVerifications')
    .where('id', '=', linkId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/**
 * Links mailed earlier must not give access any more, to whatever address. Locks the account first, because a change of the
 * sign-in address may be in progress.
 */
export async function voidLinks(tx: Tx, userId: string): Promise<void> {
  await lockAccount(tx, userId)
  await tx.deleteFrom('authVerifications').where('value', '=', userId).execute()
  await tx
    .deleteFrom('emailChanges')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .execute()
}
