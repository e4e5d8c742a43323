import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { duplicateClass } from '#core/schedule/commands/duplicate-class.ts'
import { appFor, noticeOf, readPage, signInAs } from '#tests/support/app.ts'
import { formIn } from '#tests/support/page-form.ts'
import { signedInVendor } from '#tests/support/workspace.ts'
import { bookBy, locationOf, purchasesIn } from '#tests/support/booking-form.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { aStudio, declined, good, sessionIn, wayBack } from '#tests/support/cards.ts'
import { issuedUrl, manageUrl, viewUrl } from '#core/bookings/queries/links.ts'
import { expect, test } from '#tests/support/database.ts'
import type { Db } from '#core/shared/db.ts'
import { cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { confirmRequest } from '#core/bookings/commands/answer-request.ts'
import { expireOverdueBookings } from '#core/bookings/commands/expire-bookings.ts'
import type { Deps } from '#core/shared/deps.ts'

const statuses = async (db: Db) => (await purchasesIn(db)).map(({ status }) => status)

/** The customer's page of the newest purchase. */
async function manageLink(deps: Deps): Promise<string> {
  const purchase = await deps.db
    .selectFrom('purchases')
    .orderBy('createdAt', 'desc')
    .select(['id as purchaseId', 'reference', 'tokenRotation'])
    .executeTakeFirstOrThrow()
  const { pathname, search } = new URL(manageUrl(deps, purchase))
  return pathname + search
}

test('a booking leads to Stripe, and is there when the customer comes back from paying', async ({
  deps: plain,
  db,
}) => {
  const { deps, session, fake, account } = await aStudio(plain)
  const visitor = (await appFor(deps)).visitor()
  const form = await visitor.get(`/book/class/${session.class.id}`)
  expect(form.headers.get('content-security-policy')).toContain(`form-action 'self' ${fake.url};`)
  const text = await readPage(form)
  expect(text).toContain('You pay by card now')
  expect(text).toContain('Book and pay')
  const answer = await bookBy(visitor, session, { spots: '2' })
  expect(answer.status).toBe(303)
  const to = locationOf(answer)
  expect(to.startsWith(fake.url)).toBe(true)
  expect(await statuses(db)).toEqual(['pending', 'pending'])
  const link = await manageLink(deps)
  const held = await readPage(await visitor.get(link))
  expect(held).toContain('Your 2 spots are held until')
  expect(held).toContain('Waiting for payment')
  expect(held).not.toContain('Add to calendar')
  expect(held).not.toContain('Cancel booking')

  expect(await fake.pay(sessionIn(to), declined)).toBe('declined')
  expect(await readPage(await visitor.get(link))).toContain('Continue to payment: €40')
  expect(await fake.pay(sessionIn(to), good)).toBe('paid')
  const back = await visitor.get(wayBack({ account }, to))
  expect(locationOf(back)).toBe(link)
  expect(noticeOf(back)?.title).toBe('🎉 Booking Confirmed!')
  expect(await statuses(db)).toEqual(['confirmed', 'confirmed'])
  const page = await readPage(await visitor.get(link))
  expect(page).toContain('€40 · paid')
  expect(page).not.toContain('held until')

  const question = await readPage(await visitor.get(`${link}&do=cancel`))
  expect(question).toContain('€20 per spot goes back to your card.')
  const [first] = await purchasesIn(db)
  const cancelled = await visitor.post(`${link}&do=cancel`, {
    intent: 'cancel',
    spot: first?.id ?? '',
  })
  expect(noticeOf(cancelled)?.text).toContain('€20 goes back to your card.')
  expect(await readPage(await visitor.get(link))).toContain(
    'Goes back to your card €20 · this can take a few days',
  )
})

test('the same form again leads to the payment of the same hold, with other spots to its page, and makes another booking when it is over', async ({
  deps: plain,
  db,
}) => {
  const { deps, session, fake } = await aStudio(plain)
  const app = await appFor(deps)
  const visitor = app.visitor()
  const first = locationOf(await bookBy(visitor, session))
  expect(locationOf(await bookBy(visitor, session))).toBe(first)
  const other = locationOf(await bookBy(visitor, session, { spots: '2' }))
  expect(other).toBe(`${await manageLink(deps)}#top`)
  expect(await statuses(db)).toEqual(['pending'])
  // Its time is over: the same form makes another booking.
  await sql`update checkouts set hold_until = now(), ends_at = now()`.execute(db)
  const another = locationOf(await bookBy(visitor, session))
  expect(another.startsWith(fake.url)).toBe(true)
  expect(another).not.toBe(first)
})

test('with a choice, the customer pays at the studio or by card, and may change their mind', async ({
  deps: plain,
  db,
}) => {
  const { deps, session, fake } = await aStudio(plain, { pays: 'choice' })
  const visitor = (await appFor(deps)).visitor()
  const form = await readPage(await visitor.get(`/book/class/${session.class.id}`))
  expect(form).toContain('How do you want to pay?')
  expect(locationOf(await bookBy(visitor, session, { pay: 'card' })).startsWith(fake.url)).toBe(
    true,
  )
  expect(await statuses(db)).toEqual(['pending'])
  // What cannot be booked now does not let go what is held.
  await sql`update classes set paused_at = now()`.execute(db)
  const kept = await bookBy(visitor, session, { pay: 'studio' })
  expect(noticeOf(kept)?.title).toBe('You haven’t paid for this booking yet')
  expect(await statuses(db)).toEqual(['pending'])
  await sql`update classes set paused_at = null`.execute(db)
  const answer = await bookBy(visitor, session, { pay: 'studio' })
  expect(noticeOf(answer)?.title).toBe('🎉 Booking Confirmed!')
  expect((await statuses(db)).toSorted()).toEqual(['confirmed', 'expired'])
  const page = await readPage(await visitor.get(locationOf(answer)))
  expect(page).toContain('To pay: €20')
})

test('a key that Stripe refuses books nothing and keeps the form; where Stripe does not answer, the spot is held', async ({
  deps: plain,
  db,
}) => {
  const { deps, session, fake, apiKey: key } = await aStudio(plain)
  const visitor = (await appFor(deps)).visitor()
  fake.fail('lost', { operation: 'POST /v1/checkout/sessions', times: 6 })
  const held = await bookBy(visitor, session)
  expect(noticeOf(held)?.title).toBe('You haven’t paid for this booking yet')
  const page = await readPage(await visitor.get(locationOf(held)))
  expect(page).toContain('Continue to payment: €20')
  fake.healthy()
  const link = await manageLink(deps)
  const paying = await visitor.post(link, { intent: 'pay' })
  expect(locationOf(paying).startsWith(fake.url)).toBe(true)
  const left = await visitor.post(link, { intent: 'letGo' })
  expect(noticeOf(left)?.title).toBe('Your spot is free again')
  const said = await readPage(await visitor.get(link))
  expect(said).toContain('Nothing was charged.')
  expect(said).not.toMatch(/You haven’t paid|Expired/)
  expect(await statuses(db)).toEqual(['expired'])

  fake.endKey(key)
  const refused = await bookBy(visitor, session, { name: 'Ada' })
  expect(refused.status).toBe(409)
  const text = await refused.text()
  expect(text).toContain('Card payment doesn’t work at the moment. Nothing was booked or charged.')
  expect(text).toContain('value="Ada"')
  expect(await statuses(db)).toEqual(['expired', 'expired'])
})

test('what comes too late says that the money goes back, and what nobody pays that nothing was charged', async ({
  deps: plain,
  db,
}) => {
  const { deps, session, fake, account } = await aStudio(plain, { maxStudents: 1 })
  const app = await appFor(deps)
  const visitor = app.visitor()
  const to = locationOf(await bookBy(visitor, session))
  const link = await manageLink(deps)
  await sql`update bookings set expires_at = now()`.execute(db)
  await expireOverdueBookings(db)
  expect(await readPage(await visitor.get(link))).toContain(
    'You haven’t paid, and your spot was let go Nothing was charged.',
  )
  await bookBy(app.visitor({ network: '192.0.2.9' }), session, { contact: 'ada@example.com' })
  await fake.pay(sessionIn(to), good)
  const back = await visitor.get(wayBack({ account }, to))
  expect(noticeOf(back)).toBeNull()
  const page = await readPage(await visitor.get(link))
  expect(page).toContain('You have no booking, and the whole amount goes back to your card.')
})

test('what is owed can be paid by card after a request was confirmed, once, and not with a link that only shows it', async ({
  deps: plain,
  db,
}) => {
  const { deps, session, fake, account, vendor } = await aStudio(plain, {
    confirmationMode: 'manual',
  })
  const visitor = (await appFor(deps)).visitor()
  expect(await readPage(await visitor.get(`/book/class/${session.class.id}`))).toContain(
    'Once Studio Vera has confirmed, you pay by card, and then you are booked.',
  )
  expect(locationOf(await bookBy(visitor, session))).not.toContain(fake.url)
  const link = await manageLink(deps)
  expect(await readPage(await visitor.get(link))).not.toContain('Pay €20')
  const [spot] = await purchasesIn(db)
  const asked = { vendorId: vendor.id, bookingIds: [spot?.id ?? ''] }
  expect(await confirmRequest(db, asked)).toMatchObject({ ok: true })
  const approved = await readPage(await visitor.get(link))
  expect(approved).toContain('to keep your booking')
  expect(approved).toContain('Pay €20')
  expect(approved).toContain('Cancel booking')
  expect(locationOf(await bookBy(visitor, session))).toBe(`${link}#top`)
  const to = locationOf(await visitor.post(link, { intent: 'payOwed' }))
  expect(locationOf(await visitor.post(link, { intent: 'payOwed' }))).toBe(to)
  await fake.pay(sessionIn(to), good)
  const back = await visitor.get(wayBack({ account }, to))
  expect(noticeOf(back)?.title).toBeDefined()
  const page = await readPage(await visitor.get(link))
  expect(page).toContain('€20 · paid')
  expect(page).not.toContain('Pay €20')
  expect((await visitor.post(link, { intent: 'payOwed' })).status).toBe(409)
  await cancelByVendor(db, vendor.id, [spot?.id ?? ''])
  expect(await readPage(await visitor.get(link))).toContain('Goes back to your card €20')
})

test('the API answers where it is paid and until when it is held, and lets go what is cancelled', async ({
  deps: plain,
  db,
}) => {
  const { deps, session, fake } = await aStudio(plain, { pays: 'choice' })
  const app = await appFor(deps)
  const send = async (path: string, body: object, key = 'a key for the first one') => {
    const answer = await app.request(`/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    })
    return z.record(z.string(), z.unknown()).parse(await answer.json())
  }
  const wish = { sessionId: session.id, customer: { name: 'Ada', email: 'ada@example.com' } }
  const held = await send('bookings', { ...wish, pay: 'card' })
  expect(held).toMatchObject({
    booking: { status: 'pending', waitsFor: 'payment' },
    checkoutUrl: expect.stringContaining(fake.url),
    holdUntil: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  const again = await send('bookings', { ...wish, pay: 'card' })
  expect(again['checkoutUrl']).toBe(held['checkoutUrl'])
  const { reference } = await db
    .selectFrom('purchases')
    .select('reference')
    .executeTakeFirstOrThrow()
  const token = new URL(await manageLink(deps), deps.origin).searchParams.get('token')
  expect(await send(`bookings/${reference}/cancel`, { token })).toMatchObject({
    cancelled: 1,
    booking: { status: 'expired', waitsFor: null },
  })
  const paidThere = await send('bookings', wish, 'a key for the second one')
  expect(paidThere).toMatchObject({
    booking: { status: 'confirmed', waitsFor: null },
    checkoutUrl: null,
    holdUntil: null,
  })
})

test('the mail of a booking says that it can be paid by card, and of one that was paid nothing about paying', async ({
  deps: plain,
  databaseUrl,
}) => {
  const { deps, session, fake, account } = await aStudio(plain, { pays: 'choice' })
  const mailer = keepMails()
  const app = await appFor(deps)
  await bookBy(app.visitor(), session, { pay: 'studio', contact: 'ada@example.com' })
  const visitor = app.visitor()
  const to = locationOf(await bookBy(visitor, session, { pay: 'card' }))
  await fake.pay(sessionIn(to), good)
  await visitor.get(wayBack({ account }, to))
  await work(databaseUrl, deps, mailer)
  const textTo = (address: string) => mailer.mails.find((mail) => mail.to === address)?.text ?? ''
  expect(textTo('ada@example.com')).toContain('You can pay by card on the page of your booking')
  expect(textTo('carla@example.com')).toContain('Yoga')
  expect(textTo('carla@example.com')).not.toContain('directly')
})

test('a class is asked where its customers pay once its vendor has an account, and its copy says the same', async ({
  deps: plain,
  db,
}) => {
  const { deps, vendor, class: of } = await aStudio(plain, { pays: 'studio' })
  const browser = (await appFor(deps)).visitor()
  await signInAs(deps, browser, vendor.userId)
  const path = `/dashboard/classes/${of.id}`
  const html = await (await browser.get(path)).text()
  expect(html).toContain('How customers pay')
  const saved = await browser.post(path, { ...formIn(html, 'title'), pays: 'choice' })
  expect(noticeOf(saved)?.title).toBe('Class saved.')
  const paysOf = async () =>
    (await db.selectFrom('classes').orderBy('createdAt').select('pays').execute()).map(
      ({ pays }) => pays,
    )
  expect(await paysOf()).toEqual(['choice'])
  await sql`update card_accounts set broken_at = now()`.execute(db)
  expect(await readPage(await browser.get(path))).toContain(
    'Card payments don’t work at the moment, so customers pay at the studio.',
  )
  await duplicateClass(
    { ...deps },
    { vendorId: vendor.id, classId: of.id, named: (title) => `${title} 2` },
    new Date(),
  )
  expect(await paysOf()).toEqual(['choice', 'choice'])
  const other = await signedInVendor(deps)
  expect(await readPage(await other.browser.get('/dashboard/classes/new'))).not.toContain(
    'How customers pay',
  )
})

test('news for numbers that nobody has are counted together, and hold up no vendor', async ({
  deps: plain,
}) => {
  const { deps } = await aStudio(plain)
  const app = await appFor(deps)
  const send = async (id: string) =>
    (await app.request(`/stripe/events/${id}`, { method: 'POST', body: '{}' })).status
  const tries = await Promise.all(Array.from({ length: 70 }, () => send(randomUUID())))
  expect(new Set(tries)).toEqual(new Set([400, 429]))
  const { id } = await deps.db.selectFrom('cardAccounts').select('id').executeTakeFirstOrThrow()
  expect(await send(id)).toBe(400)
})

test('the way back from Stripe is the page it was left from, and for anybody else the page that shows the booking', async ({
  deps: plain,
  db,
}) => {
  const studio = await aStudio(plain, { pays: 'choice' })
  const { deps, session, owner } = studio
  const app = await appFor(deps)
  await bookBy(app.visitor(), session, { pay: 'studio' })
  const purchase = await db
    .selectFrom('purchases')
    .select(['id as purchaseId', 'reference', 'tokenRotation'])
    .executeTakeFirstOrThrow()
  const pathTo = (url: string) => new URL(url).pathname + new URL(url).search
  const issued = pathTo(issuedUrl(deps, purchase, owner.userId))
  const member = app.visitor()
  const to = locationOf(await member.post(issued, { intent: 'payOwed' }))
  const back = wayBack(studio, to)
  expect(locationOf(await member.get(back))).toBe(issued)
  const shown = pathTo(viewUrl(deps, purchase))
  expect(locationOf(await app.visitor().get(back))).toBe(shown)
  expect((await app.visitor().post(back, { intent: 'payOwed' })).status).toBe(404)
  expect((await app.visitor().get(back.replace('back=', 'back=0'))).status).toBe(404)
  await db.updateTable('purchases').set({ tokenRotation: 1 }).execute()
  expect(locationOf(await member.get(back))).toBe('/my-spots')
})
