import { cancelByCustomer } from '#core/bookings/commands/cancel-bookings.ts'
import type { Db } from '#core/shared/db.ts'
import { addDays, todayIn } from '#core/shared/time.ts'
import { readPage, signInAs } from '#tests/support/app.ts'
import { bookingsOf, minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import {
  aBooking,
  aClass,
  aSession,
  aVendor,
  type ASession,
  type AVendor,
} from '#tests/support/factories.ts'
import { formIn } from '#tests/support/page-form.ts'
import { linkTo } from '#tests/support/links.ts'
import { anInstructor, signedInVendor } from '#tests/support/workspace.ts'

/** A session that has just begun. At midnight in Berlin it was the day before. */
async function begun(db: Db, vendor: AVendor): Promise<ASession> {
  return aSession(db, { class: await aClass(db, { vendor }), startsAt: minutes(-1) })
}

async function dateOf(db: Db, { id }: ASession): Promise<string> {
  const row = await db
    .selectFrom('classSessions')
    .where('id', '=', id)
    .select('sessionDate')
    .executeTakeFirstOrThrow()
  return row.sessionDate
}

const marksOf = async (db: Db, purchaseId: string) =>
  (await bookingsOf(db, purchaseId)).map(({ attendance }) => attendance)

test('the list of a day says who is booked, who is new and who owes money, and takes marks without a script', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await begun(db, vendor)
  const wanda = { name: 'Wanda', email: 'wanda@example.com' }
  const { purchaseId, bookingIds } = await aBooking(db, { session, customer: wanda, spots: 2 })
  const otto = { name: 'Otto', email: 'otto@example.com' }
  const earlier = await aSession(db, { class: session.class, startsAt: minutes(-9000) })
  await aBooking(db, { session: earlier, customer: otto, status: 'completed' })
  await aBooking(db, { session, customer: otto, money: 'paid' })
  await aBooking(db, { session, customer: { name: 'Walter', email: null }, money: 'paid' })
  const date = await dateOf(db, session)
  const address = `/dashboard/today?date=${date}`

  const page = await readPage(await browser.get(address))
  expect(page).toContain('Not marked yet · 4 booked')
  expect(page.match(/First time/g)).toHaveLength(1)
  expect(page.indexOf('First time')).toBeGreaterThan(page.indexOf('Wanda'))
  expect(page.match(/Unpaid: €15/g)).toHaveLength(2)
  expect(page).toContain('Spot 2 of 2')

  const paid = await browser.post('/dashboard/bookings', {
    ...formIn(await (await browser.get(address)).text(), 'version'),
    intent: 'paid',
  })
  expect(paid.headers.get('location')).toMatch(`${address}#spot-`)
  expect((await readPage(await browser.get(address))).match(/Unpaid: €15/g)).toHaveLength(1)

  const [bookingId = '', other = ''] = bookingIds
  const form = { date, sessionId: session.id }
  const marked = await browser.post('/dashboard/today', { ...form, bookingId, mark: 'no_show' })
  expect(marked.headers.get('location')).toBe(`${address}#spot-${bookingId}`)
  await browser.post('/dashboard/today', { ...form, intent: 'everybody' })
  expect(new Set(await marksOf(db, purchaseId))).toEqual(new Set(['came', 'no_show']))
  expect(await readPage(await browser.get(address))).toContain('3 of 4 came')
  await browser.post('/dashboard/today', { ...form, bookingId: other, mark: 'none' })
  expect(await readPage(await browser.get(address))).toContain('2 of 4 came')
  expect(await readPage(await browser.get('/dashboard/bookings?when=all&q=Wanda'))).toContain(
    'No-show',
  )
})

