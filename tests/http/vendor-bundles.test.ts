import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { deleteBooking } from '#core/bookings/commands/delete-booking.ts'
import { redeemSession } from '#core/bookings/commands/redeem-session.ts'
import { linkTo } from '#tests/support/links.ts'
import { noticeOf, readPage } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { buttonIn, formIn } from '#tests/support/page-form.ts'
import { aBundle, aClass, aSession, weeklySessions } from '#tests/support/factories.ts'
import { bought, inDays, order, passOf } from '#tests/support/series.ts'
import { agreementIn, errorsAt, signedInVendor } from '#tests/support/workspace.ts'

/** Carla bought a bundle of five for €60 and booked three of its dates, all but one of them out of order. */
async function aSoldBundle(db: Db, deps: Deps) {
  const workspace = await signedInVendor(deps)
  const of = await aClass(db, { vendor: workspace.vendor })
  const dates = { date: inDays(3), capacities: [9, 9, 9, 9, 9] }
  const sessions = await weeklySessions(db, of, dates)
  const bundle = await aBundle(db, { class: of })
  const chosen = sessions.slice(0, 3).toReversed()
  return {
    ...workspace,
    of,
    bundle,
    sessions,
    ...(await bought(deps, order(bundle, chosen, { leaveRest: true }))),
  }
}

test('the page of one date says what its button records: the price of the whole bundle', async ({
  db,
  deps,
}) => {
  const { browser } = await aSoldBundle(db, deps)
  const { id } = await db.selectFrom('bookings').select('id').limit(1).executeTakeFirstOrThrow()
  const at = `/dashboard/bookings/${id}`
  const html = await (await browser.get(at)).text()
  expect(html).toContain('Mark bundle as paid · €60')
  expect(html).toContain('Unpaid for the bundle: €60')
  const answer = await browser.post(at, { ...formIn(html, 'bookingId'), intent: 'paid' })
  expect(noticeOf(answer)?.text).toBe('€60 recorded as paid for the bundle')
  expect(await readPage(await browser.get(at))).not.toContain('owes')
})

test('the list of bookings shows a bundle at each of its dates, in their order, with what is left and owed', async ({
  db,
  deps,
}) => {
  const { browser } = await aSoldBundle(db, deps)
  const page = await readPage(await browser.get('/dashboard/bookings'))
  expect(page).toContain('Five weeks: 2 of 5 sessions left, until')
  expect(page.match(/Unpaid for the bundle: €60/g)).toHaveLength(3)
  expect(page).toContain('In bundle')
  expect(page).not.toContain('Free')
  expect(page).not.toMatch(/Unpaid: €/)
  const places = [...page.matchAll(/Session (\d) of 3/g)].map(([, place]) => place)
  expect(places).toEqual(['1', '2', '3'])
})

test('what is paid for a bundle is noted at any of its dates; until then the overview says it is owed', async ({
  db,
  deps,
}) => {
  const { browser, spots, of } = await aSoldBundle(db, deps)
  const overview = await readPage(await browser.get('/dashboard'))
  expect(overview).toContain('Money owed €60 unpaid Carla Five weeks Unpaid: €60')
  const sold = await readPage(await browser.get(`/dashboard/classes/${of.id}/bundles`))
  expect(sold).toContain('Who bought')
  expect(sold).toMatch(/Carla Five weeks 2 of 5 .+ €60 Unpaid: €60/)

  const at = `/dashboard/bookings/${spots[1]?.id}`
  const form = await readPage(await browser.get(at))
  expect(form).toContain('€60 for the bundle')
  const row = await db
    .selectFrom('bookings as b')
    .innerJoin('purchases as g', 'g.id', 'b.purchaseId')
    .where('b.id', '=', spots[1]?.id ?? '')
    .select(['b.sessionId', 'g.customerName', 'g.customerEmail', 'b.status', 'b.notes'])
    .executeTakeFirstOrThrow()
  const saved = await browser.post(at, {
    customerName: row.customerName,
    customerEmail: row.customerEmail ?? '',
    customerPhone: '',
    notes: row.notes ?? '',
    status: row.status,
    sessionId: row.sessionId,
    paymentStatus: 'paid',
    amountPaid: '60',
  })
  expect(saved.status).toBe(302)
  expect(await db.selectFrom('payments').select(['bookingId', 'amountMinor']).execute()).toEqual([
    { bookingId: null, amountMinor: 6000 },
  ])
  const list = await readPage(await browser.get('/dashboard/bookings'))
  expect(list).toContain('In bundle')
  expect(list).not.toContain('Unpaid for the bundle')
  expect(await readPage(await browser.get('/dashboard'))).not.toContain('Money owed')
})

