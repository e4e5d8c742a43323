import { seenText } from '#core/bookings/rules/seen.ts'
import { createAuth } from '#core/integrations/better-auth.ts'
import type { Deps } from '#core/shared/deps.ts'
import { password, registered, signInWith, wholeForm } from '#tests/support/accounts.ts'
import { findPurchaseByLink } from '#core/bookings/queries/links.ts'
import { appFor } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aSession } from '#tests/support/factories.ts'

function withHttps(deps: Deps): Deps {
  const origin = 'https://book.example.com'
  const { db, secretKeys, log } = deps
  return { ...deps, origin, auth: createAuth({ db, origin, secretKeys, log }) }
}

test('with https the cookies of an account and of notices can be set by this host only', async ({
  deps: http,
}) => {
  const deps = withHttps(http)
  const app = await appFor(deps)
  const visitor = await registered(app, deps)
  const signedIn = await signInWith(visitor, wholeForm.email, password)
  const lines = signedIn.headers.getSetCookie()
  for (const name of ['__Host-openspot.session_token', '__Host-known', '__Host-notice'])
    expect(lines.filter((line) => line.startsWith(`${name}=`))).toEqual([
      expect.stringMatching(/^(?=.*; Path=\/;)(?=.*; HttpOnly)(?=.*; SameSite=Lax)(?=.*; Secure)/),
    ])
  expect(lines).toHaveLength(3)
  expect((await visitor.get('/dashboard')).headers.get('location')).toBe('/onboarding')
  await visitor.post('/signout')
  expect(visitor.cookies.has('__Host-openspot.session_token')).toBe(false)
  expect((await visitor.get('/dashboard')).headers.get('location')).toContain('/login')
})

test('no script of a page can read or write the notice', async ({ deps }) => {
  const app = await appFor(deps)
  const visitor = await registered(app, deps)
  const signedIn = await signInWith(visitor, wholeForm.email, password)
  const notice = signedIn.headers.getSetCookie().find((line) => line.startsWith('notice='))
  expect(notice).toContain('HttpOnly')
})

test('the privacy policy lists every cookie, by the name it has here', async ({ deps: http }) => {
  for (const deps of [http, withHttps(http)]) {
    const app = await appFor(deps)
    const { class: yoga } = await aSession(deps.db)
    const visitor = app.visitor()
    await visitor.get(`/book/class/${yoga.id}`)
    await visitor.post('/theme', { theme: 'dark' })
    await visitor.post('/language', { language: 'en' })
    const email = `${crypto.randomUUID()}@example.com`
    await visitor.post('/register', { ...wholeForm, email })
    await deps.db.updateTable('users').set({ emailVerified: true }).execute()
    await signInWith(visitor, email, password)
    const names = visitor.cookies.keys()
    expect(names).toHaveLength(6)
    const page = await (await app.visitor().get('/privacy-policy')).text()
    // The script of a page sets the zone; see the next test.
    for (const name of [...names, 'zone']) expect(page).toContain(`>${name}</code>`)
  }
})

test.for([
  { zone: 'Asia/Tokyo', shown: true },
  { zone: 'Europe/Berlin', shown: false },
  { zone: 'Nowhere/<b>', shown: false },
])(
  'for a reader whose cookie says $zone, own times in the page: $shown',
  async ({ zone, shown }, { deps }) => {
    const { class: yoga } = await aSession(deps.db)
    const visitor = (await appFor(deps)).visitor()
    visitor.cookies.set('zone', encodeURIComponent(zone))
    const page = await (await visitor.get(`/book/class/${yoga.id}`)).text()
    expect(page.includes('your time')).toBe(shown)
    expect(page).not.toContain('Nowhere')
  },
)

test('with https, a device cookie that another host could have set allows one booking and returns only the view link', async ({
  deps: http,
}) => {
  const deps = withHttps(http)
  const app = await appFor(deps)
  const { id: sessionId, class: yoga } = await aSession(deps.db)
  const page = `/book/class/${yoga.id}`
  const form = {
    sessionId,
    spots: '1',
    name: 'Carla',
    contact: 'carla@example.com',
    seen: seenText({ priceMinor: yoga.priceMinor }),
  }
  const linkOf = async (visitor: ReturnType<typeof app.visitor>) => {
    const answer = await visitor.post(page, form)
    const link = new URL(answer.headers.get('location') ?? '', deps.origin)
    return findPurchaseByLink(deps, {
      reference: link.pathname.split('/').at(-1) ?? '',
      token: link.searchParams.get('token') ?? '',
    })
  }
  const visitor = app.visitor()
  visitor.cookies.set('device', crypto.randomUUID())
  expect(await linkOf(visitor)).toMatchObject({ kind: 'manage' })
  const again = await linkOf(visitor)
  expect(again).toMatchObject({ kind: 'view' })
  expect(await deps.db.selectFrom('bookings').select('id').execute()).toHaveLength(1)

  const own = app.visitor()
  await own.get(page)
  expect(own.cookies.has('__Host-device')).toBe(true)
  await linkOf(own)
  expect(await linkOf(own)).toMatchObject({ kind: 'manage' })
})
