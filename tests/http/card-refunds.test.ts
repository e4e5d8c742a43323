import { sql } from 'kysely'
import { cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { listMoney } from '#core/bookings/queries/overview-figures.ts'
import { listRefundsDue } from '#core/bookings/queries/refunds-due.ts'
import { disconnectCards } from '#core/cards/commands/disconnect-cards.ts'
import { openHold } from '#core/cards/commands/pay.ts'
import { sendRefunds } from '#core/cards/commands/settle-refund.ts'
import { startOfDay } from '#core/shared/time.ts'
import type { Deps } from '#core/shared/deps.ts'
import { appFor, noticeOf, readPage, signInAs } from '#tests/support/app.ts'
import {
  aStudio,
  book,
  good,
  of,
  readNow,
  sessionIn,
  settleAll,
  type Studio,
} from '#tests/support/cards.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { formIn, spotsIn } from '#tests/support/page-form.ts'
import { errorsAt, signedInVendor } from '#tests/support/workspace.ts'

/** A spot for 20.00 that was paid by card, and its vendor in the browser. */
async function aPaidSpot(deps: Deps) {
  const studio = await aStudio(deps)
  const purchase = await book(studio)
  const paying = await openHold(studio.deps, of(studio, purchase))
  await studio.fake.pay(sessionIn(paying.ok ? paying.to : ''), good)
  await settleAll(studio)
  const bookingId = purchase.spots[0]?.id ?? ''
  const browser = (await appFor(studio.deps)).visitor()
  await signInAs(studio.deps, browser, studio.vendor.userId)
  return { studio, bookingId, browser, refund: `/dashboard/bookings/${bookingId}/refund` }
}

/** What Stripe calls the newest refund. */
async function lastRefund({ deps }: Studio): Promise<string> {
  const { providerId } = await deps.db
    .selectFrom('paymentGroups')
    .where('ofPayment', 'is not', null)
    .orderBy('at', 'desc')
    .select('providerId')
    .executeTakeFirstOrThrow()
  return providerId ?? ''
}

test('the page of a refund gives any part back to the card, once, and says what became of it', async ({
  deps,
}) => {
  const { studio, bookingId, browser, refund } = await aPaidSpot(deps)
  const edit = await (await browser.get(`/dashboard/bookings/${bookingId}`)).text()
  expect(edit).toContain(`href="${refund}?`)
  expect(await (await browser.get('/dashboard/bookings?when=all')).text()).toContain(`${refund}?`)
  const taken = { ...formIn(edit, 'amountPaid'), amountPaid: '5.00' }
  const refused = await browser.post(`/dashboard/bookings/${bookingId}`, taken)
  expect(errorsAt(await refused.text(), 'amountPaid')).toContain('“Refund to the card”')
  const form = formIn(await (await browser.get(refund)).text(), 'amount')
  expect(form).toMatchObject({ amount: '20.00', seenMinor: '2000' })
  const send = (amount: string, more = {}) => browser.post(refund, { ...form, amount, ...more })
  for (const [amount, sentence] of [
    ['20.01', 'more than can go back'],
    ['0', 'Please fill this in'],
    ['', 'Please fill this in'],
    ['abc', 'Please enter an amount'],
  ] as const)
    expect(errorsAt(await (await send(amount)).text(), 'amount')).toContain(sentence)
  expect((await send('5', { seenMinor: 'x' })).status).toBe(409)
  expect((await send('5', { currency: 'USD' })).status).toBe(409)
  const done = await send('5')
  expect(noticeOf(done)?.title).toBe('€5 is on its way to the card.')
  // Its form would be filled with the rest: the next press would refund that too.
  expect(done.headers.get('location')).toBe('/dashboard/bookings')
  const again = await send('5')
  expect(again.status).toBe(409)
  expect(await readPage(again)).toMatch(/Refund on its way .*€5 .*€15 of the card payment/)
  await sendRefunds(studio.deps)
  expect(await readPage(await browser.get(refund))).toMatch(/Refunded .*€5 .*Paid by card .*€20/)
  const said = await readPage(await browser.get(`/dashboard/bookings/${bookingId}`))
  expect(said).toContain('€20 paid, €5 of it refunded')
  expect(said).toMatch(/€20 on .*: Card, online €5 on .*: Refunded to the card/)
})

test('who cancels is told what goes back to the card, customer and vendor', async ({ deps }) => {
  const { studio, bookingId, browser } = await aPaidSpot(deps)
  const asked = async (what: string) =>
    readPage(await browser.get(`/dashboard/bookings?ask=${what}&booking=${bookingId}`))
  for (const what of ['cancel', 'delete']) {
    expect(await asked(what)).toContain('€20 goes back to the card.')
    expect(await asked(what)).not.toContain('recorded as paid')
  }

  const two = await book(studio, { key: 'two', spots: 2 })
  const paying = await openHold(studio.deps, of(studio, two))
  await studio.fake.pay(sessionIn(paying.ok ? paying.to : ''), good)
  await settleAll(studio)
  const own = manageUrl(studio.deps, two).slice(studio.deps.origin.length)
  const cancelling = async () => readPage(await browser.get(`${own}&do=cancel`))
  expect(await cancelling()).toContain('€20 per spot goes back to your card.')
  await cancelByVendor(deps.db, studio.vendor.id, [two.spots[0]?.id ?? ''])
  expect(await cancelling()).toContain('€20 goes back to your card.')
})

test('a refund that failed stands on the overview, and is asked for again or made at Stripe', async ({
  deps,
}) => {
  const { studio, bookingId, browser, refund } = await aPaidSpot(deps)
  const vendorId = studio.vendor.id
  // Ten more were paid in cash.
  await deps.db
    .insertInto('payments')
    .values({ vendorId, bookingId, amountMinor: 1000, currency: 'EUR', method: 'cash' })
    .execute()
  await cancelByVendor(deps.db, vendorId, [bookingId])
  await sendRefunds(studio.deps)
  const overview = async () =>
    (await (await browser.get('/dashboard')).text()).replaceAll('&amp;', '&')
  const before = await overview()
  expect(before).toContain('You owe €10')
  expect(before).not.toContain('to the card')
  await studio.fake.settleRefund(await lastRefund(studio), 'failed')
  await readNow(studio)
  const failed = await overview()
  expect(failed).toContain('You owe €30')
  expect(failed).toContain('The refund of €20 to the card failed. €10 was not paid by card.')
  expect(failed).toContain(`${refund}?returnTo=%2Fdashboard`)
  const form = formIn(await (await browser.get(refund)).text(), 'amount')
  expect(form['amount']).toBe('20.00')
  await disconnectCards(studio.deps, { vendorId, userId: studio.vendor.userId })
  const apart = await overview()
  expect(apart).toContain('Refund it in your account at Stripe.')
  expect(apart).not.toContain(`${refund}?`)
  expect(await readPage(await browser.get(refund))).toContain('no longer connected')
  const refused = await browser.post(refund, form)
  expect(await readPage(refused)).toContain('no longer connected')
  expect(refused.status).toBe(409)
})

test('a press records cash, a second one a transfer or a terminal, of which Stripe knows nothing', async ({
  deps,
}) => {
  const { db } = deps
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const spots = []
  for (const name of ['Ann', 'Ben', 'Cem', 'Dan'])
    spots.push(await aBooking(db, { session, priceMinor: 1500, customer: { name } }))
  const [ann, ben, cem, dan] = spots.map(({ bookingIds }) => bookingIds[0] ?? '')
  const press = async (page: string, intent: string, bookingId?: string) => {
    const html = await (await browser.get(page)).text()
    const { bookingId: ids, version } = spotsIn(html)
    const at = ids.indexOf(bookingId ?? '')
    const shown =
      bookingId === undefined
        ? { bookingId: ids, version }
        : { bookingId, version: version[at] ?? '' }
    expect(html).toContain(` value="${intent}"`)
    const to =
      page.includes(`/${ids[0]}`) || page.includes('selected') ? page : '/dashboard/bookings'
    return browser.post(to, { ...shown, returnTo: '/dashboard/bookings', intent })
  }
  const list = '/dashboard/bookings?when=all'
  expect(noticeOf(await press(list, 'paid', ann))?.title).toBe('Marked as paid.')
  expect(noticeOf(await press(list, 'paid.bank', ben))?.title).toBe(
    'Marked as paid by bank transfer.',
  )
  expect((await press(`/dashboard/bookings/${cem}`, 'paid.card')).status).toBe(302)
  const row = `${spots[3]?.purchaseId}.${session.id}`
  const selected = `/dashboard/bookings/selected?row=${row}`
  expect((await browser.post(selected, { intent: 'paid.door' })).status).toBe(404)
  expect((await press(selected, 'paid.card')).status).toBe(302)
  const rows = await db
    .selectFrom('payments')
    .orderBy('at')
    .select(['bookingId', 'method', 'amountMinor', 'groupId'])
    .execute()
  expect(rows).toEqual(
    [
      [ann, 'cash'],
      [ben, 'bank'],
      [cem, 'card'],
      [dan, 'card'],
    ].map(([bookingId, method]) => ({ bookingId, method, amountMinor: 1500, groupId: null })),
  )
  await cancelByVendor(db, vendor.id, [dan ?? ''])
  expect(await listRefundsDue(db, vendor.id)).toMatchObject([{ refundMinor: 1500, cardMinor: 0 }])
  expect(await db.selectFrom('paymentGroups').select('id').execute()).toEqual([])
  // Too much was paid for a spot that is still held, and its refund has failed.
  const more = { vendorId: vendor.id, bookingId: ann, amountMinor: 500, currency: 'EUR' }
  await db
    .insertInto('payments')
    .values([
      { ...more, method: 'card' },
      { ...more, method: 'card', kind: 'refunded', state: 'failed' },
    ])
    .execute()
  expect(await listRefundsDue(db, vendor.id)).toMatchObject([
    { refundMinor: 1500 },
    { refundMinor: 500, customerName: 'Ann' },
  ])
})

test('the file of payments has every row of its days, and adds up to what the overview calls received', async ({
  deps,
}) => {
  const { studio, bookingId, browser } = await aPaidSpot(deps)
  const { db } = deps
  const { vendor } = studio
  await sql`update purchases set customer_name = '=1+1'`.execute(db)
  const at = (instant: string) => new Date(instant)
  const row = { vendorId: vendor.id, bookingId, currency: 'EUR', method: 'cash' as const }
  await db
    .insertInto('payments')
    .values([
      // Midnight of Berlin is 23:00 of the day before in London.
      { ...row, amountMinor: 111, at: at('2025-03-31T21:59:59Z') },
      { ...row, amountMinor: 1001, at: at('2025-03-31T22:00:00Z') },
      { ...row, amountMinor: 500, kind: 'refunded', at: at('2025-04-01T10:00:00Z') },
      {
        ...row,
        amountMinor: 200,
        kind: 'refunded',
        state: 'failed',
        at: at('2025-04-02T10:00:00Z'),
      },
      { ...row, amountMinor: 300, kind: 'waived', at: at('2025-04-02T10:00:00Z') },
      { ...row, amountMinor: 333, at: at('2025-04-30T22:00:00Z') },
    ])
    .execute()
  await db
    .updateTable('payments')
    .set({ at: at('2025-04-03T10:00:00Z') })
    .where('groupId', 'is not', null)
    .execute()
  const file = async (from: string, to: string) => {
    const answer = await browser.get(`/dashboard/payments/export?from=${from}&to=${to}`)
    return (await answer.text()).trimEnd().split('\r\n')
  }
  const [heading = '', ...rows] = await file('2025-04-01', '2025-04-30')
  const names = heading.replace('\uFEFF', '').split(',')
  const received = names.indexOf('Received')
  expect(
    rows.map((line) =>
      line
        .split(',')
        .slice(received - 4, received + 1)
        .join(' '),
    ),
  ).toEqual([
    'Payment Cash Done 10.01 10.01',
    'Refund Cash Done -5.00 -5.00',
    'Refund Cash Failed -2.00 0.00',
    'Payment Card (online) Done 20.00 20.00',
  ])
  expect(rows[0]).toMatch(/^2025-04-01,00:00,'=1\+1,/)
  expect(rows[3]).toMatch(/,EUR,pi_\w+$/)
  const zone = 'Europe/Berlin'
  const span = { from: startOfDay('2025-04-01', zone), to: startOfDay('2025-05-01', zone) }
  const [money] = await listMoney(db, { vendorId: vendor.id, ...span })
  const sum = rows.reduce((total, line) => total + Number(line.split(',')[received]) * 100, 0)
  expect(Math.round(sum)).toBe(money?.received)
  // No such day: this month.
  expect(await file('2025-04-31', '')).toHaveLength(1)
  const { browser: stranger } = await signedInVendor(deps)
  const theirs = await stranger.get('/dashboard/payments/export?from=2025-01-01&to=2026-12-31')
  expect((await theirs.text()).trimEnd().split('\r\n')).toHaveLength(1)
})
