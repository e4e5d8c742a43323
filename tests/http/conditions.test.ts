import { seenText } from '#core/bookings/rules/seen.ts'
import type { Db } from '#core/shared/db.ts'
import { apiOf } from '#tests/http/api-client.ts'
import { appFor, readPage } from '#tests/support/app.ts'
import { bookBy, bookingFormFor, classPath } from '#tests/support/booking-form.ts'
import { expect, test } from '#tests/support/database.ts'
import { type ASession, aBundle, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { aSeries, bought, order, passOf } from '#tests/support/series.ts'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { formIn } from '#tests/support/page-form.ts'
import { classFields, signedInVendor } from '#tests/support/workspace.ts'

const condition = 'I am fit to take part, “really” & at my own risk.'
const ticked = { accepted: condition }

async function aSessionWithCondition(db: Db): Promise<ASession> {
  const session = await aSession(db)
  await db.updateTable('classes').set({ condition }).where('id', '=', session.class.id).execute()
  return session
}

const acceptedIn = (db: Db) => db.selectFrom('purchases').select('accepted').execute()

test('a vendor writes what customers confirm, and takes it back', async ({ db, deps }) => {
  const { browser } = await signedInVendor(deps)
  await browser.post('/dashboard/classes/new', { ...classFields(), condition })
  const made = await db.selectFrom('classes').select(['id', 'condition']).executeTakeFirstOrThrow()
  expect(made.condition).toBe(condition)
  const edit = `/dashboard/classes/${made.id}`
  const form = formIn(await (await browser.get(edit)).text(), 'title')
  expect(form).toMatchObject({ condition })
  expect((await browser.post(edit, { ...form, condition: ' ' })).status).toBe(302)
  const saved = await db.selectFrom('classes').select('condition').executeTakeFirstOrThrow()
  expect(saved.condition).toBeNull()
})

test('other words than the customer confirmed are asked about again', async ({ db, deps }) => {
  const session = await aSessionWithCondition(db)
  const visitor = (await appFor(deps)).visitor()
  await db.updateTable('classes').set({ condition: 'I bring a mat.' }).execute()
  const refused = await bookBy(visitor, session, ticked)
  expect(refused.status).toBe(400)
  const html = await refused.text()
  expect(html).toContain('I bring a mat.')
  expect(html).toContain('Please tick this box to book.')
  expect((await bookBy(visitor, session, { accepted: 'I bring a mat.' })).status).toBe(303)
  expect(await acceptedIn(db)).toEqual([{ accepted: ['I bring a mat.'] }])
})

test('without the box nothing is booked and nothing typed is lost; with it the booking keeps what was confirmed', async ({
  db,
  deps,
}) => {
  const session = await aSessionWithCondition(db)
  const visitor = (await appFor(deps)).visitor()
  const refused = await bookBy(visitor, session)
  expect(refused.status).toBe(400)
  const html = await refused.text()
  expect(html).toContain('Please tick this box to book.')
  expect(await readPage(new Response(html))).toContain(condition)
  expect(formIn(html, 'contact')).toMatchObject({ name: 'Carla', contact: 'carla@example.com' })
  expect(await acceptedIn(db)).toEqual([])
  expect((await bookBy(visitor, session, ticked)).status).toBe(303)
  expect(await acceptedIn(db)).toEqual([{ accepted: [condition] }])
})

test('the vendor sees on the page of a booking what was confirmed', async ({ db, deps }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  await db.updateTable('classes').set({ condition }).execute()
  await bookBy((await appFor(deps)).visitor(), session, ticked)
  const { id } = await db.selectFrom('bookings').select('id').executeTakeFirstOrThrow()
  const page = await readPage(await browser.get(`/dashboard/bookings/${id}`))
  expect(page).toContain(`The customer confirmed: “${condition}”`)
})

test('every mistake is named at once, also a box that is not ticked', async ({ db, deps }) => {
  const session = await aSessionWithCondition(db)
  const visitor = (await appFor(deps)).visitor()
  for (const name of ['', 'Carla']) {
    const text = await readPage(await bookBy(visitor, session, { name, contact: '123' }))
    expect(text.includes('Please fill this in.')).toBe(name === '')
    expect(text).toContain('Please tick this box to book.')
    expect(text).toContain('Some digits are missing from this phone number.')
  }
})

test('a bundle asks for the same', async ({ db, deps }) => {
  const session = await aSessionWithCondition(db)
  await aSession(db, { class: session.class })
  const bundle = await aBundle(db, { class: session.class, sessionCount: 2 })
  const visitor = (await appFor(deps)).visitor()
  const form = {
    ...bookingFormFor(session),
    bundleId: bundle.id,
    leaveRest: 'on',
    seen: seenText({ priceMinor: bundle.priceMinor }),
  }
  const path = `${classPath(session)}?bundle=${bundle.id}&first=${session.id}`
  const refused = await visitor.post(path, form)
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('Please tick this box to book.')
  expect(await acceptedIn(db)).toEqual([])
  expect((await visitor.post(path, { ...form, ...ticked })).status).toBe(303)
  expect(await acceptedIn(db)).toEqual([{ accepted: [condition] }])
})

test('a class that asks for nothing keeps nothing, whatever a form sends', async ({ db, deps }) => {
  const of = await aClass(db, { vendor: await aVendor(db) })
  const session = await aSession(db, { class: of })
  const visitor = (await appFor(deps)).visitor()
  expect(await (await visitor.get(classPath(session))).text()).not.toContain(condition)
  expect((await bookBy(visitor, session, ticked)).status).toBe(303)
  expect(await acceptedIn(db)).toEqual([{ accepted: [] }])
})

test('the API lists what a class asks for, and refuses a booking without it', async ({
  db,
  deps,
}) => {
  const session = await aSessionWithCondition(db)
  const api = apiOf(deps)
  const listed: unknown = await (await api.ask(`/classes/${session.class.id}`)).json()
  expect(JSON.stringify(listed)).toContain(JSON.stringify(condition))
  const refused = await api.book({ sessionId: session.id })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ code: 'invalid', errors: [{ path: 'accepted' }] })
  expect((await api.book({ sessionId: session.id, accepted: [condition] })).status).toBe(201)
})

