import { seenText } from '#core/bookings/rules/seen.ts'
import { rejectRequest } from '#core/bookings/commands/answer-request.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addDays, addMinutes, todayIn } from '#core/shared/time.ts'
import { appFor, noticeOf, readPage, type Visitor } from '#tests/support/app.ts'
import { classPath, locationOf } from '#tests/support/booking-form.ts'
import { expect, test } from '#tests/support/database.ts'
import { formIn } from '#tests/support/page-form.ts'
import {
  aBooking,
  aBundle,
  aClass,
  aSession,
  aVendor,
  type AClass,
  type ASession,
  weeklySessions,
} from '#tests/support/factories.ts'
import { anInstructor, errorsAt, signedInVendor } from '#tests/support/workspace.ts'
import { signInAs } from '#tests/support/app.ts'
import { onDay } from '#tests/support/times.ts'

/** A class with six weekly sessions, the first in three days, and a bundle of five. */
async function aSeries(db: Db, capacities: readonly number[] = [10, 10, 10, 10, 10, 10]) {
  const of = await aClass(db)
  const date = addDays(todayIn(of.vendor.timeZone, new Date()), 3)
  const sessions = await weeklySessions(db, of, { date, capacities })
  const bundle = await aBundle(db, { class: of })
  return { of, sessions, bundle }
}

const inDays = ({ vendor }: AClass, days = 3) => addDays(todayIn(vendor.timeZone, new Date()), days)

type Series = Awaited<ReturnType<typeof aSeries>>

function bundlePath({ of, bundle }: Series, more: Record<string, string> = {}): string {
  const search = new URLSearchParams({ bundle: bundle.id, ...more })
  return `/book/class/${of.id}?${search.toString()}`
}

function formFor(
  { bundle, sessions }: Series,
  { more = {}, chosen = sessions.slice(0, 5) }: { more?: object; chosen?: ASession[] } = {},
) {
  return {
    bundleId: bundle.id,
    first: sessions[0]?.id ?? '',
    how: 'series',
    sessionId: chosen.map(({ id }) => id),
    seen: seenText({ priceMinor: bundle.priceMinor }),
    name: 'Carla',
    contact: 'carla@example.com',
    ...more,
  }
}

async function buy(visitor: Visitor, series: Series, given: Parameters<typeof formFor>[1] = {}) {
  const path = bundlePath(series, { first: series.sessions[0]?.id ?? '' })
  await (await visitor.get(path)).text()
  return visitor.post(path, formFor(series, given))
}

const visitorOf = async (deps: Deps) => (await appFor(deps)).visitor()

/** The value of every field of a name, as the form would send them. */
function valuesOf(html: string, name: string): string[] {
  const inputs = html.match(/<input\b[^>]*>/g) ?? []
  return inputs
    .filter((input) => input.includes(`name="${name}"`))
    .map((input) => /value="([^"]*)"/.exec(input)?.[1] ?? '')
}

async function fill(db: Db, session: ASession | undefined) {
  if (session) await aBooking(db, { session, spots: session.maxStudents })
}

test('the second tab lists the bundles with what they save, and says so when there are none', async ({
  db,
  deps,
}) => {
  const series = await aSeries(db)
  const visitor = await visitorOf(deps)
  const page = await readPage(await visitor.get(`/book/class/${series.of.id}?tab=bundle`))
  for (const text of ['Five weeks', '5 sessions', '20% off', '€60', '€75', '€12 per session'])
    expect(page).toContain(text)
  const session = await aSession(db)
  const without = await readPage(await visitor.get(`${classPath(session)}?tab=bundle`))
  expect(without).toContain('No bundles available')
})

test('a vendor whose plan does not sell bundles shows none, and a link to one says so', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { trialEndsAt: addMinutes(new Date(), -1) })
  const of = await aClass(db, { vendor })
  const bundle = await aBundle(db, { class: of })
  const visitor = await visitorOf(deps)
  const list = await readPage(await visitor.get(`/book/class/${of.id}?tab=bundle`))
  expect(list).toContain('No bundles available')
  const gone = await readPage(await visitor.get(`/book/class/${of.id}?bundle=${bundle.id}`))
  expect(gone).toContain('This bundle is no longer on sale.')
})