test.for(['/dashboard', '/dashboard/classes/:classId/bundles'])(
  'a bundle is noted as paid with one press on %s',
  async (where, { db, deps }) => {
    const { browser, of } = await aSoldBundle(db, deps)
    const address = where.replace(':classId', of.id)
    const html = await (await browser.get(address)).text()
    const fields = { ...buttonIn(html, 'bundlePaid'), intent: 'bundlePaid' }
    const paid = await browser.post('/dashboard/bookings', fields)
    expect(paid.headers.get('location')).toBe(address)
    expect(await db.selectFrom('payments').select(['bookingId', 'amountMinor']).execute()).toEqual([
      { bookingId: null, amountMinor: 6000 },
    ])
    expect(await readPage(await browser.get(address))).not.toMatch(/owes/)
    // Pressed again in another tab: nothing is paid twice.
    await browser.post('/dashboard/bookings', fields)
    expect(await db.selectFrom('payments').select('amountMinor').execute()).toHaveLength(1)
  },
)

test('“Paid” records what is owed for a bundle, and nothing is owed after its price was given back', async ({
  db,
  deps,
}) => {
  const { browser, spots } = await aSoldBundle(db, deps)
  const at = `/dashboard/bookings/${spots[1]?.id}`
  const save = async (fields: Record<string, string>) =>
    browser.post(at, { ...formIn(await (await browser.get(at)).text(), 'customerName'), ...fields })
  expect((await save({ paymentStatus: 'paid', amountPaid: '0' })).status).toBe(302)
  expect(formIn(await (await browser.get(at)).text(), 'customerName')['amountPaid']).toBe('60.00')
  expect((await save({ paymentStatus: 'refunded', amountPaid: '0' })).status).toBe(302)
  expect(await readPage(await browser.get('/dashboard'))).not.toContain('Money owed')
  expect(await readPage(await browser.get('/dashboard/today'))).not.toContain('owes')
  const purchase = await db
    .selectFrom('purchases')
    .select(['id as purchaseId', 'reference', 'tokenRotation'])
    .executeTakeFirstOrThrow()
  expect(await readPage(await browser.get(manageUrl(deps, purchase)))).not.toContain('to pay')
})

test('a list of sold bundles that ends early begins with those still held and the latest, and says how many there are', async ({
  db,
  deps,
}) => {
  const { browser, of, purchaseId } = await aSoldBundle(db, deps)
  const at = `/dashboard/classes/${of.id}/bundles`
  expect(await readPage(await browser.get(at))).not.toContain('are listed')
  await sql`
    insert into passes (vendor_id, purchase_id, bundle_id, class_id, name, total_sessions, remaining_sessions,
      price_minor, currency, start_date, expiry_days, expires_at, created_at)
    select vendor_id, purchase_id, bundle_id, class_id, 'Used ' || n, total_sessions, 0,
      price_minor, currency, start_date, expiry_days, expires_at, created_at + make_interval(hours => n)
    from passes, generate_series(-100, 99) n`.execute(db)
  const page = await readPage(await browser.get(at))
  expect(page).toContain('The first 200 of 201 are listed.')
  const held = page.indexOf('Carla Five weeks 2 of 5')
  const latest = page.indexOf('Carla Used 99 0 of 5')
  expect(held).toBeGreaterThan(0)
  expect(latest).toBeGreaterThan(held)
  expect(page).not.toContain('Used -100 ')
  const { passId } = await passOf(db, purchaseId)
  await db
    .updateTable('passes')
    .set({ createdAt: new Date(0) })
    .where('id', '=', passId)
    .execute()
  expect(await readPage(await browser.get(at))).toContain('Carla Five weeks 2 of 5')
})

