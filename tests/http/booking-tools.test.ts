import { addMinutes, todayIn } from '#core/shared/time.ts'
import { appFor, noticeOf, readPage } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { agreementIn, anInstructor, errorsAt, signedInVendor } from '#tests/support/workspace.ts'
import { signInAs } from '#tests/support/app.ts'

const form = (sessionId: string, fields: Record<string, string> = {}) => ({
  sessionId,
  customerName: 'Hanna Hand',
  contact: '',
  spots: '1',
  price: '15',
  notes: '',
  ...fields,
})

test('adding somebody by hand: choose a session, fill in the form, find the booking in the list', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor, title: 'Boxing' }) })
  const address = `/dashboard/bookings/new?session=${session.id}`
  const choice = await (await browser.get('/dashboard/bookings/new')).text()
  expect(choice.replaceAll('&amp;', '&')).toContain(`href="${address}&returnTo=`)
  const page = await readPage(await browser.get(address))
  expect(page).toContain('Add a booking')
  expect(page).toContain('Boxing')
  const added = await browser.post(
    address,
    form(session.id, { contact: '0151 12345678', tells: 'on' }),
  )
  expect(added.headers.get('location')).toContain(`#session-${session.id}`)
  expect(noticeOf(added)).toMatchObject({ tone: 'neutral', title: 'Cannot send confirmation' })
  const list = await readPage(await browser.get(added.headers.get('location') ?? ''))
  expect(list).toContain('Hanna Hand')
  expect(list).toContain('Due €15')
  const wrong = await browser.post(address, form(session.id, { contact: 'hanna@', price: 'x' }))
  expect(wrong.status).toBe(400)
  expect(errorsAt(await wrong.text(), 'price')).toContain('Please enter an amount')
})

test('a full session asks with the numbers, and its button adds the person', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }), capacity: 1 })
  await aBooking(db, { session })
  const address = `/dashboard/bookings/new?session=${session.id}`
  const asked = await browser.post(address, form(session.id, { customerName: 'Anna' }))
  expect(asked.status).toBe(409)
  const html = await asked.clone().text()
  expect(await readPage(asked)).toContain(
    'This session is full (1/1). Add Anna as person number 2?',
  )
  const agreed = agreementIn(html)
  const added = await browser.post(address, form(session.id, { customerName: 'Anna', agreed }))
  expect(noticeOf(added)?.title).toContain('Anna is booked')
  expect(await readPage(await browser.get('/dashboard/bookings'))).toContain('2/2 booked')
})

test('a walk-in and a past visit have the short form', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const of = await aClass(db, { vendor })
  const at = async (minutes: number) => {
    const session = await aSession(db, { class: of, startsAt: addMinutes(new Date(), minutes) })
    return readPage(await browser.get(`/dashboard/bookings/new?session=${session.id}`))
  }
  const walkIn = await at(-5)
  expect(walkIn).toContain('Add a walk-in')
  expect(walkIn).not.toContain('Email the confirmation')
  expect(await at(-2 * 1440)).toContain('Add a past visit')
  const from = todayIn(vendor.timeZone, addMinutes(new Date(), -3 * 1440))
  expect(await readPage(await browser.get(`/dashboard/bookings/new?from=${from}`))).toContain(
    'Yoga',
  )
})

test('nobody else adds to a vendor’s session', async ({ deps, db }) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const foreign = await aSession(db)
  const address = `/dashboard/bookings/new?session=${foreign.id}`
  expect((await browser.get(address)).status).toBe(404)
  expect((await browser.post(address, form(foreign.id))).status).toBe(404)
  expect((await browser.get('/dashboard/bookings/new?session=nonsense')).status).toBe(404)
  const signedOut = await app.visitor().get('/dashboard/bookings/new')
  expect(signedOut.headers.get('location')).toMatch(/^\/login/)
  const instructor = (await appFor(deps)).visitor()
  await signInAs(deps, instructor, await anInstructor(db, vendor))
  expect((await instructor.get('/dashboard/bookings/new')).status).toBe(404)
})