test.for(['not-an-id', '00000000-0000-4000-8000-000000000000', 'of another class'])(
  'a bundle that is none of this class is not offered: %s',
  async (id, { db, deps }) => {
    const { of } = await aSeries(db)
    const other = await aBundle(db)
    const bundle = id === 'of another class' ? other.id : id
    const answer = await (await visitorOf(deps)).get(`/book/class/${of.id}?bundle=${bundle}`)
    expect(answer.status).toBe(200)
    expect(await readPage(answer)).toContain('This bundle is no longer on sale.')
  },
)

test('full sessions cannot be the first, and none chosen is said in words', async ({
  db,
  deps,
}) => {
  const series = await aSeries(db, [1, 10, 10])
  await fill(db, series.sessions[0])
  const visitor = await visitorOf(deps)
  const html = await (await visitor.get(bundlePath(series))).text()
  const full = (html.match(/<input\b[^>]*name="first"[^>]*>/g) ?? []).find((input) =>
    input.includes(series.sessions[0]?.id ?? '-'),
  )
  expect(full).toContain('disabled')
  const missing = await readPage(await visitor.get(bundlePath(series, { step: 'dates' })))
  expect(missing).toContain('Missing Information')
  expect(missing).toContain('Please fill in all required fields and select a session time.')
})

test('the weekly series is shown with its room before it is booked', async ({ db, deps }) => {
  const series = await aSeries(db, [10, 2, 10, 10, 10])
  const answer = await (
    await visitorOf(deps)
  ).get(bundlePath(series, { first: series.sessions[0]?.id ?? '' }))
  const html = await answer.clone().text()
  expect(valuesOf(html, 'sessionId')).toEqual(series.sessions.slice(0, 5).map(({ id }) => id))
  const page = await readPage(answer)
  expect(page).toContain('10 spots left')
  expect(page).toContain('Only 2 spots left')
  expect(page).toContain('Some sessions are nearly full')
  const lastDay = new Date(`${addDays(todayIn('Europe/Berlin', new Date()), 90)}T12:00:00Z`)
  const day = { month: 'long', day: 'numeric', timeZone: 'UTC' } as const
  expect(page).toContain(
    `The bundle is valid until ${new Intl.DateTimeFormat('en', day).format(lastDay)}.`,
  )
  expect(page).toContain('Book bundle · 5 sessions')
})

test('a bundle is bought and its dates booked, and the notice says how many and what it saves', async ({
  db,
  deps,
}) => {
  const series = await aSeries(db)
  const visitor = await visitorOf(deps)
  const answer = await buy(visitor, series)
  expect(answer.status).toBe(303)
  expect(noticeOf(answer)).toMatchObject({
    title: '🎉 Bundle booked!',
    text: "5 sessions, 20% off. You'll receive a confirmation email shortly.",
  })
  const page = await readPage(await visitor.get(locationOf(answer)))
  expect(page).toContain('All 5 sessions are booked.')
  expect(page).not.toContain('0 of 5')
  expect(page).toContain('In your bundle')
  const booked = await db.selectFrom('bookings').select(['sessionId', 'priceMinor']).execute()
  expect(booked).toHaveLength(5)
  expect(booked.every(({ priceMinor }) => priceMinor === 0)).toBe(true)
  const again = await visitor.post(bundlePath(series), formFor(series))
  expect(locationOf(again)).toBe(locationOf(answer))
  expect(noticeOf(again)).toMatchObject({
    tone: 'neutral',
    title: expect.stringContaining('You have already booked this bundle.'),
  })
})

test('a full date is a conflict with three ways on, and nothing can be confirmed', async ({
  db,
  deps,
}) => {
  const series = await aSeries(db, [10, 1, 10, 10, 10, 10])
  await fill(db, series.sessions[1])
  const first = series.sessions[0]?.id ?? ''
  const visitor = await visitorOf(deps)
  const answer = await visitor.get(bundlePath(series, { first }))
  const html = await answer.clone().text()
  expect(valuesOf(html, 'sessionId')).toEqual([])
  const page = await readPage(answer)
  expect(page).toContain('One session of this series is full')
  for (const way of ['Auto-select available times', 'Choose different dates', 'Cancel'])
    expect(page).toContain(way)
  expect(page).not.toContain('Book bundle ·')

  const auto = await (await visitor.get(bundlePath(series, { first, how: 'auto' }))).text()
  const ids = series.sessions.map(({ id }) => id)
  expect(valuesOf(auto, 'sessionId')).toEqual([ids[0], ids[2], ids[3], ids[4], ids[5]])
  expect(auto).toContain('replaces a full session')

  const choose = await (await visitor.get(bundlePath(series, { first, how: 'choose' }))).text()
  expect(valuesOf(choose, 'sessionId')).toEqual(ids)
  const taken = (choose.match(/<input\b[^>]*name="sessionId"[^>]*>/g) ?? []).find((input) =>
    input.includes(ids[1] ?? '-'),
  )
  expect(taken).toContain('disabled')
})