test('deleting a class lists the customers with credits, and asks what happens to them', async ({
  db,
  deps,
}) => {
  const { browser, of, vendor, bundle, sessions } = await aSoldBundle(db, deps)
  const pilates = await aClass(db, { vendor, title: 'Pilates' })
  const at = `/dashboard/classes/${of.id}/delete`
  const asked = await readPage(await browser.get(at))
  expect(asked).toContain('1 customer has a bundle for this class.')
  expect(asked).toContain('Carla: 2 of 5 left')
  const refused = await browser.post(at, { upcomingBookings: 'keep' })
  expect(refused.status).toBe(409)
  expect(errorsAt(await refused.text(), 'bundles')).toContain(
    'Please choose what should happen to their sessions.',
  )
  const agreed = agreementIn(await (await browser.get(at)).text())
  const choice = { upcomingBookings: 'keep', bundles: 'move', toClass: pilates.id, agreed }
  const tooEarly = await browser.post(at, choice)
  expect(errorsAt(await tooEarly.text(), 'bundles')).toContain(
    'The other class has no upcoming session with an open spot.',
  )
  await aSession(db, { class: pilates })
  const ben = { name: 'Ben', contact: 'ben@example.com', leaveRest: true }
  await bought(deps, order(bundle, sessions.slice(0, 1), ben))
  const changed = await browser.post(at, choice)
  expect(changed.status).toBe(409)
  const now = await changed.text()
  const text = await readPage(new Response(now))
  expect(text).toContain('The bookings or bundles have changed since you opened this page.')
  expect(text).toMatch(/Bundles in use .*Ben: 4 of 5 left/)
  const moved = await browser.post(at, { ...choice, agreed: agreementIn(now) })
  expect(noticeOf(moved)?.text).toContain('2 bundles are now valid for the other class.')
  const kept = await db.selectFrom('passes').where('classId', '!=', pilates.id).execute()
  expect(kept).toEqual([])
})

test('a bundle of a class that nobody can book is shown as not available', async ({ db, deps }) => {
  const { browser, vendor } = await signedInVendor(deps)
  const of = await aClass(db, { vendor })
  await weeklySessions(db, of, { date: inDays(3), capacities: [9, 9, 9, 9, 9] })
  await aBundle(db, { class: of })
  const at = `/dashboard/classes/${of.id}/bundles`
  expect(await readPage(await browser.get(at))).toContain(' On sale Edit ')
  await db.updateTable('classes').set({ visibility: 'closed' }).where('id', '=', of.id).execute()
  const page = await readPage(await browser.get(at))
  expect(page).toContain('Not bookable yet Nobody can book this class at the moment.')
})

test('a bundle nobody paid for is withdrawn on a page of its own, and no longer keeps a class open', async ({
  db,
  deps,
}) => {
  const { browser, of, vendor, purchaseId, sessions } = await aSoldBundle(db, deps)
  const { passId } = await passOf(db, purchaseId)
  const list = `/dashboard/classes/${of.id}/bundles`
  const at = `/dashboard/classes/${of.id}/sold/${passId}/withdraw`
  expect(await readPage(await browser.get(list))).toContain('End bundle')
  const page = await browser.get(at)
  const agreed = agreementIn(await page.clone().text())
  const asked = await readPage(page)
  expect(asked).toContain(
    '3 upcoming bookings will be cancelled. The 2 unbooked sessions left in it can no longer be used.',
  )
  expect(asked).toContain('Nothing was paid, so you have nothing to pay back.')

  const stranger = await signedInVendor(deps)
  expect((await stranger.browser.get(at)).status).toBe(404)
  expect((await stranger.browser.post(at, {})).status).toBe(404)
  await db
    .updateTable('vendorMembers')
    .set({ role: 'instructor' })
    .where('vendorId', '=', vendor.id)
    .execute()
  expect((await browser.get(at)).status).toBe(404)
  expect((await browser.post(at, {})).status).toBe(404)
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 2 })
  await db
    .updateTable('vendorMembers')
    .set({ role: 'owner' })
    .where('vendorId', '=', vendor.id)
    .execute()

  const another = { passId, sessionId: sessions[4]?.id ?? '' }
  expect(await redeemSession(db, linkTo(purchaseId), another)).toMatchObject({ ok: true })
  const changed = await browser.post(at, { agreed })
  expect(changed.status).toBe(409)
  const now = await changed.text()
  const text = await readPage(new Response(now))
  expect(text).toContain('The bookings or bundles have changed since you opened this page.')
  expect(text).toContain(
    '4 upcoming bookings will be cancelled. The unbooked session left in it can no longer be used.',
  )
  const done = await browser.post(at, { agreed: agreementIn(now) })
  expect(noticeOf(done)).toMatchObject({
    title: 'Bundle ended.',
    text: '4 spots are open again. The customer will be notified.',
  })
  const sold = await readPage(await browser.get(list))
  expect(sold).not.toContain('End bundle')
  expect(sold).not.toContain('€60 Paid')
  const closed = await browser.post(`/dashboard/classes/${of.id}/delete`, {})
  expect(noticeOf(closed)?.title).toBe('Class deleted.')
})

