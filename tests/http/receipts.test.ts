import { issuedUrl, receiptUrl, viewUrl } from '#core/bookings/queries/links.ts'
import { emit } from '#core/events/emit.ts'
import type { Deps } from '#core/shared/deps.ts'
import { versionOf } from '#core/shared/version.ts'
import { appFor, readPage, signInAs } from '#tests/support/app.ts'
import {
  aBundleStudio,
  aStudio,
  book,
  buy,
  good,
  sessionIn,
  settleAll,
  type Studio,
} from '#tests/support/cards.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { aMember, signedInVendor } from '#tests/support/workspace.ts'
import { openHold } from '#core/cards/commands/pay.ts'

/** A spot for 15.00 that was paid in cash, and the links to it. */
async function paidIn(deps: Deps, vendor: Awaited<ReturnType<typeof aVendor>>) {
  const { db } = deps
  const session = await aSession(db, {
    class: await aClass(db, { vendor, title: 'Yin <b>& Yang', priceMinor: 1500 }),
  })
  const { bookingIds, ...purchase } = await aBooking(db, { session, money: 'paid' })
  const signed = { ...purchase, tokenRotation: 0 }
  const path = (url: string) => url.slice(deps.origin.length)
  return {
    ...signed,
    bookingId: bookingIds[0] ?? '',
    receipt: path(receiptUrl(deps, signed)),
    manage: path(receiptUrl(deps, signed)).replace('/receipt', ''),
    view: path(viewUrl(deps, signed)),
    issued: path(issuedUrl(deps, signed, vendor.userId)),
  }
}