test('a session that filled up is named, nothing is booked, and what was typed goes along to other dates', async ({
  db,
  deps,
}) => {
  const series = await aSeries(db, [10, 1, 10, 10, 10, 10])
  const visitor = await visitorOf(deps)
  await visitor.get(bundlePath(series, { first: series.sessions[0]?.id ?? '' }))
  await fill(db, series.sessions[1])
  const answer = await buy(visitor, series)
  expect(answer.status).toBe(409)
  const html = await answer.clone().text()
  const page = await readPage(answer)
  expect(page).toContain('Booking Failed')
  expect(page).toContain('is now full. Nothing is booked yet')
  expect(valuesOf(html, 'name')).toEqual(['Carla'])
  expect(valuesOf(html, 'contact')).toEqual(['carla@example.com'])
  expect(await db.selectFrom('passes').selectAll().execute()).toEqual([])

  const auto = await visitor.post(
    bundlePath(series),
    formFor(series, { more: { intent: 'auto' }, chosen: [] }),
  )
  expect(auto.status).toBe(200)
  const replanned = await auto.text()
  expect(valuesOf(replanned, 'name')).toEqual(['Carla'])
  expect(valuesOf(replanned, 'sessionId')).toHaveLength(5)
  expect(valuesOf(replanned, 'sessionId')).not.toContain(series.sessions[1]?.id)
})

test('choosing fewer dates requires ticking that the rest is kept; it can then be booked later', async ({
  db,
  deps,
}) => {
  const series = await aSeries(db)
  const visitor = await visitorOf(deps)
  const chosen = series.sessions.slice(0, 3)
  const refused = await buy(visitor, series, { chosen, more: { how: 'choose' } })
  expect(refused.status).toBe(400)
  const html = await refused.clone().text()
  expect(await readPage(refused)).toContain('You chose fewer dates than the bundle has sessions.')
  expect((html.match(/<input\b[^>]*checked[^>]*>/g) ?? []).join()).toContain(chosen[2]?.id)

  const bought = await buy(visitor, series, { chosen, more: { how: 'choose', leaveRest: 'on' } })
  expect(bought.status).toBe(303)
  expect(noticeOf(bought)?.text).toContain('3 sessions, 20% off.')
  const path = locationOf(bought).replace('#top', '')
  const manage = await (await visitor.get(path)).text()
  expect(manage).toContain('2 of 5 sessions left')
  const link = /href="([^"]*do=redeem[^"]*)"/.exec(manage)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const asking = await (await visitor.get(link)).text()
  expect(asking).toContain(series.sessions[3]?.id)
  expect(asking).not.toContain(`value="${chosen[0]?.id}"`)
  const pass = valuesOf(asking, 'pass')[0] ?? ''
  const session = series.sessions[3]?.id ?? ''
  const redeemed = await visitor.post(link, { intent: 'redeem', pass, sessionId: session })
  expect(redeemed.status).toBe(303)
  expect(noticeOf(redeemed)?.title).toBe('Session booked')
  expect(await readPage(await visitor.get(path))).toContain('1 of 5 sessions left')
})

test('a bundle with more sessions than dates is not offered; by a link the page says why, and books nothing', async ({
  db,
  deps,
}) => {
  const series = await aSeries(db, [10, 10, 10])
  const visitor = await visitorOf(deps)
  const tab = await readPage(await visitor.get(`/book/class/${series.of.id}?tab=bundle`))
  expect(tab).toContain('No bundles available')
  const why = 'It has 5 sessions, but only 3 dates with open spots are left before it ends.'
  const first = series.sessions[0]?.id ?? ''
  for (const how of ['series', 'choose']) {
    const page = await readPage(await visitor.get(bundlePath(series, { first, how })))
    expect(page).toContain(why)
    expect(page).not.toMatch(/Book bundle ·|stay in your bundle/)
  }
  const chosen = series.sessions
  const answer = await buy(visitor, series, { chosen, more: { how: 'choose', leaveRest: 'on' } })
  expect(answer.status).toBe(409)
  expect(await readPage(answer)).toContain(
    'There aren’t enough dates with open spots for this bundle.',
  )
})

