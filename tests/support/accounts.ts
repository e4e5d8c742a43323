import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { TestApp, Visitor } from '#tests/support/app.ts'

export const password = 'gorse-lantern-42'
export const wholeForm = { email: 'new@example.com', password, agreeToTerms: 'on' }

/** A visitor who has registered and whose address counts as confirmed. */
export async function registered(app: TestApp, deps: Deps): Promise<Visitor> {
  const visitor = app.visitor()
  await visitor.post('/register', wholeForm)
  await deps.db
    .updateTable('users')
    .set({ emailVerified: true })
    .where('email', '=', wholeForm.email)
    .execute()
  return visitor
}

/** The browser of the registered owner, who has signed in there and out again. */
export async function aKnownDevice(app: TestApp, deps: Deps): Promise<Visitor> {
  const owner = await registered(app, deps)
  await signInWith(owner, wholeForm.email, password)
  await owner.post('/signout')
  return owner
}

export const signInWith = (visitor: Visitor, email: string, word: string) =>
  visitor.post('/login', { email, password: word })

/** How many rows an account has in each of the tables it lives in. */
export async function rowsOf(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from users) as users, (select count(*)::int from profiles) as profiles,
      (select count(*)::int from user_roles) as user_roles, (select count(*)::int from vendors) as vendors,
      (select count(*)::int from vendor_members) as vendor_members, (select count(*)::int from outbox) as outbox,
      (select count(*)::int from auth_accounts) as auth_accounts, (select count(*)::int from auth_sessions) as auth_sessions
  `.execute(db)
  return { ...rows[0] }
}

export const noRows = {
  users: 0,
  profiles: 0,
  userRoles: 0,
  vendors: 0,
  vendorMembers: 0,
  outbox: 0,
  authAccounts: 0,
  authSessions: 0,
}
