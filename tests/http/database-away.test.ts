import { sql } from 'kysely'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { type DatabaseOptions, openDatabase } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { appFor, readPage } from '#tests/support/app.ts'
import { bookingFormFor, classPath, locationOf, purchasesIn } from '#tests/support/booking-form.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aSession } from '#tests/support/factories.ts'
import { startProxy } from '#tests/support/proxy.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { signedInVendor } from '#tests/support/workspace.ts'
import { apiOf, problemIn, purchaseIn } from './api-client.ts'

const lockSession = 'select 1 from class_sessions where id = $1 for update'

/** The process's way to its database, which can be broken. */
async function behindProxy(
  deps: Deps,
  databaseUrl: string,
  patience: Pick<DatabaseOptions, 'silentMs' | 'lockWaitMs'> = {},
) {
  const proxy = await startProxy(databaseUrl)
  const { db, close } = openDatabase({ url: proxy.url, max: 4, ...patience })
  onTestFinished(close)
  // Counting attempts would be asked first.
  const settings = { ...deps.settings, bookingRateLimit: false }
  return { proxy, deps: { ...deps, db, settings } }
}

const retryable = (answer: Response) => [answer.status, answer.headers.get('retry-after')]

test('the API answers 503 while the database is away; the same key books once when it is back', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { proxy, deps: own } = await behindProxy(deps, databaseUrl)
  const session = await aSession(db)
  const { book, ask } = apiOf(own)
  expect((await ask(`/classes/${session.class.id}`)).status).toBe(200)
  proxy.cut()
  const refused = await book({ sessionId: session.id }, 'k')
  expect(retryable(refused)).toEqual([503, '2'])
  expect((await problemIn(refused)).code).toBe('busy')
  expect(retryable(await ask(`/classes/${session.class.id}`))).toEqual([503, '2'])
  proxy.mend()
  expect((await book({ sessionId: session.id }, 'k')).status).toBe(201)
  expect(await purchasesIn(db)).toHaveLength(1)
})

test('a booking whose answer was lost is not lost: 503, and the same key answers what was booked', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { proxy, deps: own } = await behindProxy(deps, databaseUrl)
  const session = await aSession(db)
  const { book, ask } = apiOf(own)
  await ask(`/classes/${session.class.id}`)
  proxy.loseAnswers()
  expect(retryable(await book({ sessionId: session.id }, 'k'))).toEqual([503, '2'])
  await expect.poll(() => purchasesIn(db)).toHaveLength(1)
  proxy.mend()
  const again = await book({ sessionId: session.id }, 'k')
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  const [stored] = await purchasesIn(db)
  expect((await purchaseIn(again)).booking.id).toBe(stored?.id)
  expect(await purchasesIn(db)).toHaveLength(1)
})

test('a database that disappears silently is reached again by a new connection; the same key books once', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const patience = { silentMs: 200, lockWaitMs: 60_000 }
  const { proxy, deps: own } = await behindProxy(deps, databaseUrl, patience)
  const session = await aSession(db)
  const { book } = apiOf(own)
  const lock = await holdLock(databaseUrl, lockSession, [session.id])
  const waiting = book({ sessionId: session.id }, 'k')
  await waitForWaiter(db)
  proxy.silence()
  await lock.rollback()
  expect(retryable(await waiting)).toEqual([503, '2'])
  await expect.poll(async () => (await book({ sessionId: session.id }, 'k')).status).toBe(201)
  expect(await purchasesIn(db)).toHaveLength(1)
})

test(
  'pages answer 503 while the database is away; the same form books once when it is back',
  { timeout: 60_000 },
  async ({ db, deps, databaseUrl }) => {
    const { proxy, deps: own } = await behindProxy(deps, databaseUrl)
    const session = await aSession(db)
    const { reference } = await aBooking(db)
    const visitor = (await appFor(own)).visitor()
    expect((await visitor.get(classPath(session))).status).toBe(200)
    const send = () => visitor.post(classPath(session), bookingFormFor(session))
    const booked = async () =>
      (await purchasesIn(db)).filter(({ sessionId }) => sessionId === session.id)

    proxy.cut()
    for (const to of [classPath(session), `/booking/${reference}?token=x`])
      expect(retryable(await visitor.get(to)), to).toEqual([503, '2'])
    expect(retryable(await send())).toEqual([503, '2'])
    proxy.mend()
    const first = await send()
    expect(first.status).toBe(303)
    expect(locationOf(await send())).toBe(locationOf(first))
    expect(await booked()).toHaveLength(1)
  },
)

test(
  'a form whose answer was lost is the same purchase when it is sent again',
  { timeout: 60_000 },
  async ({ db, deps, databaseUrl }) => {
    const { proxy, deps: own } = await behindProxy(deps, databaseUrl)
    const session = await aSession(db)
    const visitor = (await appFor(own)).visitor()
    await (await visitor.get(classPath(session))).text()
    const send = () => visitor.post(classPath(session), bookingFormFor(session))
    proxy.loseAnswers()
    expect(retryable(await send())).toEqual([503, '2'])
    await expect.poll(() => purchasesIn(db)).toHaveLength(1)
    proxy.mend()
    const [stored] = await purchasesIn(db)
    expect(locationOf(await send())).toContain(stored?.reference)
    expect(await purchasesIn(db)).toHaveLength(1)
  },
)

test('a workspace that cannot look its member up says so with its reference, and once in the log', async ({
  db,
  deps,
}) => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => lines.push(line) })
  const { app, browser } = await signedInVendor({ ...deps, log })
  const header = async (answer: Response) => {
    const page = await readPage(answer)
    return [page.includes(' Dashboard '), page.includes(' Sign In ')]
  }
  await sql`alter table vendor_members rename to gone`.execute(db)
  const broken = await browser.get('/dashboard/bookings')
  expect(broken.status).toBe(500)
  expect(await header(broken.clone())).toEqual([true, false])
  expect(await readPage(broken)).toContain(`Reference: ${broken.headers.get('x-request-id')}`)
  expect(lines).toHaveLength(1)
  // No page and no data of the workspace is answered to a member nobody could look up.
  for (const path of ['', '/classes', '/classes/new', '/settings', '/settings/page'])
    for (const end of ['', '.data'])
      expect([path, (await browser.get(`/dashboard${path}${end}`)).status]).toEqual([path, 500])
  expect(await header(await browser.get('/nothing/here'))).toEqual([true, false])
  expect(await header(await app.visitor().get('/nothing/here'))).toEqual([false, true])
})
