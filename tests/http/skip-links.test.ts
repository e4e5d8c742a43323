import { appFor, signInAs } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aClass, aVendor } from '#tests/support/factories.ts'

/** The first thing on a page that Tab reaches. */
const firstStop = (html: string) =>
  /<(?:a|button|input|select|textarea|summary)\b[^>]*>/.exec(html.split('<body')[1] ?? '')?.[0]

test('Tab first reaches a link to the content, on every page with a header', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  const listed = await aClass(db, { vendor })
  const app = await appFor(deps)
  const member = app.visitor()
  await signInAs(deps, member, vendor.userId)
  const expectLink = async (visitor: typeof member, path: string) => {
    const html = await (await visitor.get(path)).text()
    expect([path, firstStop(html)]).toEqual([path, expect.stringContaining('href="#main"')])
    expect([path, html.match(/<main\b[^>]*id="main"/g)?.length]).toEqual([path, 1])
    expect([path, html.match(/<main\b/g)?.length]).toEqual([path, 1])
  }
  for (const path of [
    '/',
    '/pricing',
    '/contact',
    '/privacy-policy',
    '/terms-of-service',
    '/classes',
    '/my-spots',
    `/${vendor.username}`,
    `/book/class/${listed.id}`,
    '/book/class/018f0000-0000-7000-8000-000000000000',
    '/nobody-of-this-name',
    '/no/such/page',
    '/login',
    '/login-link',
    '/register',
    '/verify-email',
    '/auth/v1/verify',
    '/forgot-password',
    '/reset-password',
    '/signout',
  ])
    await expectLink(app.visitor(), path)
  for (const path of [
    '/dashboard',
    '/dashboard/classes',
    '/dashboard/classes/new',
    '/dashboard/bookings',
    '/dashboard/settings',
  ])
    await expectLink(member, path)
})

test('the link to the content is in the reader’s language', async ({ deps }) => {
  const visitor = (await appFor(deps)).visitor()
  const textOfLink = async (language: string) => {
    const html = await (await visitor.get('/pricing', { 'accept-language': language })).text()
    return /href="#main"[^>]*>([^<]*)</.exec(html)?.[1]
  }
  expect(await textOfLink('en')).toBe('Skip to content')
  expect(await textOfLink('de')).toBe('Zum Inhalt springen')
  expect(await textOfLink('ru')).toBe('Перейти к содержанию')
})

test('a frame on another site has no link to its content: there is nothing before it', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  const visitor = (await appFor(deps)).visitor()
  expect(await (await visitor.get(`/embed/${vendor.username}`)).text()).not.toContain('"#main"')
})
