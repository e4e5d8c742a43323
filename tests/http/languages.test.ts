import { translator } from '#app/locale/translate.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import { password, registered, signInWith, wholeForm } from '#tests/support/accounts.ts'
import { appFor, noticeOf, readPage } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aClass } from '#tests/support/factories.ts'
import { signedInVendor } from '#tests/support/workspace.ts'

async function workspaceIn(deps: Deps, language: Language) {
  const known = await signedInVendor(deps)
  await deps.db
    .updateTable('users')
    .set({ language })
    .where('id', '=', known.vendor.userId)
    .execute()
  return known
}

async function languageOfUser({ db }: Deps, userId: string) {
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('language')
    .executeTakeFirstOrThrow()
  return user.language
}

test('the workspace is in the language of its member, whatever the browser says', async ({
  deps,
}) => {
  const { browser } = await workspaceIn(deps, 'de')
  const russian = { 'accept-language': 'ru' }
  for (const path of ['/dashboard', '/dashboard/bookings', '/settings/rules']) {
    const html = await (await browser.get(path, russian)).text()
    expect(html).toContain('<html lang="de"')
    expect(html).toContain('Buchungen')
    expect(html).toContain('Datenschutz')
  }
  expect(await (await browser.get('/pricing', russian)).text()).toContain('<html lang="ru"')
  // What the script of a page asks for has the address of the page with an ending.
  const data = await (await browser.get('/dashboard.data', russian)).text()
  expect(data).toContain('/language/workspace.de.')
})

test('after a sign-in, the workspace greets in its language, not in that of the browser', async ({
  deps,
}) => {
  const app = await appFor(deps)
  await registered(app, deps)
  await deps.db.updateTable('users').set({ language: 'de' }).execute()
  const english = app.visitor()
  expect(noticeOf(await signInWith(english, wholeForm.email, password))).toMatchObject({
    text: 'Du bist angemeldet',
  })
})

test('the preview of a class is in the language of the workspace', async ({ deps }) => {
  const { browser, vendor } = await workspaceIn(deps, 'de')
  const { id } = await aClass(deps.db, { vendor })
  const page = await (await browser.get(`/dashboard/classes/${id}`)).text()
  const [, preview = ''] = /<iframe[^>]* src="([^"]+)"/.exec(page) ?? []
  const shown = await (await browser.get(preview, { 'accept-language': 'ru' })).text()
  expect(shown).toContain('<html lang="de"')
})

test('a form of the workspace is refused in the language of its member', async ({ deps }) => {
  const { browser, vendor } = await workspaceIn(deps, 'ru')
  const ofClass = await aClass(deps.db, { vendor })
  const answer = await browser.post(`/dashboard/classes/${ofClass.id}/bundles/new`, {
    sessionCount: '5',
  })
  const expected = translator('ru', 'shared')('errors.required')
  expect(await readPage(answer)).toContain(expected)
})

test('the language links below the workspace change the setting, those below other pages do not', async ({
  deps,
}) => {
  const { browser, vendor, app } = await workspaceIn(deps, 'en')
  await browser.post('/language', { language: 'ru', returnTo: '/pricing' })
  expect(await languageOfUser(deps, vendor.userId)).toBe('en')
  expect(await (await browser.get('/dashboard')).text()).toContain('<html lang="en"')

  const answer = await browser.post('/language', { language: 'de', returnTo: '/dashboard' })
  expect(answer.headers.get('location')).toBe('/dashboard')
  expect(await languageOfUser(deps, vendor.userId)).toBe('de')
  expect(await (await browser.get('/dashboard')).text()).toContain('<html lang="de"')

  await app.visitor().post('/language', { language: 'ru', returnTo: '/dashboard' })
  expect(await languageOfUser(deps, vendor.userId)).toBe('de')
})