test('the page of a session is its attendance list, and marks lead back to it', async ({
  deps,
  db,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const session = await begun(db, vendor)
  const carla = { name: 'Carla', email: 'carla@example.com' }
  const { purchaseId, bookingIds } = await aBooking(db, { session, customer: carla, spots: 2 })
  await aBooking(db, { session: { ...(await begun(db, vendor)) }, customer: { name: 'Elsewhere' } })
  const address = `/dashboard/sessions/${session.id}`
  const page = await (await browser.get(address)).text()
  const said = await readPage(await browser.get(address))
  expect(said).toMatch(
    /Not marked yet · 2 booked.*Everyone came.*Carla.*Unpaid: €15.*Came.*No-show/,
  )
  expect(said).not.toContain('Elsewhere')

  const [bookingId = ''] = bookingIds
  const form = { ...formIn(page, 'sessionId'), bookingId, mark: 'came' }
  const marked = await browser.post('/dashboard/today', form)
  expect(marked.headers.get('location')).toBe(`${address}#spot-${bookingId}`)
  expect(new Set(await marksOf(db, purchaseId))).toEqual(new Set(['came', null]))
  expect(await readPage(await browser.get(address))).toContain('1 of 2 came')
  const elsewhere = await browser.post('/dashboard/today', {
    ...form,
    returnTo: 'https://evil.example/dashboard/sessions/',
  })
  expect(elsewhere.headers.get('location')).toBe(
    `/dashboard/today?date=${await dateOf(db, session)}#spot-${bookingId}`,
  )
  const teacher = app.visitor()
  await signInAs(deps, teacher, await anInstructor(db, vendor))
  const seen = await (await teacher.get(address)).text()
  expect(seen).toMatch(/aria-label="Came: Carla"/)
  expect(seen).not.toContain('/dashboard/bookings/')
})

test('the list needs a member, knows other days, and ignores a day that does not exist', async ({
  deps,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const stranger = app.visitor()
  const outside = await stranger.get('/dashboard/today')
  expect(outside.headers.get('location')).toBe('/login?redirect_to=%2Fdashboard%2Ftoday')
  const today = todayIn(vendor.timeZone, new Date())
  for (const asked of ['', '?date=2026-02-31', '?date=never']) {
    const page = await readPage(await browser.get(`/dashboard/today${asked}`))
    expect(page).toContain('No sessions on this day')
    expect(page).toContain('Today, ')
  }
  const tomorrow = await browser.get(`/dashboard/today?date=${addDays(today, 1)}`)
  expect(await tomorrow.text()).toMatch(/<a [^>]*href="\/dashboard\/today"[^>]*>Today<\/a>/)
})

test('an empty day leads to the nearest days with sessions, and not to cancelled ones', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const yoga = await aClass(db, { vendor })
  const days = 24 * 60
  const last = await aSession(db, { class: yoga, startsAt: minutes(-4 * days) })
  const next = await aSession(db, { class: yoga, startsAt: minutes(5 * days) })
  await aSession(db, { class: yoga, startsAt: minutes(-8 * days) })
  await aSession(db, { class: yoga, startsAt: minutes(9 * days) })
  const cancelled = await aSession(db, { class: yoga, startsAt: minutes(3 * days) })
  await db
    .updateTable('classSessions')
    .set({ status: 'cancelled', cancelledAt: new Date() })
    .where('id', '=', cancelled.id)
    .execute()
  const page = await (await browser.get('/dashboard/today')).text()
  const links = [...page.matchAll(/\?date=([\d-]+)"[^>]*>(?:Last|Next): /g)]
  expect(links.map(([, date]) => date)).toEqual([await dateOf(db, last), await dateOf(db, next)])
})

test('nobody marks or waives another vendor’s spot; an instructor marks, but does not waive', async ({
  deps,
  db,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const theirs = await begun(db, await aVendor(db))
  const foreign = await aBooking(db, {
    session: theirs,
    status: 'cancelled',
    attendance: 'late_cancel',
  })
  const date = await dateOf(db, theirs)
  const [foreignId = ''] = foreign.bookingIds
  const form = { date, sessionId: theirs.id, bookingId: foreignId }
  for (const intent of [{ mark: 'came' }, { intent: 'everybody' }, { intent: 'waive' }])
    expect((await browser.post('/dashboard/today', { ...form, ...intent })).status).toBe(404)
  expect(await marksOf(db, foreign.purchaseId)).toEqual(['late_cancel'])

  const session = await begun(db, vendor)
  const held = await aBooking(db, { session })
  const late = await aBooking(db, { session, status: 'cancelled', attendance: 'late_cancel' })
  const teacher = app.visitor()
  await signInAs(deps, teacher, await anInstructor(db, vendor))
  const own = { date, sessionId: session.id }
  const [heldId = ''] = held.bookingIds
  const [lateId = ''] = late.bookingIds
  const marked = await teacher.post('/dashboard/today', { ...own, bookingId: heldId, mark: 'came' })
  expect(marked.status).toBe(302)
  expect(await marksOf(db, held.purchaseId)).toEqual(['came'])
  const waive = { ...own, bookingId: lateId, intent: 'waive' }
  expect((await teacher.post('/dashboard/today', waive)).status).toBe(404)
  expect(await marksOf(db, late.purchaseId)).toEqual(['late_cancel'])
})

test('a late cancellation is waived with one button, and then says so', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, {
    class: await aClass(db, { vendor }),
    startsAt: minutes(30),
  })
  const { purchaseId, bookingIds } = await aBooking(db, { session, bookedAt: minutes(-600) })
  await cancelByCustomer(db, linkTo(purchaseId), null)
  const date = await dateOf(db, session)
  const address = `/dashboard/today?date=${date}`
  expect(await readPage(await browser.get(address))).toContain('Cancelled late')
  const [bookingId = ''] = bookingIds
  await browser.post('/dashboard/today', { date, bookingId, intent: 'waive' })
  expect(await marksOf(db, purchaseId)).toEqual([null])
  expect(await readPage(await browser.get(address))).toContain('Cancelled late, waived')
  expect(await readPage(await browser.get('/dashboard/bookings?when=all'))).toContain(
    'Cancelled late, waived',
  )
})

test('a device sends its marks one by one, for its own account only, and learns which will never be stored', async ({
  deps,
  db,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const session = await begun(db, vendor)
  const { purchaseId, bookingIds } = await aBooking(db, { session })
  const [bookingId = ''] = bookingIds
  const now = Date.now()
  const form = {
    account: `${vendor.id}.${vendor.userId}`,
    sessionId: session.id,
    bookingId,
    mark: 'came',
    madeAt: String(now - 5000),
    sentAt: String(now),
  }
  const send = async (more: Partial<typeof form> = {}, by = browser) => {
    const answer = await by.post('/dashboard/today/marks', { ...form, ...more })
    return { status: answer.status, answer }
  }
  const refused = async (more: Partial<typeof form>) => {
    const { status, answer } = await send(more)
    expect(await answer.json()).toMatchObject({ more: { refused: expect.any(String) } })
    return status
  }
  expect((await send({}, app.visitor())).status).toBe(307)
  expect(await refused({ account: `${vendor.id}.${crypto.randomUUID()}` })).toBe(409)
  expect(await marksOf(db, purchaseId)).toEqual([null])
  const { status, answer } = await send()
  expect([status, await answer.json()]).toMatchObject([
    200,
    { more: { storedAt: expect.any(Number) } },
  ])
  expect(await marksOf(db, purchaseId)).toEqual(['came'])
  expect(await refused({ sessionId: crypto.randomUUID() })).toBe(409)
  expect((await send({ bookingId: crypto.randomUUID() })).status).toBe(404)
  expect((await send({ mark: 'perhaps' })).status).toBe(400)
})

test('the workspace can be installed, and public pages know nothing of it', async ({ deps }) => {
  const { app, browser } = await signedInVendor(deps)
  const manifest = await app.request('/app.webmanifest')
  expect(manifest.headers.get('content-type')).toContain('application/manifest+json')
  expect(await manifest.json()).toMatchObject({
    name: 'Openspot',
    start_url: '/dashboard/today',
    display: 'standalone',
  })
  expect(await (await browser.get('/dashboard')).text()).toContain('/app.webmanifest')
  for (const path of ['/', '/classes', '/login'])
    expect(await (await browser.get(path)).text()).not.toContain('webmanifest')
  const offline = await (await app.request('/dashboard/offline')).text()
  expect(offline).toContain('You’re offline')
  expect(offline).not.toContain('<script')
})