test('a class has at most 50 bundles, without those that left the sale long ago', async ({
  db,
  deps,
}) => {
  const { browser, vendor } = await signedInVendor(deps)
  const of = await aClass(db, { vendor })
  for (let n = 0; n < 50; n++) await aBundle(db, { class: of })
  const create = (classId: string) =>
    browser.post(`/dashboard/classes/${classId}/bundles/new`, {
      name: 'Ten weeks',
      sessionCount: '10',
      price: '80.00',
      expiryDays: '90',
      isActive: 'on',
    })
  const refused = await create(of.id)
  expect(refused.status).toBe(409)
  expect(await readPage(refused)).toContain('You have reached the limit of 50 bundles per class')
  expect((await create((await aClass(db, { vendor })).id)).status).toBe(302)

  const ended = { isActive: false, createdAt: sql<Date>`now() - interval '31 days'` }
  await db.updateTable('sessionBundles').set(ended).where('classId', '=', of.id).execute()
  expect((await create(of.id)).status).toBe(302)

  // Putting bundles on sale again must not exceed the limit either.
  const offSale = await db
    .selectFrom('sessionBundles')
    .where('classId', '=', of.id)
    .where('isActive', '=', false)
    .select('id')
    .execute()
  const sell = ({ id }: { id: string }) =>
    browser.post(`/dashboard/classes/${of.id}/bundles`, { bundleId: id, intent: 'activate' })
  const sold: number[] = []
  for (const bundle of offSale) sold.push((await sell(bundle)).status)
  expect(sold).toEqual([...Array.from({ length: 49 }, () => 302), 409])
})

test('the money of a bundle without dates is recorded where the overview and the list ask for it', async ({
  db,
  deps,
}) => {
  const { browser, of, purchaseId, vendor } = await aSoldBundle(db, deps)
  const list = `/dashboard/classes/${of.id}/bundles`
  const press = async (at: string, intent: string) => {
    const fields = buttonIn(await (await browser.get(at)).text(), intent)
    const answer = await browser.post('/dashboard/bookings', { ...fields, intent })
    expect(answer.headers.get('location')).toBe(at)
    return { fields, text: noticeOf(answer)?.title }
  }
  const pass = () => passOf(db, purchaseId)
  const { fields: paying } = await press(list, 'bundlePaid')
  expect(await pass()).toMatchObject({ owedMinor: 0, isPaidFor: true })
  const { passId } = await pass()
  const withdrawn = `/dashboard/classes/${of.id}/sold/${passId}/withdraw`
  const agreed = agreementIn(await (await browser.get(withdrawn)).text())
  expect((await browser.post(withdrawn, { agreed })).status).toBe(302)
  const member = { vendorId: vendor.id, userId: vendor.userId }
  for (const { id } of await db.selectFrom('bookings').select('id').execute())
    expect(await deleteBooking(db, member, id, null)).toEqual({ ok: true })
  expect(await readPage(await browser.get('/dashboard'))).toContain('You owe €60 Mark as refunded')
  expect(await readPage(await browser.get(list))).toContain('You owe €60 Mark as refunded')

  // A page that showed other money, and another vendor's member.
  const stale = { ...paying, intent: 'bundleRefunded' }
  await browser.post('/dashboard/bookings', stale)
  const stranger = await signedInVendor(deps)
  const fields = buttonIn(await (await browser.get('/dashboard')).text(), 'bundleRefunded')
  const taken = { ...fields, intent: 'bundleRefunded' }
  expect((await stranger.browser.post('/dashboard/bookings', taken)).status).toBe(404)
  expect((await pass()).owedMinor).toBe(-6000)

  await press('/dashboard', 'bundleRefunded')
  expect(noticeOf(await browser.post('/dashboard/bookings', taken))?.title).toBe(
    'Marked as refunded.',
  )
  expect(await pass()).toMatchObject({ owedMinor: 0, backMinor: 6000 })
  expect(await readPage(await browser.get('/dashboard'))).not.toContain('Money owed')
  const { sum } = await db
    .selectFrom('payments')
    .where('vendorId', '=', vendor.id)
    .where('kind', '=', 'refunded')
    .select(sql<number>`sum(amount_minor)::integer`.as('sum'))
    .executeTakeFirstOrThrow()
  expect(sum).toBe(6000)
})