test('a pass is used by its own link only, and not without a session', async ({ db, deps }) => {
  const series = await aSeries(db)
  const visitor = await visitorOf(deps)
  const chosen = series.sessions.slice(0, 3)
  const more = { how: 'choose', leaveRest: 'on' }
  const path = locationOf(await buy(visitor, series, { chosen, more })).replace('#top', '')
  const other = await buy(visitor, series, { chosen, more: { ...more, contact: 'o@example.com' } })
  const pass = await db.selectFrom('passes').select('id').orderBy('createdAt').execute()
  const sessionId = series.sessions[4]?.id ?? ''
  const stranger = await visitor.post(locationOf(other).replace('#top', ''), {
    intent: 'redeem',
    pass: pass[0]?.id ?? '',
    sessionId,
  })
  expect(stranger.status).toBe(409)
  const own = pass[0]?.id ?? ''
  const empty = await visitor.post(`${path}&do=redeem&pass=${own}`, { intent: 'redeem', pass: own })
  expect(empty.status).toBe(400)
  expect(await readPage(empty)).toContain('Please choose a new time.')
})

test('before a bundle session is cancelled, the page says what happens to it; cancelling then returns it', async ({
  db,
  deps,
}) => {
  const series = await aSeries(db)
  const [within, after] = await Promise.all(
    [80, 100].map((days) => aSession(db, { class: series.of, startsAt: onDay(days) })),
  )
  const visitor = await visitorOf(deps)
  const path = locationOf(await buy(visitor, series)).replace('#top', '')
  const asked = await visitor.get(`${path}&do=cancel`)
  const html = await asked.clone().text()
  expect(await readPage(asked)).toContain(
    'Cancelling now is free: the session goes back to your bundle.',
  )
  expect(html).toContain('Which sessions do you want to cancel?')
  // A date that the bundle holds is none to move to.
  const offered = valuesOf(await (await visitor.get(`${path}&do=move`)).text(), 'sessionId')
  expect(offered).not.toContain(series.sessions[0]?.id)
  // Nor is one after its end.
  expect(offered).toContain(within?.id)
  expect(offered).not.toContain(after?.id)
  expect(await (await visitor.get(path)).text()).toMatch(/<h1[^>]*>You’re in</)
  const [spot = ''] = valuesOf(html, 'spot')
  const cancelled = await visitor.post(`${path}&do=cancel`, { intent: 'cancel', spot })
  expect(noticeOf(cancelled)).toMatchObject({ text: 'The session is back in your bundle.' })
  const page = await (await visitor.get(path)).text()
  expect(page).toMatch(/<h1[^>]*>Your bundle</)
  expect(await readPage(new Response(page))).toContain('1 of 5 sessions left')
})

test('inside the notice period the page says that the session is lost, and it is', async ({
  db,
  deps,
}) => {
  const series = await aSeries(db)
  const visitor = await visitorOf(deps)
  const path = locationOf(await buy(visitor, series)).replace('#top', '')
  const [first] = series.sessions
  await db
    .updateTable('bookings')
    .set({ bookedAt: addMinutes(new Date(), -60), confirmedAt: addMinutes(new Date(), -60) })
    .where('sessionId', '=', first?.id ?? '')
    .execute()
  const soon = addMinutes(new Date(), 120)
  await db
    .updateTable('classSessions')
    .set({ startsAt: soon, endsAt: addMinutes(soon, 60), bookingClosesAt: soon })
    .where('id', '=', first?.id ?? '')
    .execute()
  const asked = await visitor.get(`${path}&do=cancel`)
  const html = await asked.clone().text()
  expect(await readPage(asked)).toContain('don’t go back to your bundle. The others do.')
  const spot = valuesOf(html, 'spot')[0] ?? ''
  const cancelled = await visitor.post(`${path}&do=cancel`, { intent: 'cancel', spot })
  expect(noticeOf(cancelled)).toMatchObject({
    text: '1 session was cancelled late and does not go back to your bundle.',
  })
  const after = await readPage(await visitor.get(path))
  expect(after).toContain('No sessions are left to book.')
  expect(after).not.toContain('sessions are booked.')
})

