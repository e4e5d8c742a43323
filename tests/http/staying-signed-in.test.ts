import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { appFor, signInAs } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { signedInVendor } from '#tests/support/workspace.ts'

test('who comes back within thirty days stays signed in, and the browser is told so once a day', async ({
  deps,
}) => {
  const { browser: visitor } = await signedInVendor(deps)
  await expiringIn(deps.db, 3)
  // The public pages only look: a renewal whose cookie they did not carry would be lost.
  for (const path of ['/', '/classes']) {
    const answer = await visitor.get(path)
    expect(answer.headers.getSetCookie().join()).not.toContain('session_token')
  }
  const before = visitor.cookies.get('openspot.session_token')
  const renewed = await visitor.get('/dashboard')
  expect(renewed.status).toBe(200)
  const [cookie, ...more] = renewed.headers.getSetCookie()
  expect(cookie).toMatch(
    /^openspot\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(more).toEqual([])
  expect(visitor.cookies.get('openspot.session_token')).toBe(before)
  const { expiresAt } = await deps.db
    .selectFrom('authSessions')
    .select('expiresAt')
    .executeTakeFirstOrThrow()
  expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + 29.9 * dayMs)
  expect((await visitor.get('/dashboard')).headers.getSetCookie()).toEqual([])
})

test('who has not finished the profile step stays signed in as well', async ({ deps }) => {
  const app = await appFor(deps)
  const { userId } = await aVendor(deps.db, { setUpAt: null })
  const visitor = app.visitor()
  await signInAs(deps, visitor, userId)
  const answer = await visitor.get('/dashboard')
  expect(answer.headers.get('location')).toBe('/onboarding')
  expect(answer.headers.getSetCookie().join()).toContain('Max-Age=2592000')
})

test('a session that is ended elsewhere while it is prolonged leads to the sign-in', async ({
  deps,
}) => {
  const { browser: visitor } = await signedInVendor(deps)
  await sql`create function ended() returns trigger language plpgsql as 'begin return null; end'`.execute(
    deps.db,
  )
  await sql`create trigger ended before update on auth_sessions for each row execute function ended()`.execute(
    deps.db,
  )
  const answer = await visitor.get('/dashboard')
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('/login?redirect_to=%2Fdashboard')
})

const dayMs = 24 * 3_600_000

/** Every session ends so many days from now. */
function expiringIn(db: Db, days: number) {
  return db
    .updateTable('authSessions')
    .set({ expiresAt: new Date(Date.now() + days * dayMs) })
    .execute()
}
