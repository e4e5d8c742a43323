import { globSync, readFileSync } from 'node:fs'
import { pino } from 'pino'
import { manageUrl, requestUrl } from '#core/bookings/queries/links.ts'
import type { Deps } from '#core/shared/deps.ts'
import { appFor, signInAs, type Visitor } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aSession } from '#tests/support/factories.ts'
import { formsIn } from '#tests/support/page-form.ts'
import { listRoutes } from '#tests/support/routes.ts'
import { aSeries, bought, order, passOf } from '#tests/support/series.ts'

// Whatever somebody types into a path, a query or a form is no failure of ours: no 5xx, and no error in the log.

const odd = [
  'a\u0000b',
  '\u0001\u001f\u007f\u2028',
  '\ufffe🧘\u202e',
  `'"\\%_<`,
  '-1',
  '99999999999999999999',
  '0000-01-01',
  '2026-02-30T25:61',
  'constructor',
  'x'.repeat(3000),
]
const oddInAddress = [...odd.map(encodeURIComponent), '%ED%A0%80', '%E0%A4%A', '%2F%2e%2e%2F']

// Hundreds of requests each.
const patient = { timeout: 10 * 60_000 }

test('odd bytes in place of every part of a path', patient, async ({ deps }) => {
  const { ask, failures } = await aWorld(deps)
  for (const address of await listAddresses()) {
    const parts = address.split('/')
    for (const [place, part] of parts.entries())
      for (const bytes of /^[:*]/.test(part) ? oddInAddress : [])
        await ask(parts.with(place, bytes).join('/'))
    await ask(`${address}%00`)
  }
  expect(failures).toEqual([])
})

test('odd bytes in every parameter of a query', patient, async ({ deps }) => {
  const { ask, failures, filled } = await aWorld(deps)
  const names = parameterNames()
  expect(names).toEqual(expect.arrayContaining(['token', 'session', 'returnTo', 'cursor']))
  for (const address of await listAddresses()) {
    const [path = '', search = ''] = filled(address).split('?')
    for (const bytes of ['a%00b', '%ED%A0%80%EF%BF%BE', '99999999999999999999', '0000-01-01'])
      await ask(`${path}?${names.map((name) => `${name}=${bytes}`).join('&')}`)
    await ask(`${path}?${search}&a%00=%00`)
  }
  expect(failures).toEqual([])
})

test('NUL in every field of every form', patient, async ({ deps }) => {
  const { get, post, failures, filled } = await aWorld(deps)
  const sent = new Set<string>()
  for (const address of await listAddresses()) {
    const path = filled(address)
    for (const page of [path, ...questions.map((ask) => withParameter(path, ask))]) {
      const answer = await get(page)
      if (answer.status !== 200) continue
      for (const { action, fields } of formsIn(await answer.text())) {
        const to = action === '' ? page : action
        const names = Object.keys(fields).filter((name) => !sent.has(`${address} ${name}`))
        for (const name of names) {
          sent.add(`${address} ${name}`)
          await post(to, { ...fields, [name]: 'a\u0000b' })
        }
      }
    }
  }
  for (const form of [
    '/dashboard/classes/new currency',
    '/dashboard/bookings/new currency',
    '/book/class/:classId? contact',
  ])
    expect(
      [...sent].some((one) => one.startsWith(form)),
      form,
    ).toBe(true)
  expect(failures).toEqual([])
})

/** Parameters with which a page shows further forms. */
const questions = ['do=cancel', 'do=move', 'do=redeem', 'cancel=one', 'tab=bundle', 'ask=reject']

const withParameter = (path: string, parameter: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${parameter}`

/** Every address of the pages, and some that are answered before them. */
async function listAddresses(): Promise<string[]> {
  const pages = (await listRoutes())
    .filter(({ route }) => route.path !== undefined || route.index)
    .map(({ address }) => address || '/')
  const others = ['/og/trainer/:username', '/og/class/:classId', '/pictures/of/:vendorId']
  const ofApi = [
    '/classes',
    '/classes/:classId',
    '/classes/:classId/sessions',
    '/bookings/:reference',
  ]
  return [...new Set([...pages, ...others, ...ofApi.map((path) => `/api/v1${path}`)])]
}

/** What our code reads of a query. */
function parameterNames(): string[] {
  const sources = globSync('{app,api}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
  const names = sources.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /(?:[pP]arams\.get\(|urlText\(url, |parameters\.get\()'(\w+)'/g,
      ),
    ].map(([, name = '']) => name),
  )
  return [...new Set([...names, 'limit', 'search', 'to', 'when', 'status', 'payment', 'class'])]
}

async function aWorld(deps: Deps) {
  const { db } = deps
  const failures: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => failures.push(line) })
  const app = await appFor({ ...deps, log })
  const { owner, yoga, sessions, bundle } = await aSeries(db)
  const { purchaseId } = await bought(deps, {
    ...order(bundle, sessions.slice(0, 3)),
    leaveRest: true,
  })
  const { passId } = await passOf(db, purchaseId)
  const asked = await aBooking(db, {
    session: await aSession(db, { class: yoga }),
    status: 'pending',
  })
  const { reference } = await db
    .selectFrom('purchases')
    .where('id', '=', purchaseId)
    .select('reference')
    .executeTakeFirstOrThrow()
  const values: Record<string, string> = {
    classId: yoga.id,
    sessionId: sessions[0]?.id ?? '',
    bookingId: asked.bookingIds[0] ?? '',
    bundleId: bundle.id,
    passId,
    vendorId: owner.id,
    username: owner.username,
    reference,
    '*': 'nothing',
  }
  const links = {
    '/dashboard/bookings/new': `${deps.origin}/dashboard/bookings/new?session=${values['sessionId']}`,
    '/booking/:reference': manageUrl(deps, { purchaseId, reference, tokenRotation: 0 }),
    '/request/:reference': requestUrl(
      deps,
      { purchaseId: asked.purchaseId, reference: asked.reference, tokenRotation: 0 },
      'en',
    ),
  }
  const linkOf = new Map(Object.entries(links))
  const stranger = app.visitor()
  const isInside = (path: string) => /^\/(?:dashboard|settings|onboarding)/.test(path)
  const visitorAt = async (path: string): Promise<Visitor> => {
    if (!isInside(path)) return stranger
    const visitor = app.visitor()
    await signInAs(deps, visitor, owner.userId)
    return visitor
  }
  const owners = await visitorAt('/dashboard')
  const note = (what: string, { status }: Response) => {
    if (status >= 500) failures.push(`${status} ${what}`)
  }
  const get = async (path: string) => {
    const answer = await (isInside(path) ? owners : stranger).get(path)
    note(`GET ${path}`, answer)
    return answer
  }
  return {
    failures,
    get,
    /** Reads nothing of the answer but its status. */
    ask: async (path: string) => {
      await (await get(path)).body?.cancel()
    },
    post: async (path: string, fields: Record<string, string>) => {
      const answer = await (await visitorAt(path)).post(path, fields)
      note(`POST ${path} ${JSON.stringify(fields)}`, answer)
      await answer.body?.cancel()
    },
    filled: (address: string) =>
      linkOf.get(address)?.slice(deps.origin.length) ??
      address.replaceAll(/:(\w+)|\*/g, (part, name: string) => values[name ?? part] ?? part),
  }
}
