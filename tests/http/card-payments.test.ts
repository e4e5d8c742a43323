import { Writable } from 'node:stream'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { openHold } from '#core/cards/commands/pay.ts'
import { readAllNews } from '#core/cards/commands/read-news.ts'
import { createStripe } from '#core/integrations/stripe.ts'
import { exportData } from '#core/own-data/commands/export-data.ts'
import { createLog } from '#core/shared/log.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { appFor, readPage, signInAs, type TestApp } from '#tests/support/app.ts'
import { aStudio, book, of, sessionIn } from '#tests/support/cards.ts'
import { expect, test } from '#tests/support/database.ts'
import { everythingIn } from '#tests/support/everything.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { aMember, errorsAt } from '#tests/support/workspace.ts'

const here = '/settings/integrations'

/** A studio to which Stripe delivers as it does to a public address, and what each delivery was answered. */
async function aPublicStudio(deps: Deps) {
  const answers: number[] = []
  let app: TestApp | null = null
  const studio = await aStudio(deps, {
    isPublic: true,
    async send(url, headers, body) {
      if (!app) throw new Error('The studio is not there yet.')
      const { status } = await app.request(url, { method: 'POST', headers, body })
      answers.push(status)
      return status
    },
  })
  app = await appFor(studio.deps)
  const held = async () => {
    const paying = await openHold(studio.deps, of(studio, await book(studio)))
    return sessionIn(paying.ok ? paying.to : '')
  }
  return { ...studio, answers, app, held }
}

/** The files of the vendor's export, as text. */
async function exportOf(deps: Deps, owner: { vendorId: VendorId; userId: string }) {
  const words = { status: { completed: '' } }
  const done = await exportData(deps, owner, { readme: '', language: 'en', words })
  if (!done.ok) throw new Error(done.reason)
  const bytes = new Uint8Array(await new Response(done.body).arrayBuffer())
  return Object.values(unzipSync(bytes))
    .map((file) => strFromU8(file))
    .join(' ')
}

const money = async ({ db }: Deps) =>
  (await db.selectFrom('payments').orderBy('at').select(['kind', 'state']).execute()).map(
    ({ kind, state }) => `${kind} ${state}`,
  )

test('Stripe’s events confirm a booking and note a refund, also twice and out of order', async ({
  deps,
}) => {
  const studio = await aPublicStudio(deps)
  const { fake: stripe, deps: taking } = studio
  const session = await studio.held()
  stripe.hold()
  await stripe.pay(session)
  await stripe.refund(session, 500)
  const dispute = await stripe.dispute(session)
  await stripe.closeDispute(dispute.id, 'won')
  expect(await taking.db.selectFrom('bookings').select('status').execute()).toEqual([
    { status: 'pending' },
  ])
  await stripe.deliver({ newestFirst: true, times: 2 })
  expect(studio.answers.length).toBeGreaterThan(4)
  expect(new Set(studio.answers)).toEqual(new Set([204]))
  await stripe.deliver()
  expect(await taking.db.selectFrom('bookings').select('status').execute()).toEqual([
    { status: 'confirmed' },
  ])
  // What was told of before the payment was known is read from the list of events.
  await sql`update card_accounts set due_at = now()`.execute(taking.db)
  await readAllNews(taking)
  expect(await money(taking)).toEqual(['paid done', 'refunded done'])
})

test('what nobody has signed changes nothing, and is limited', async ({ deps }) => {
  const studio = await aPublicStudio(deps)
  const { fake: stripe, deps: taking } = studio
  const session = await studio.held()
  stripe.hold()
  await stripe.pay(session)
  const [waiting] = stripe.pending()
  if (!waiting) throw new Error('Nothing waits.')
  const { request } = studio.app
  const { id } = await taking.db.selectFrom('cardAccounts').select('id').executeTakeFirstOrThrow()
  const body = JSON.stringify(waiting.event)
  const send = (to: string, signature?: string, sent = body) =>
    request(`/stripe/events/${to}`, {
      method: 'POST',
      body: sent,
      headers: {
        ...(signature && { 'stripe-signature': signature }),
        'x-forwarded-for': '192.0.2.9',
      },
    })
  const forged = `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`
  for (const [to, signature] of [
    [id, undefined],
    [id, forged],
    [crypto.randomUUID(), forged],
    ['none', forged],
  ] as const)
    expect((await send(to, signature)).status).toBe(400)
  expect((await send(id, forged, 'x'.repeat(300_000))).status).toBe(413)
  expect(await money(taking)).toEqual([])
  const answers = await Promise.all(Array.from({ length: 80 }, () => send(id, forged)))
  expect(answers.at(-1)?.status).toBe(429)
  // Stripe sends the news of all vendors from the same addresses.
  expect((await send(crypto.randomUUID(), forged)).status).toBe(400)
})