test('a receipt is for the customer and for who sees the vendor’s money, and for nobody else', async ({
  deps,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  await deps.db
    .updateTable('vendors')
    .where('id', '=', vendor.id)
    .set({ postalAddress: 'Street 1\n10115 Berlin', taxLine: 'USt-IdNr. DE 1' })
    .execute()
  const paid = await paidIn(deps, vendor)
  const visitor = app.visitor()
  const asReceipt = (link: string) => link.replace('?', '/receipt?')

  const manage = await (await visitor.get(paid.manage)).text()
  expect(manage).toContain(`href="${paid.receipt}"`)
  const answer = await visitor.get(paid.receipt)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  const page = await readPage(answer)
  for (const words of [
    'Receipt No. 1',
    'Studio Vera',
    '10115 Berlin',
    'USt-IdNr. DE 1',
    'Carla Customer',
    paid.reference,
    'Yin <b>& Yang',
    '18:00 €15 €15',
    'Paid in cash on',
  ])
    expect(page).toContain(words)
  expect(await readPage(await visitor.get(asReceipt(paid.issued)))).toContain('Receipt No. 1')
  for (const [language, title] of [
    ['de', 'Quittung Nr. 1'],
    ['ru', 'Квитанция № 1'],
  ] as const)
    expect(
      await readPage(await visitor.get(paid.receipt, { 'accept-language': language })),
    ).toContain(title)

  // A link for showing may be in a calendar that others read.
  expect(await (await visitor.get(paid.view)).text()).not.toContain('/receipt?')
  const foreign = await paidIn(deps, await aVendor(deps.db))
  for (const wrong of [
    asReceipt(paid.view),
    `/booking/${paid.reference}/receipt`,
    `/booking/${paid.reference}/receipt?token=${foreign.receipt.split('token=')[1]}`,
    foreign.receipt.replace(foreign.reference, paid.reference),
  ])
    expect((await visitor.get(wrong)).status).toBe(404)

  const own = (id: string) => `/dashboard/bookings/${id}/receipt`
  expect(await (await browser.get(`/dashboard/bookings/${paid.bookingId}`)).text()).toContain(
    own(paid.bookingId),
  )
  expect(await readPage(await browser.get(own(paid.bookingId)))).toContain('Receipt No. 1')
  expect((await browser.get(own(foreign.bookingId))).status).toBe(404)
  const instructor = app.visitor()
  await signInAs(deps, instructor, await aMember(deps.db, vendor, 'instructor'))
  expect((await instructor.get(own(paid.bookingId))).status).toBe(404)
  // Who was refused was given no number.
  expect(await deps.db.selectFrom('receipts').select('purchaseId').execute()).toEqual([
    { purchaseId: paid.purchaseId },
  ])
})

test.for([
  [
    'a spot',
    async (deps: Deps) => withPurchase(await aStudio(deps), (studio) => book(studio)),
    'Yoga',
  ],
  [
    'a bundle',
    async (deps: Deps) => withPurchase(await aBundleStudio(deps), (studio) => buy(studio)),
    'Bundle of 3 sessions',
  ],
] as const)(
  'the confirmation of %s that was paid by card leads to its receipt',
  async ([, make, words], { deps, databaseUrl }) => {
    const { studio, purchaseId } = await make(deps)
    const paying = await openHold(studio.deps, { vendorId: studio.vendor.id, purchaseId })
    await studio.fake.pay(sessionIn(paying.ok ? paying.to : ''), good)
    await settleAll(studio)
    const kept = keepMails()
    await work(databaseUrl, studio.deps, kept)
    const mail = kept.mails.find(({ to }) => to === 'one@example.com')
    const [link = ''] = /\/booking\/\w+\/receipt\?token=[\w-]+/.exec(mail?.text ?? '') ?? []
    // The plan may end before it is opened.
    await studio.deps.db
      .updateTable('vendors')
      .set({ trialEndsAt: new Date(0) })
      .execute()
    const page = await readPage(await (await appFor(studio.deps)).visitor().get(link))
    for (const said of ['Receipt No. 1', words, 'Paid by card on']) expect(page).toContain(said)
  },
)

async function withPurchase<S extends Studio>(
  studio: S,
  make: (of: S) => Promise<{ purchaseId: string }>,
) {
  return { studio, purchaseId: (await make(studio)).purchaseId }
}

const note = 'IBAN DE02 <i>&\nor cash on the day'

test('how to pay stands in the confirmation and with the booking while something is owed at the studio', async ({
  deps,
  databaseUrl,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const { db } = deps
  const before = { paymentNote: null, postalAddress: null, taxLine: null }
  const typed = { paymentNote: note, postalAddress: 'A', taxLine: 'B' }
  const saved = await browser.post('/settings/payment', { ...typed, version: versionOf(before) })
  expect(saved.status).toBe(302)
  expect(
    await db
      .selectFrom('vendors')
      .where('id', '=', vendor.id)
      .select(['paymentNote', 'postalAddress', 'taxLine'])
      .executeTakeFirst(),
  ).toEqual({ paymentNote: note, postalAddress: 'A', taxLine: 'B' })
  const tooLong = await browser.post('/settings/payment', {
    ...typed,
    paymentNote: 'x'.repeat(501),
  })
  expect(tooLong.status).toBe(400)

  const of = await aClass(db, { vendor, priceMinor: 1500 })
  const session = await aSession(db, { class: of })
  const link = async (wish: Parameters<typeof aBooking>[1]) => {
    const purchase = { ...(await aBooking(db, { session, ...wish })), tokenRotation: 0 }
    return receiptUrl(deps, purchase).slice(deps.origin.length).replace('/receipt', '')
  }
  const says = async (to: string) =>
    (await (await app.visitor().get(to)).text()).includes('IBAN DE02 &lt;i&gt;&amp;\nor cash')
  const owed = await link({})
  expect(await says(owed)).toBe(true)
  for (const wish of [
    { priceMinor: 0 },
    { money: 'paid' },
    { status: 'pending' },
    { status: 'cancelled' },
  ] as const)
    expect({ wish, says: await says(await link(wish)) }).toEqual({ wish, says: false })
  const mails = async () => {
    const kept = keepMails()
    const purchase = await aBooking(db, { session })
    await db.transaction().execute((tx) =>
      emit(tx, 'booking.confirmed', {
        purchaseId: purchase.purchaseId,
        bookingIds: purchase.bookingIds,
      }),
    )
    await work(databaseUrl, deps, kept)
    return kept.mails.filter(({ to }) => to !== vendor.email).map(({ html, text }) => html + text)
  }
  // Words of a vendor that is not proven are not for strangers' mailboxes.
  const [neutral = ''] = await mails()
  expect(neutral).not.toContain('IBAN')
  await db.insertInto('vendorBadges').values({ vendorId: vendor.id, badge: 'verified' }).execute()
  const [mail = ''] = await mails()
  expect(mail).toContain('IBAN DE02 &lt;i&gt;&amp;')
  expect(mail).toContain('or cash on the day')
  // With a class of which customers pay by card alone, as long as the studio takes cards.
  await db.updateTable('classes').set({ pays: 'card' }).execute()
  expect(await says(owed)).toBe(true)
})

test('a class that is paid by card alone says no other way to pay', async ({ deps }) => {
  const studio = await aStudio(deps)
  const { db } = studio.deps
  await db.updateTable('vendors').set({ paymentNote: note }).execute()
  const purchase = await aBooking(db, { session: studio.session })
  const to = receiptUrl(studio.deps, { ...purchase, tokenRotation: 0 })
    .slice(studio.deps.origin.length)
    .replace('/receipt', '')
  const visitor = (await appFor(studio.deps)).visitor()
  expect(await readPage(await visitor.get(to))).not.toContain('or cash on the day')
  await db.updateTable('cardAccounts').set({ brokenAt: new Date() }).execute()
  expect(await readPage(await visitor.get(to))).toContain('or cash on the day')
})

test('a payment in the wrong way is corrected on the page of its booking, and the files say so', async ({
  deps,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const paid = await paidIn(deps, vendor)
  const here = `/dashboard/bookings/${paid.bookingId}`
  const page = await (await browser.get(here)).text()
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''
  const form = {
    intent: 'correctMethod',
    day: value('day'),
    method: value('method'),
    minor: value('minor'),
  }
  expect((await browser.post(here, { ...form, to: 'bitcoin' })).status).toBe(400)
  expect((await browser.post(here, { ...form, to: 'card' })).status).toBe(302)
  expect((await browser.post(here, { ...form, to: 'bank' })).status).toBe(409)
  expect(await readPage(await browser.get(here))).toContain('Card terminal')
  expect(await readPage(await browser.get(`${here}/receipt`))).toContain('Paid by card on')
  const csv = await (await browser.get('/dashboard/payments/export')).text()
  expect(csv.match(/Cash|Card terminal/g)?.toSorted()).toEqual(['Card terminal', 'Cash', 'Cash'])
})

test('the extras of a slot have lines of their own on a receipt', async ({ deps }) => {
  const { db } = deps
  const { vendor, browser } = await signedInVendor(deps)
  const paid = await paidIn(deps, vendor)
  const { classId } = await db.selectFrom('bookings').select('classId').executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('facilityExtras')
    .values({
      vendorId: vendor.id,
      classId,
      name: 'Lights',
      priceMinor: 1000,
      per: 'slot',
      place: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('bookingExtras')
    .values({
      vendorId: vendor.id,
      bookingId: paid.bookingId,
      extraId: id,
      name: 'Lights',
      priceMinor: 1000,
      per: 'slot',
      amountMinor: 1000,
    })
    .execute()
  const page = await readPage(await browser.get(paid.receipt))
  expect(page).toContain('18:00 €5 €5 Lights €10 €10 Total paid €15')
})