test.for([
  ['no name', { name: '' }, 'Missing Information'],
  ['no contact', { contact: '' }, 'Missing Information'],
  ['no date', { sessionId: [] }, 'Missing Information'],
  ['a phone with few digits', { contact: '12' }, 'Some digits are missing from this phone number'],
  [
    'another price',
    { seen: seenText({ priceMinor: 1 }) },
    'The price or the terms of this bundle have just changed',
  ],
] as const)(
  'a form with %s is refused with what was typed',
  async ([, more, says], { db, deps }) => {
    const series = await aSeries(db)
    const answer = await buy(await visitorOf(deps), series, { more })
    expect([400, 409]).toContain(answer.status)
    expect(await readPage(answer)).toContain(says)
    expect(await db.selectFrom('purchases').select('id').execute()).toEqual([])
  },
)

test('more dates than the bundle has are refused', async ({ db, deps }) => {
  const series = await aSeries(db)
  const answer = await buy(await visitorOf(deps), series, { chosen: series.sessions })
  expect(answer.status).toBe(400)
  expect(await readPage(answer)).toContain('You chose more dates than the bundle has sessions')
})

test('a bundle request waits, and when it is rejected nothing of it is booked or owed', async ({
  db,
  deps,
}) => {
  const series = await aSeries(db)
  await db
    .updateTable('classes')
    .set({ confirmationMode: 'manual' })
    .where('id', '=', series.of.id)
    .execute()
  const visitor = await visitorOf(deps)
  const answer = await buy(visitor, series)
  expect(noticeOf(answer)?.title).toBe('Booking submitted!')
  const path = locationOf(answer).replace('#top', '')
  const waiting = await readPage(await visitor.get(path))
  expect(waiting).toContain('Your dates are waiting for confirmation.')
  expect(waiting).not.toContain('All sessions are booked.')
  const spots = await db.selectFrom('bookings').select('id').execute()
  await rejectRequest(db, { vendorId: series.of.vendor.id, bookingIds: spots.map(({ id }) => id) })
  const rejected = await readPage(await visitor.get(path))
  expect(rejected).toContain('It was not confirmed. Nothing is booked, and you owe nothing.')
  for (const wrong of ['You’re in', 'sessions left', 'Book a remaining session', '€60'])
    expect(rejected).not.toContain(wrong)
})

test('the class page counts the sessions its trainer has really given', async ({ db, deps }) => {
  const of = await aClass(db)
  await aSession(db, { class: of })
  const past = await aSession(db, { class: of, startsAt: onDay(-3) })
  await aSession(db, { class: of, startsAt: onDay(-4) })
  const visitor = await visitorOf(deps)
  expect(await readPage(await visitor.get(`/book/class/${of.id}`))).not.toContain('taught')
  await aBooking(db, { session: past, status: 'completed' })
  expect(await readPage(await visitor.get(`/book/class/${of.id}`))).toContain('1 session taught')
})

const fields = {
  name: 'Five weeks',
  sessionCount: '5',
  price: '60',
  expiryDays: '30',
  expiryStarts: 'purchase',
  isActive: 'on',
}

