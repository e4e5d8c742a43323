import { password, registered, signInWith, wholeForm } from '#tests/support/accounts.ts'
import { appFor, readPage, type TestApp, type Visitor } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import type { Deps } from '#core/shared/deps.ts'
import { signedInVendor } from '#tests/support/workspace.ts'

const page = '/settings/security'
const { email } = wholeForm
const newPassword = 'another-lantern-43'

/** Browsers that are signed in as the owner of a vendor with a password. */
async function signedIn(deps: Deps, count: number): Promise<{ app: TestApp; browsers: Visitor[] }> {
  const app = await appFor(deps)
  const first = await registered(app, deps)
  await deps.db.updateTable('vendors').set({ setUpAt: new Date() }).execute()
  const more = Array.from({ length: count - 1 }, () => app.visitor())
  for (const browser of [first, ...more]) await signInWith(browser, email, password)
  return { app, browsers: [first, ...more] }
}

const isIn = async (browser: Visitor) => (await browser.get(page)).status === 200

const toldOf = ({ db }: Deps, kind: string) =>
  db.selectFrom('outbox').where('kind', '=', kind).select('id').execute()

const deviceIn = (html: string) => /name="device" value="([^"]*)"/.exec(html)?.[1] ?? ''

test('a new password needs the current one, keeps this browser and signs out all others', async ({
  deps,
}) => {
  const { app, browsers } = await signedIn(deps, 2)
  const [browser, other] = browsers
  if (!browser || !other) throw new Error('no browsers')
  expect(await readPage(await browser.get(page))).toContain(
    'All your other devices are signed out when you change it.',
  )
  const before = browser.cookies.get('openspot.session_token')
  const wrong = await browser.post(page, { password: 'not my password', newPassword })
  expect(wrong.status).toBe(400)
  const shown = await wrong.text()
  expect(shown).toContain('This is not your current password.')
  for (const secret of ['not my password', newPassword]) expect(shown).not.toContain(secret)
  const weak = await browser.post(page, { password, newPassword: '12345678' })
  expect(await readPage(weak)).toContain('This password is too easy to guess.')
  expect(await isIn(other)).toBe(true)

  const changed = await browser.post(page, { password, newPassword })
  expect(changed.headers.get('location')).toBe(page)
  expect(await isIn(browser)).toBe(true)
  expect(browser.cookies.get('openspot.session_token')).not.toBe(before)
  expect(await isIn(other)).toBe(false)
  expect((await signInWith(app.visitor(), email, password)).status).toBe(400)
  expect((await signInWith(app.visitor(), email, newPassword)).status).toBe(302)
  // Only the change is told, not what was refused.
  expect(await toldOf(deps, 'account.password_changed')).toHaveLength(1)
})

test('right links for a new password work on an address where others used up the wrong ones', async ({
  deps,
}) => {
  const { app } = await signedIn(deps, 1)
  for (let guess = 0; guess < 61; guess++)
    await app.visitor().post('/reset-password', { token: `wrong-${guess}`, password: newPassword })
  const { id } = await deps.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const token = await deps.auth.resetToken(id)
  await app.visitor().post('/reset-password', { token, password: newPassword })
  expect((await signInWith(app.visitor(), email, newPassword)).status).toBe(302)
  expect(await toldOf(deps, 'account.password_changed')).toHaveLength(1)
})

test('guessing the current password is limited, and wrong passwords at the sign-in do not count for it', async ({
  deps,
}) => {
  const { app, browsers } = await signedIn(deps, 1)
  const [browser] = browsers
  if (!browser) throw new Error('no browser')
  for (let guess = 0; guess < 12; guess++)
    await signInWith(app.visitor({ address: `198.51.100.${guess}` }), email, 'wrong wrong')
  const guesses = []
  for (let guess = 0; guess < 11; guess++)
    guesses.push((await browser.post(page, { password: 'wrong', newPassword })).status)
  expect(guesses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
})

test('a mailed link from before a new password opens nothing', async ({ deps }) => {
  const { app, browsers } = await signedIn(deps, 1)
  const { id } = await deps.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const token = await deps.auth.signInToken(id)
  await browsers[0]?.post(page, { password, newPassword })
  expect((await app.visitor().post('/login-link/open', { token })).status).toBe(400)
})

test('one device, or all others, can be signed out', async ({ deps }) => {
  const { browsers } = await signedIn(deps, 4)
  const [browser] = browsers
  if (!browser) throw new Error('no browser')
  const html = await (await browser.get(page)).text()
  expect(html).toContain('This device')
  expect(html.match(/name="device"/g)).toHaveLength(3)
  await browser.post(page, { intent: 'device', device: deviceIn(html) })
  const left = await Promise.all(browsers.map(isIn))
  expect(left.filter(Boolean)).toHaveLength(3)
  await browser.post(page, { intent: 'others' })
  expect(await Promise.all(browsers.map(isIn))).toEqual([true, false, false, false])
  expect(await readPage(await browser.get(page))).toContain('You are not signed in anywhere else.')
})

test('a device that got a new token after the page was opened is signed out as well', async ({
  deps,
  db,
}) => {
  const { browsers } = await signedIn(deps, 2)
  const [browser, other] = browsers
  if (!browser || !other) throw new Error('no browsers')
  const html = await (await browser.get(page)).text()
  await db
    .updateTable('authSessions')
    .set({ updatedAt: new Date(Date.now() - 2 * 86_400_000) })
    .execute()
  expect(await isIn(other)).toBe(true)
  await db.deleteFrom('authSessions').where('replacedAt', 'is not', null).execute()
  await browser.post(page, { intent: 'device', device: deviceIn(html) })
  expect(await isIn(other)).toBe(false)
})

test('nobody signs out a device of somebody else', async ({ deps }) => {
  const { browsers } = await signedIn(deps, 2)
  const [browser, other] = browsers
  if (!browser || !other) throw new Error('no browsers')
  const device = deviceIn(await (await browser.get(page)).text())
  const { browser: stranger } = await signedInVendor(deps)
  await stranger.post(page, { intent: 'device', device })
  await stranger.post(page, { intent: 'others' })
  expect([await isIn(browser), await isIn(other)]).toEqual([true, true])
})
