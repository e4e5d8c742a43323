import type { Deps } from '#core/shared/deps.ts'
import type { Visitor } from './ask-auth.ts'

/** The address of somebody else who is signed in in this browser, or null. */
export async function findOtherSignedIn(
  { auth }: Deps,
  visitor: Visitor,
  userId: string,
): Promise<string | null> {
  const found = await auth.findSession(visitor.headers)
  return found && found.user.id !== userId ? found.user.email : null
}

/** The session of somebody who is signed in in this browser, or null. */
export async function findSessionId(
  { auth }: Deps,
  visitor: Visitor,
  userId: string,
): Promise<string | null> {
  const found = await auth.findSession(visitor.headers)
  return found && found.user.id === userId ? found.session.id : null
}

/** Ends the session that the browser came with. */
export async function endPresentedSession({ auth, db }: Deps, visitor: Visitor): Promise<void> {
  const found = await auth.findSession(visitor.headers)
  if (!found) return
  const { id, userId } = found.session
  await db
    .deleteFrom('authSessions')
    // Also deletes the old token that a renewal keeps for a minute.
    .where((eb) =>
      eb.or([
        eb('id', '=', id),
        eb.and([eb('userId', '=', userId), eb('replacedAt', 'is not', null)]),
      ]),
    )
    .execute()
}
