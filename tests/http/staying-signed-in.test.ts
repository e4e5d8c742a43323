import { sql } from 'kysely'
import { resetPassword } from '#core/accounts/commands/reset-password.ts'
import type { Db } from '#core/shared/db.ts'
import { password, registered, signInWith, wholeForm } from '#tests/support/accounts.ts'
import { appFor, signInAs } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { signedInVendor } from '#tests/support/workspace.ts'

const name = 'openspot.session_token'

test('a session that is used is renewed once a day, under a new token', async ({ deps, db }) => {
  const { browser: visitor } = await signedInVendor(deps)
  await usedBefore(db, { days: 2, signedInDaysAgo: 2 })
  // The public pages only look: a renewal whose cookie they did not carry would be lost.
  for (const path of ['/', '/classes']) {
    const answer = await visitor.get(path)
    expect(answer.headers.getSetCookie().join()).not.toContain('session_token')
  }
  const before = visitor.cookies.get(name) ?? ''
  const renewed = await visitor.get('/dashboard')
  expect(renewed.status).toBe(200)
  const [cookie, ...more] = renewed.headers.getSetCookie()
  expect(cookie).toMatch(
    /^openspot\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(more).toEqual([])
  expect(visitor.cookies.get(name)).not.toBe(before)
  expect((await visitor.get('/dashboard')).status).toBe(200)
  expect((await visitor.get('/dashboard')).headers.getSetCookie()).toEqual([])

  // What was under way with the old token is still answered; a minute later nothing is.
  const late = (await appFor(deps)).visitor()
  late.cookies.set(name, before)
  const answered = await late.get('/dashboard')
  expect([answered.status, answered.headers.getSetCookie()]).toEqual([200, []])
  const [old] = await db
    .selectFrom('authSessions')
    .where('replacedAt', 'is not', null)
    .select('expiresAt')
    .execute()
  expect(old?.expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 60_000)
})

test('of two requests with one old session one renews it, and both are answered', async ({
  deps,
  db,
}) => {
  const { browser: visitor } = await signedInVendor(deps)
  await usedBefore(db, { days: 2, signedInDaysAgo: 2 })
  const answers = await Promise.all([visitor.get('/dashboard'), visitor.get('/dashboard/classes')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toHaveLength(1)
  expect(await db.selectFrom('authSessions').select('id').execute()).toHaveLength(2)
})

test('a session that is being renewed ends with a password reset, too', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const browser = await registered(await appFor(deps), deps)
  await signInWith(browser, wholeForm.email, password)
  await usedBefore(db, { days: 2, signedInDaysAgo: 2 })
  const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const token = await deps.auth.resetToken(id)
  const held = await holdLock(databaseUrl, 'select from users where id = $1 for update', [id])
  const renewing = browser.get('/dashboard')
  await waitForWaiter(db)
  const visitor = { headers: new Headers(), network: '192.0.2.1' }
  const resetting = resetPassword(deps, visitor, { token, password })
  await waitForWaiter(db, 2)
  await held.commit()
  await renewing
  expect(await resetting).toMatchObject({ ok: true })
  expect(await db.selectFrom('authSessions').select('id').execute()).toEqual([])
})

test('a session ends 90 days after the sign-in, however often it is used', async ({ deps, db }) => {
  const { browser: visitor } = await signedInVendor(deps)
  await usedBefore(db, { days: 2, signedInDaysAgo: 80 })
  const renewed = await visitor.get('/dashboard')
  expect(renewed.headers.getSetCookie().join()).toMatch(/Max-Age=86(?:3[5-9]\d\d|4000)/)
  const { expiresAt, createdAt } = await db
    .selectFrom('authSessions')
    .where('replacedAt', 'is', null)
    .select(['expiresAt', 'createdAt'])
    .executeTakeFirstOrThrow()
  expect(expiresAt.getTime() - createdAt.getTime()).toBe(90 * dayMs)
})

test('a person who has not finished the profile step stays signed in as well', async ({
  deps,
  db,
}) => {
  const app = await appFor(deps)
  const { userId } = await aVendor(deps.db, { setUpAt: null })
  const visitor = app.visitor()
  await signInAs(deps, visitor, userId)
  await usedBefore(db, { days: 2, signedInDaysAgo: 2 })
  const answer = await visitor.get('/dashboard')
  expect(answer.headers.get('location')).toBe('/onboarding')
  expect(answer.headers.getSetCookie().join()).toContain('Max-Age=2592000')
})

test('a sign-in ends the session that the browser came with, and no other', async ({
  deps,
  db,
}) => {
  const app = await appFor(deps)
  const owner = await registered(app, deps)
  await signInWith(owner, wholeForm.email, password)
  const presented = owner.cookies.get(name) ?? ''
  const phone = app.visitor()
  await signInWith(phone, wholeForm.email, password)
  await signInWith(owner, wholeForm.email, password)
  expect(owner.cookies.get(name)).not.toBe(presented)
  expect(await db.selectFrom('authSessions').select('id').execute()).toHaveLength(2)
  const thief = app.visitor()
  thief.cookies.set(name, presented)
  expect((await thief.get('/dashboard')).headers.get('location')).toContain('/login')
  expect((await phone.get('/dashboard')).headers.get('location')).toBe('/onboarding')
})

const dayMs = 24 * 3_600_000

/** Every session was last renewed so many days ago. */
function usedBefore(db: Db, { days, signedInDaysAgo }: { days: number; signedInDaysAgo: number }) {
  return db
    .updateTable('authSessions')
    .set({
      createdAt: sql<Date>`now() - ${signedInDaysAgo} * interval '24 hours'`,
      updatedAt: sql<Date>`now() - ${days} * interval '24 hours'`,
      expiresAt: sql<Date>`now() + interval '3 days'`,
    })
    .execute()
}
