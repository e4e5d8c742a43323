import { conditionNames, conditionTexts } from '#core/classes/catalogue.ts'
import type { Db } from '#core/shared/db.ts'
import { apiOf } from '#tests/http/api-client.ts'
import { appFor, readPage } from '#tests/support/app.ts'
import { bookBy, bookingFormFor, classPath } from '#tests/support/booking-form.ts'
import { expect, test } from '#tests/support/database.ts'
import { type ASession, aBundle, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { aSeries, bought, order, packOf } from '#tests/support/series.ts'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { formIn } from '#tests/support/page-form.ts'
import { classFields, signedInVendor } from '#tests/support/workspace.ts'

const texts = conditionNames.map((name) => conditionTexts[name].confirmed.en)
const ticked = Object.fromEntries(conditionNames.map((name) => [name, 'on']))

async function aSessionWithConditions(db: Db): Promise<ASession> {
  const session = await aSession(db)
  await db
    .updateTable('classes')
    .set({ conditions: conditionNames })
    .where('id', '=', session.class.id)
    .execute()
  return session
}

const acceptedIn = (db: Db) => db.selectFrom('bookingGroups').select('accepted').execute()

test('a vendor ticks what customers confirm, and unticks it again', async ({ db, deps }) => {
  const { browser } = await signedInVendor(deps)
  await browser.post('/dashboard/classes/new', { ...classFields(), ...ticked })
  const made = await db.selectFrom('classes').select(['id', 'conditions']).executeTakeFirstOrThrow()
  expect(made.conditions).toEqual(conditionNames)
  const edit = `/dashboard/classes/${made.id}`
  const form = formIn(await (await browser.get(edit)).text(), 'title')
  expect(form).toMatchObject(ticked)
  const unticked = Object.entries(form).filter(([name]) => !Object.hasOwn(ticked, name))
  expect((await browser.post(edit, Object.fromEntries(unticked))).status).toBe(302)
  const saved = await db.selectFrom('classes').select('conditions').executeTakeFirstOrThrow()
  expect(saved.conditions).toEqual([])
})

test('without the boxes nothing is booked and nothing typed is lost; with them the booking keeps what was confirmed', async ({
  db,
  deps,
}) => {
  const session = await aSessionWithConditions(db)
  const visitor = (await appFor(deps)).visitor()
  const refused = await bookBy(visitor, session)
  expect(refused.status).toBe(400)
  const html = await refused.text()
  expect(html).toContain('Please tick this box to book.')
  for (const text of texts) expect(html).toContain(text)
  expect(formIn(html, 'contact')).toMatchObject({ name: 'Carla', contact: 'carla@example.com' })
  expect(await acceptedIn(db)).toEqual([])
  expect((await bookBy(visitor, session, ticked)).status).toBe(303)
  expect(await acceptedIn(db)).toEqual([{ accepted: conditionNames }])
})

test('the vendor sees on the page of a booking what was confirmed', async ({ db, deps }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  await db.updateTable('classes').set({ conditions: conditionNames }).execute()
  await bookBy((await appFor(deps)).visitor(), session, ticked)
  const { id } = await db.selectFrom('bookings').select('id').executeTakeFirstOrThrow()
  const page = await readPage(await browser.get(`/dashboard/bookings/${id}`))
  expect(page).toContain(`The customer confirmed: “${texts.join(' ')}”`)
})

test('every mistake is named at once, also a box that is not ticked', async ({ db, deps }) => {
  const session = await aSessionWithConditions(db)
  const visitor = (await appFor(deps)).visitor()
  for (const name of ['', 'Carla']) {
    const text = await readPage(await bookBy(visitor, session, { name, contact: '123' }))
    expect(text.includes('Please fill this in.')).toBe(name === '')
    expect(text).toContain('Please tick this box to book.')
    expect(text).toContain('Some digits are missing from this phone number.')
  }
})

test('a bundle asks for the same', async ({ db, deps }) => {
  const session = await aSessionWithConditions(db)
  await aSession(db, { class: session.class })
  const bundle = await aBundle(db, { class: session.class, sessionCount: 2 })
  const visitor = (await appFor(deps)).visitor()
  const form = {
    ...bookingFormFor(session),
    bundleId: bundle.id,
    leaveRest: 'on',
    seenPriceMinor: String(bundle.priceMinor),
  }
  const path = `${classPath(session)}?bundle=${bundle.id}&first=${session.id}`
  const refused = await visitor.post(path, form)
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('Please tick this box to book.')
  expect(await acceptedIn(db)).toEqual([])
  expect((await visitor.post(path, { ...form, ...ticked })).status).toBe(303)
  expect(await acceptedIn(db)).toEqual([{ accepted: conditionNames }])
})

test('a class that asks for nothing keeps nothing, whatever a form sends', async ({ db, deps }) => {
  const of = await aClass(db, { vendor: await aVendor(db) })
  const session = await aSession(db, { class: of })
  const visitor = (await appFor(deps)).visitor()
  expect(await (await visitor.get(classPath(session))).text()).not.toContain(texts[0])
  expect((await bookBy(visitor, session, ticked)).status).toBe(303)
  expect(await acceptedIn(db)).toEqual([{ accepted: [] }])
})

test('the API lists what a class asks for, and refuses a booking without it', async ({
  db,
  deps,
}) => {
  const session = await aSessionWithConditions(db)
  const api = apiOf(deps)
  const listed: unknown = await (await api.ask(`/classes/${session.class.id}`)).json()
  expect(JSON.stringify(listed)).toContain(JSON.stringify(texts[0]))
  const refused = await api.book({ sessionId: session.id })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ code: 'invalid', errors: [{ path: 'accepted' }] })
  expect((await api.book({ sessionId: session.id, accepted: conditionNames })).status).toBe(201)
})