test('an event is answered in time while Stripe is slow, and followed by the worker', async ({
  deps,
}) => {
  const studio = await aPublicStudio(deps)
  const { fake: stripe, deps: taking } = studio
  const session = await studio.held()
  await sql`update card_accounts set due_at = now() + interval '1 hour'`.execute(taking.db)
  stripe.behaveAs(() => 'error')
  await stripe.pay(session)
  expect(studio.answers).toEqual([204])
  expect(await money(taking)).toEqual([])
  stripe.healthy()
  expect(await readAllNews(taking)).toBe(1)
  expect(await money(taking)).toEqual(['paid done'])

  // One that does not answer at all.
  taking.stripe = createStripe({ base: stripe.url, patienceMs: 60_000 })
  stripe.state.delayMs = 60_000
  const started = performance.now()
  await stripe.refund(session)
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(studio.answers).toEqual([204, 204])
  stripe.state.delayMs = 0
  await readAllNews(taking)
  expect(await money(taking)).toEqual(['paid done', 'refunded done'])
})

test('the owner connects, replaces and disconnects the account; a manager sees it', async ({
  deps,
}) => {
  const studio = await aPublicStudio(deps)
  const { app, vendor, account, fake: stripe, deps: taking } = studio
  const browser = app.visitor()
  await signInAs(taking, browser, vendor.userId)
  const connect = (apiKey: string) => browser.post(here, { intent: 'connectCardPayments', apiKey })
  const refused = await connect(stripe.addKey(account, { kind: 'sk' }))
  expect(refused.status).toBe(400)
  const page = await refused.text()
  expect(errorsAt(page, 'apiKey')).toContain('secret key')
  expect(page).not.toContain('sk_test')
  const lacking = stripe.addKey(account, { granted: ['rak_accounts_kyc_basic_read'] })
  expect(errorsAt(await (await connect(lacking)).text(), 'apiKey')).toContain(
    'lacks these permissions: Events, Disputes',
  )
  const manager = app.visitor()
  await signInAs(taking, manager, await aMember(taking.db, vendor, 'manager'))
  const form = { intent: 'connectCardPayments', apiKey: stripe.addKey(account) }
  expect((await manager.post(here, form)).status).toBe(404)
  expect((await connect(form.apiKey)).status).toBe(302)
  for (const visitor of [browser, manager]) {
    const shown = await readPage(await visitor.get(here))
    for (const words of [`Studio Vera (${account.id})`, 'Test mode', 'tells us about payments'])
      expect(shown).toContain(words)
    expect(shown).not.toContain('rk_test_')
  }
  const question = '/settings/integrations/disconnect-cards'
  expect(await readPage(await browser.get(question))).toContain('Disconnect card payments?')
  expect((await manager.post(question)).status).toBe(404)
  expect((await browser.post(question)).status).toBe(302)
  expect(await readPage(await browser.get(here))).toContain('Card payments disconnected')
  expect(account.test.endpoints).toEqual([])
  expect((await browser.get(question)).status).toBe(302)
})

test('a broken key is mailed to the owner once, and shown on the overview', async ({
  deps,
  databaseUrl,
}) => {
  const studio = await aPublicStudio(deps)
  const { fake: stripe, deps: taking } = studio
  const mails = keepMails()
  stripe.endKey(studio.apiKey)
  await sql`update card_accounts set due_at = now(), refused_at = now() - interval '11 minutes'`.execute(
    taking.db,
  )
  await readAllNews(taking)
  await work(databaseUrl, taking, mails)
  expect(mails.mails.map(({ to, subject }) => `${to} ${subject}`)).toEqual([
    `${studio.vendor.email} Card payments are no longer connected`,
  ])
  const browser = studio.app.visitor()
  await signInAs(taking, browser, studio.vendor.userId)
  expect(await readPage(await browser.get('/dashboard'))).toContain('Card payments no longer work')
  expect(await readPage(await browser.get(here))).toContain('Connect again')
})

test('no key, secret or card number is in the log, the database or the export', async ({
  deps,
}) => {
  let log = ''
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString()
      done()
    },
  })
  const studio = await aPublicStudio({ ...deps, log: createLog('trace', sink) })
  const { fake: stripe, deps: taking } = studio
  const session = await studio.held()
  await stripe.pay(session)
  stripe.endKey(studio.apiKey)
  await sql`update card_accounts set due_at = now()`.execute(deps.db)
  await readAllNews(taking)
  expect(log).toContain('refuses the key')
  const [secret = ''] = [...studio.account.test.secrets.values()].flat()
  const stored = (await everythingIn(deps.db)).join(' ')
  const exported = await exportOf(taking, studio.owner)
  expect(stored).toContain(session)
  expect(exported).toContain(studio.account.id)
  for (const canary of [studio.apiKey, secret, '4242424242424242', '4242 4242'])
    for (const place of [log, stored, exported]) expect(place).not.toContain(canary)
})