test('a bundle is made in the Classes tab, with the defaults of the form, and sold at once', async ({
  db,
  deps,
}) => {
  const { vendor, browser, app } = await signedInVendor(deps)
  const of = await aClass(db, { vendor })
  const at = `/dashboard/classes/${of.id}/bundles`
  expect(await readPage(await browser.get('/dashboard/classes'))).toContain('Bundles')
  const form = await (await browser.get(`${at}/new`)).text()
  expect(valuesOf(form, 'sessionCount')).toEqual(['5'])
  expect(valuesOf(form, 'expiryDays')).toEqual(['30'])

  const figures = await readPage(await browser.post(`${at}/new`, { ...fields, intent: 'preview' }))
  for (const text of ['€75', '20%', '€15', '€12']) expect(figures).toContain(text)
  expect(await db.selectFrom('sessionBundles').select('id').execute()).toEqual([])

  const made = await browser.post(`${at}/new`, fields)
  expect(made.status).toBe(302)
  expect(noticeOf(made)?.title).toBe('Bundle created')
  expect(noticeOf(made)?.text).toBe(
    'Nobody can buy it yet. It needs 5 dates, but none can be booked before it ends.',
  )
  const list = await readPage(await browser.get(at))
  for (const text of ['Five weeks', '€60', '20% (€15)', '30 days from purchase'])
    expect(list).toContain(text)
  expect(list).toContain(
    'Not bookable yet None of the 5 dates it needs can be booked before it ends.',
  )
  await weeklySessions(db, of, { date: inDays(of, 1), capacities: [9, 9, 9, 9, 9] })
  expect(await readPage(await browser.get(at))).toContain(' On sale Edit ')
  const few = await browser.post(`${at}/new`, { ...fields, expiryDays: '15', intent: 'preview' })
  // Right at the field that has to change, also without a price.
  expect(await readPage(few)).toMatch(
    /Valid for days Only 3 dates can be booked before it ends\. The bundle goes on sale once there are 5\. Counted from/,
  )
  const unpriced = { ...fields, price: '', expiryDays: '15', intent: 'preview' }
  const early = await readPage(await browser.post(`${at}/new`, unpriced))
  expect(early).toContain('Only 3 dates can be booked before it ends.')
  const page = await readPage(await app.visitor().get(`/book/class/${of.id}?tab=bundle`))
  expect(page).toContain('Five weeks')
})