test('a remaining session of a bundle asks with a box for what was not confirmed with it', async ({
  db,
  deps,
}) => {
  const { bundle, sessions } = await aSeries(db)
  const { groupId, reference } = await bought(
    deps,
    order(bundle, sessions.slice(0, 1), { leaveRest: true }),
  )
  await db.updateTable('classes').set({ conditions: conditionNames }).execute()
  const { entitlementId: pack } = await packOf(db, groupId)
  const link = `${manageUrl(deps, { groupId, reference, tokenRotation: 0 })}&do=redeem&pack=${pack}`
  const visitor = (await appFor(deps)).visitor()
  expect(await readPage(await visitor.get(link))).toContain(texts[0])
  const form = { intent: 'redeem', pack, sessionId: sessions[2]?.id ?? '' }
  const refused = await visitor.post(link, form)
  expect(refused.status).toBe(400)
  const html = await refused.text()
  expect(html).toContain('Please tick this box to book.')
  expect(formIn(html, 'pack')).toMatchObject({ sessionId: form.sessionId })
  expect((await visitor.post(link, { ...form, ...ticked })).status).toBe(303)
  expect(await acceptedIn(db)).toEqual([{ accepted: conditionNames }])
  expect(await readPage(await visitor.get(link))).not.toContain(texts[0])
})

test('a bundle without dates names the box as well', async ({ db, deps }) => {
  const session = await aSessionWithConditions(db)
  const bundle = await aBundle(db, { class: session.class, sessionCount: 2 })
  const visitor = (await appFor(deps)).visitor()
  const { sessionId: _none, ...form } = bookingFormFor(session)
  const answer = await visitor.post(`${classPath(session)}?bundle=${bundle.id}&how=choose`, {
    ...form,
    bundleId: bundle.id,
    how: 'choose',
    seenPriceMinor: String(bundle.priceMinor),
  })
  expect(answer.status).toBe(400)
  const text = await readPage(answer)
  expect(text).toContain('Please fill in all required fields and select a session time.')
  expect(text).toContain('Please tick this box to book.')
})

const ofNewerVersion = 'aboveTheClouds'

test('a condition that only a newer version knows is said, not silently refused', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  await db
    .updateTable('classes')
    .set({ conditions: [ofNewerVersion] })
    .execute()
  const refused = await bookBy((await appFor(deps)).visitor(), session)
  expect(refused.status).toBe(409)
  expect(await readPage(refused)).toContain(
    'What you have to confirm for this class has just changed.',
  )
})

test('an edit keeps a condition that only a newer version knows', async ({ db, deps }) => {
  const { browser } = await signedInVendor(deps)
  await browser.post('/dashboard/classes/new', { ...classFields(), ...ticked })
  await db
    .updateTable('classes')
    .set({ conditions: [...conditionNames, ofNewerVersion] })
    .execute()
  const { id } = await db.selectFrom('classes').select('id').executeTakeFirstOrThrow()
  const edit = `/dashboard/classes/${id}`
  const form = formIn(await (await browser.get(edit)).text(), 'title')
  expect((await browser.post(edit, { ...form, title: 'Morning Yoga' })).status).toBe(302)
  expect(await db.selectFrom('classes').select(['title', 'conditions']).execute()).toEqual([
    { title: 'Morning Yoga', conditions: [...conditionNames, ofNewerVersion] },
  ])
})

test('the API ignores conditions that it does not know', async ({ db, deps }) => {
  const session = await aSessionWithConditions(db)
  const api = apiOf(deps)
  const sent = await api.book({ sessionId: session.id, accepted: [ofNewerVersion] })
  expect(sent.status).toBe(400)
  const both = [...conditionNames, ofNewerVersion]
  expect((await api.book({ sessionId: session.id, accepted: both })).status).toBe(201)
  expect(await acceptedIn(db)).toEqual([{ accepted: conditionNames }])
})
