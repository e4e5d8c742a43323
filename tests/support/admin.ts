import { keySealing } from '#core/accounts/steps/two-factor-key.ts'
import { makeAdmin } from '#core/admin/commands/make-admin.ts'
import { newTotpKey } from '#core/integrations/totp.ts'
import type { Deps } from '#core/shared/deps.ts'
import { seal } from '#core/shared/sealing.ts'
import { password } from './accounts.ts'
import { appFor, signInAs, type TestApp, type Visitor } from './app.ts'

export type AnAdmin = {
  app: TestApp
  browser: Visitor
  userId: string
  email: string
  /** of the authenticator app */
  key: string
}

/** A super administrator with a password and two-factor sign-in, who is signed in. */
export async function anAdmin(deps: Deps, email = 'ada@example.com'): Promise<AnAdmin> {
  const admin = await aNewAdmin(deps, email)
  const key = newTotpKey()
  const sealedKey = seal(keySealing(deps, admin.userId), key)
  await deps.db
    .insertInto('twoFactors')
    .values({ userId: admin.userId, sealedKey, lastStep: 0 })
    .execute()
  return { ...admin, key }
}

/** One who has a password, and no two-factor sign-in yet. */
export async function aNewAdmin(deps: Deps, email = 'ada@example.com') {
  const app = await appFor(deps)
  const made = await makeAdmin(deps, email)
  if (!made.ok) throw new Error(made.reason)
  const { userId } = made
  await deps.db
    .updateTable('authAccounts')
    .set({ password: await deps.auth.hashPassword(password) })
    .where('userId', '=', userId)
    .execute()
  const browser = app.visitor()
  await signInAs(deps, browser, userId)
  return { app, browser, userId, email }
}