test('a bundle with too few dates is made valid for long enough in the list', async ({
  db,
  deps,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const of = await aClass(db, { vendor })
  await weeklySessions(db, of, { date: inDays(of, 1), capacities: Array(12).fill(9) })
  const short = { sessionCount: 10, expiryDays: 30, expiryStarts: 'first_session' } as const
  const bundle = await aBundle(db, { class: of, ...short })
  const at = `/dashboard/classes/${of.id}/bundles`
  const list = await browser.get(at)
  expect(await readPage(list.clone())).toContain(
    'Only 5 of the 10 dates it needs can be booked before it ends. Use 70 days',
  )
  const form = formIn(await list.text(), 'expiryDays')
  expect(form).toMatchObject({ bundleId: bundle.id, expiryDays: '70' })
  const before = await db.selectFrom('sessionBundles').selectAll().executeTakeFirstOrThrow()
  const extended = await browser.post(at, { ...form, intent: 'extend' })
  expect(extended.headers.get('location')).toBe(at)
  expect(noticeOf(extended)?.title).toBe('Now valid for 70 days')
  const { updatedAt: _, ...after } = await db
    .selectFrom('sessionBundles')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect({ ...before, expiryDays: 70 }).toMatchObject(after)
  expect(await readPage(await browser.get(at))).toContain(' On sale Edit ')
  // A page that was opened before takes nothing away from a longer one.
  await browser.post(at, { ...form, expiryDays: '40', intent: 'extend' })
  await browser.post(at, { ...form, expiryDays: 'x', intent: 'extend' })
  expect(await db.selectFrom('sessionBundles').select('expiryDays').execute()).toEqual([
    { expiryDays: 70 },
  ])
})

test('a new bundle starts with as many days as its sessions need', async ({ db, deps }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const of = await aClass(db, { vendor })
  const capacities = Array.from({ length: 12 }, (_, week) => (week % 2 ? null : 9))
  await weeklySessions(db, of, { date: inDays(of, 1), capacities })
  const form = await (await browser.get(`/dashboard/classes/${of.id}/bundles/new`)).text()
  expect(valuesOf(form, 'expiryDays')).toEqual(['70'])
})

test.for([
  ['name', { name: '' }, 'Please fill this in.'],
  ['price', { price: 'twelve' }, 'Please enter an amount like 12.50'],
  ['price', { price: '' }, 'Please fill this in.'],
  ['price', { price: '75.01' }, 'This is more than its sessions cost separately.'],
  ['sessionCount', { sessionCount: '' }, 'Please fill this in.'],
  ['expiryDays', { expiryDays: '' }, 'Please fill this in.'],
  ['sessionCount', { sessionCount: '1' }, 'Please enter at least 2.'],
  ['expiryDays', { expiryDays: '1000' }, 'Please enter at most 730.'],
] as const)(
  'a bundle with a wrong %s is refused at the field',
  async ([field, wrong, says], { db, deps }) => {
    const { vendor, browser } = await signedInVendor(deps)
    const of = await aClass(db, { vendor })
    const answer = await browser.post(`/dashboard/classes/${of.id}/bundles/new`, {
      ...fields,
      ...wrong,
    })
    expect([400, 409]).toContain(answer.status)
    expect(errorsAt(await answer.text(), field)).toContain(says)
  },
)

test('a bundle is edited, taken from sale and put back', async ({ db, deps }) => {
  const { vendor, browser, app } = await signedInVendor(deps)
  const of = await aClass(db, { vendor })
  await weeklySessions(db, of, { date: inDays(of, 1), capacities: [9, 9, 9, 9, 9] })
  const bundle = await aBundle(db, { class: of })
  const at = `/dashboard/classes/${of.id}/bundles`
  const dearer = await browser.post(`${at}/${bundle.id}`, { ...fields, price: '80' })
  expect(errorsAt(await dearer.text(), 'price')).toContain('more than its sessions cost')
  const ofClass = await readPage(await browser.get(`/dashboard/classes/${of.id}`))
  expect(ofClass).toContain('On sale for this class: Five weeks (€')
  const edited = await browser.post(`${at}/${bundle.id}`, { ...fields, name: 'Six', price: '50' })
  expect(edited.status).toBe(302)
  const ended = await browser.post(at, { bundleId: bundle.id, intent: 'deactivate' })
  expect(noticeOf(ended)?.title).toBe('Bundle is no longer on sale')
  const list = await readPage(await browser.get(at))
  expect(list).toContain('Six')
  expect(list).toContain('Not on sale')
  const tab = `/book/class/${of.id}?tab=bundle`
  expect(await readPage(await app.visitor().get(tab))).toContain('No bundles available')
  await browser.post(at, { bundleId: bundle.id, intent: 'activate' })
  expect(await readPage(await app.visitor().get(tab))).toContain('Six')
})

test('without the plan, no bundle can be created or put on sale, but a sale can still be ended', async ({
  db,
  deps,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const of = await aClass(db, { vendor })
  const bundle = await aBundle(db, { class: of, isActive: false })
  const sold = await aBundle(db, { class: of, bundleName: 'On sale' })
  await db
    .updateTable('vendors')
    .set({ trialEndsAt: addMinutes(new Date(), -1) })
    .where('id', '=', vendor.id)
    .execute()
  const at = `/dashboard/classes/${of.id}/bundles`
  const refused = await browser.post(`${at}/new`, fields)
  expect(refused.status).toBe(409)
  const list = await readPage(await browser.get(at))
  expect(list).toContain('Your plan doesn’t include bundles')
  const activated = await browser.post(at, { bundleId: bundle.id, intent: 'activate' })
  expect(activated.status).toBe(409)
  expect(await readPage(activated)).toContain('They are part of the Professional plan.')
  const ended = await browser.post(at, { bundleId: sold.id, intent: 'deactivate' })
  expect(ended.status).toBe(302)
})

test('bundles of others, of another class and for members who only teach do not exist', async ({
  db,
  deps,
}) => {
  const { vendor, browser, app } = await signedInVendor(deps)
  const of = await aClass(db, { vendor })
  const second = await aClass(db, { vendor })
  const own = await aBundle(db, { class: of })
  const other = await aBundle(db)
  const at = `/dashboard/classes/${of.id}/bundles`
  for (const path of [
    `/dashboard/classes/${other.class.id}/bundles`,
    `/dashboard/classes/${other.class.id}/bundles/new`,
    `${at}/${other.id}`,
    `${at}/not-an-id`,
    `/dashboard/classes/${second.id}/bundles/${own.id}`,
  ])
    expect((await browser.get(path)).status).toBe(404)
  expect((await browser.post(`${at}/${other.id}`, fields)).status).toBe(404)
  expect((await browser.post(at, { bundleId: other.id, intent: 'deactivate' })).status).toBe(404)
  const foreign = await browser.post(`/dashboard/classes/${other.class.id}/bundles/new`, fields)
  expect(foreign.status).toBe(404)
  const teacher = app.visitor()
  await signInAs(deps, teacher, await anInstructor(db, vendor))
  expect((await teacher.get(at)).status).toBe(404)
})