test('a remaining session of a bundle asks with a box for what was not confirmed with it', async ({
  db,
  deps,
}) => {
  const { bundle, sessions } = await aSeries(db)
  const { purchaseId, reference } = await bought(
    deps,
    order(bundle, sessions.slice(0, 1), { leaveRest: true }),
  )
  await db.updateTable('classes').set({ condition }).execute()
  const { passId: pass } = await passOf(db, purchaseId)
  const link = `${manageUrl(deps, { purchaseId, reference, tokenRotation: 0 })}&do=redeem&pass=${pass}`
  const visitor = (await appFor(deps)).visitor()
  expect(await readPage(await visitor.get(link))).toContain(condition)
  const form = { intent: 'redeem', pass, sessionId: sessions[2]?.id ?? '' }
  const refused = await visitor.post(link, form)
  expect(refused.status).toBe(400)
  const html = await refused.text()
  expect(html).toContain('Please tick this box to book.')
  expect(formIn(html, 'pass')).toMatchObject({ sessionId: form.sessionId })
  expect((await visitor.post(link, { ...form, ...ticked })).status).toBe(303)
  expect(await acceptedIn(db)).toEqual([{ accepted: [condition] }])
  expect(await readPage(await visitor.get(link))).not.toContain(condition)
})

test('a bundle without dates names the box as well', async ({ db, deps }) => {
  const session = await aSessionWithCondition(db)
  const bundle = await aBundle(db, { class: session.class, sessionCount: 2 })
  const visitor = (await appFor(deps)).visitor()
  const { sessionId: _none, ...form } = bookingFormFor(session)
  const answer = await visitor.post(`${classPath(session)}?bundle=${bundle.id}&how=choose`, {
    ...form,
    bundleId: bundle.id,
    how: 'choose',
    seen: seenText({ priceMinor: bundle.priceMinor }),
  })
  expect(answer.status).toBe(400)
  const text = await readPage(answer)
  expect(text).toContain('Please fill in all required fields and select a session time.')
  expect(text).toContain('Please tick this box to book.')
})

test('the API wants the sentence word for word, and keeps only that', async ({ db, deps }) => {
  const session = await aSessionWithCondition(db)
  const api = apiOf(deps)
  const other = 'I have read something else.'
  const sent = await api.book({ sessionId: session.id, accepted: [other] })
  expect(sent.status).toBe(400)
  expect((await api.book({ sessionId: session.id, accepted: [condition, other] })).status).toBe(201)
  expect(await acceptedIn(db)).toEqual([{ accepted: [condition] }])
})

test('a sentence as long as can be typed is listed by the API and books there and on the page', async ({
  db,
  deps,
}) => {
  const longest = 'Ä “long” sentence & a promise. '.padEnd(300, 'x')
  const { vendor, browser } = await signedInVendor(deps)
  const create = (text: string) =>
    browser.post('/dashboard/classes/new', { ...classFields(), condition: text })
  expect((await create(`${longest}x`)).status).toBe(400)
  expect((await create(longest)).status).toBe(302)
  const { id } = await db.selectFrom('classes').select('id').executeTakeFirstOrThrow()
  const session = await aSession(db, { class: { ...(await aClass(db, { vendor })), id } })
  const api = apiOf(deps)
  const listed: unknown = await (await api.ask(`/classes/${id}`)).json()
  expect(JSON.stringify(listed)).toContain(JSON.stringify(longest))
  expect((await api.book({ sessionId: session.id, accepted: [longest] })).status).toBe(201)
  const visitor = (await appFor(deps)).visitor()
  expect((await bookBy(visitor, session, { accepted: longest })).status).toBe(303)
  expect(await acceptedIn(db)).toEqual([{ accepted: [longest] }, { accepted: [longest] }])
})
