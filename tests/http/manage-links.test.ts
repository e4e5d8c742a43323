import { sql } from 'kysely'
import { manageUrl, viewUrl } from '#core/bookings/queries/links.ts'
import type { Deps } from '#core/shared/deps.ts'
import { appFor, noticeOf, readPage, signInAs } from '#tests/support/app.ts'
import { bookBy, locationOf, purchasesIn } from '#tests/support/booking-form.ts'
import { expect, test } from '#tests/support/database.ts'
import { type ABooking, aBooking, aSession, aVendor } from '#tests/support/factories.ts'
import { onDay } from '#tests/support/times.ts'

const linkOf = (deps: Deps, { purchaseId, reference }: ABooking) =>
  manageUrl(deps, { purchaseId, reference, tokenRotation: 0 })

const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? ''

/** The address in the calendar entry of a booking. */
async function linkInCalendar(deps: Deps, booking: ABooking): Promise<string> {
  const path = `/calendar.ics?session=${booking.session.id}&`
  const file = await (await appFor(deps)).visitor().get(linkOf(deps, booking).replace('?', path))
  const text = (await file.text()).replaceAll('\r\n ', '')
  return /^URL;VALUE=URI:(.*)$/m.exec(text)?.[1]?.trim() ?? ''
}

test('the link in a calendar shows the booking and changes nothing', async ({ db, deps }) => {
  const booking = await aBooking(db)
  const target = await aSession(db, { class: booking.session.class })
  const link = await linkInCalendar(deps, booking)
  const visitor = (await appFor(deps)).visitor()
  for (const asked of ['', '&do=cancel', '&do=move']) {
    const page = await visitor.get(link + asked)
    expect(page.status).toBe(200)
    const text = await readPage(page)
    expect(text).toContain(booking.reference)
    expect(text).toContain('With this link, you can only view your booking.')
    expect(text).not.toMatch(/Move to another time|Cancel booking|Cancel now|Move here/)
  }
  const spot = booking.bookingIds
  for (const form of [
    { intent: 'cancel', spot },
    { intent: 'move', spot, sessionId: target.id },
    { intent: 'redeem', pass: target.id, sessionId: target.id },
  ]) {
    const refused = await visitor.post(link, form)
    expect([form.intent, refused.status]).toEqual([form.intent, 403])
    expect(await readPage(refused)).toContain('With this link, you can only view your booking.')
  }
  const api = `/api/v1/bookings/${booking.reference}`
  expect((await visitor.get(`${api}?token=${tokenOf(link)}`)).status).toBe(404)
  expect(await purchasesIn(db)).toMatchObject([
    { sessionId: booking.session.id, status: 'confirmed' },
  ])
})

test('calendar entries never contain the manage link', async ({ db, deps }) => {
  const booking = await aBooking(db)
  const html = await (await (await appFor(deps)).visitor().get(linkOf(deps, booking))).text()
  const links = [
    ...html.matchAll(/href="([^"]*(?:calendar\.ics|google\.com\/calendar|outlook)[^"]*)"/g),
  ]
  expect(links).toHaveLength(3)
  const key = tokenOf(linkOf(deps, booking))
  for (const [, link] of links) expect(decodeURIComponent(link ?? '')).not.toContain(key)
})

test('30 days after the last session the link only shows what was, by page and by API', async ({
  db,
  deps,
}) => {
  const endedBefore = async (days: number) =>
    aBooking(db, {
      session: await aSession(db, { startsAt: onDay(-days) }),
    })
  const visitor = (await appFor(deps)).visitor()
  const press = async (booking: ABooking) => {
    const form = { intent: 'cancel', spot: booking.bookingIds }
    const answer = await visitor.post(linkOf(deps, booking), form)
    return [
      answer.status,
      (await readPage(answer)).includes('With this link, you can only view your booking.'),
    ]
  }
  const recent = await endedBefore(29)
  expect(await press(recent)).toEqual([409, false])
  expect(await readPage(await visitor.get(linkOf(deps, recent)))).toContain('Bookmark this page')

  const old = await endedBefore(31)
  expect(await press(old)).toEqual([403, true])
  const page = await readPage(await visitor.get(linkOf(deps, old)))
  expect(page).toContain('Your booking ended more than 30 days ago.')
  expect(page).not.toContain('Bookmark this page')
  const { request } = await appFor(deps)
  const cancelled = await request(`/api/v1/bookings/${old.reference}/cancel`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: tokenOf(linkOf(deps, old)) }),
  })
  expect(cancelled.status).toBe(409)
})

test('a new link is asked for on the page and comes by email; the page then only shows the booking', async ({
  db,
  deps,
}) => {
  const booking = await aBooking(db, { customer: { email: 'carla@example.com' } })
  const visitor = (await appFor(deps)).visitor()
  let link = linkOf(deps, booking)
  {
    const page = await (await visitor.get(link)).text()
    expect(page).toContain('Email me a new link')
    expect(page).not.toContain('carla@example.com')
    const answer = await visitor.post(link, { intent: 'renew' })
    expect(answer.status).toBe(303)
    expect(noticeOf(answer)?.title).toBe('Your new link is on its way')
    expect((await visitor.get(link)).status).toBe(404)
    link = new URL(locationOf(answer), deps.origin).href
    expect(await readPage(await visitor.get(link))).toContain(
      'With this link, you can only view your booking.',
    )
  }
  // From the one that only shows the booking the customer is mailed the links of today.
  expect(await readPage(await visitor.get(link))).toContain('Email me the link')
  const again = await visitor.post(link, { intent: 'renew' })
  expect(noticeOf(again)?.title).toBe('Your link is on its way')
  expect((await visitor.get(link)).status).toBe(200)
})

test('the page of a booking with a chat names the chat, and offers no calendar by email', async ({
  db,
  deps,
}) => {
  const booking = await aBooking(db, { customer: { email: 'carla@example.com' } })
  await sql`
    with bot as (insert into telegram_bots (id, username) values (7, 'site_bot') returning id), chat as (
      insert into telegram_chats (bot_id, telegram_id, name) select id, 8, 'Carla' from bot)
    update purchases set customer_telegram = '7:8', customer_telegram_name = 'Carla', booking_method = 'telegram'`.execute(
    db,
  )
  const visitor = (await appFor(deps)).visitor()
  const link = linkOf(deps, booking)
  const page = await readPage(await visitor.get(link))
  expect(page).toContain('Send me a new link on Telegram')
  expect(page).not.toContain('All my bookings, kept up to date')
  const feed = await visitor.post(link, { intent: 'feed' })
  expect(feed.status).toBe(409)
  expect(await readPage(feed)).toContain('this booking has none')
  const renewed = await visitor.post(link, { intent: 'renew' })
  const text = 'We are sending it to the Telegram chat of this booking.'
  expect(noticeOf(renewed)?.text).toBe(`${text} Older links no longer work.`)
  const view = new URL(locationOf(renewed), deps.origin).href
  expect(await readPage(await visitor.get(view))).toContain('Send me the link on Telegram')
  expect(noticeOf(await visitor.post(view, { intent: 'renew' }))?.text).toBe(text)
  // Who has an old link may have connected the chat of a booking by email.
  await sql`update purchases set booking_method = 'email'`.execute(db)
  const byEmail = await readPage(
    await visitor.get(manageUrl(deps, { ...booking, tokenRotation: 1 })),
  )
  expect(byEmail).toContain('including those in your calendar, and disconnects Telegram.')
  expect(byEmail).toContain('Email me a new link')
})

test('strangers who book with an address and renew their links do not use up the renewals of its owner', async ({
  db,
  deps,
}) => {
  const visitor = (await appFor(deps)).visitor()
  const renew = async () => {
    const booking = await aBooking(db, { customer: { email: 'victim@example.com' } })
    return (await visitor.post(linkOf(deps, booking), { intent: 'renew' })).status
  }
  for (let nth = 0; nth < 6; nth++) expect(await renew(), `purchase ${nth}`).toBe(303)
})

test('a booking is moved ten times an hour by its link, and then has to wait', async ({
  db,
  deps,
}) => {
  const booking = await aBooking(db)
  const other = await aSession(db, { class: booking.session.class })
  const visitor = (await appFor(deps)).visitor()
  const at = `${linkOf(deps, booking)}&do=move`
  const moveTo = (sessionId: string) =>
    visitor.post(at, { intent: 'move', spot: booking.bookingIds, sessionId })
  const statuses: number[] = []
  for (let nth = 0; nth < 11; nth++)
    statuses.push((await moveTo(nth % 2 === 0 ? other.id : booking.session.id)).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 303), 429])
})

test('the link of a customer without an email address is replaced by the vendor, and the old one dies', async ({
  db,
  deps,
}) => {
  const booking = await aBooking(db, { customer: { email: null, phone: '+4915112345678' } })
  const app = await appFor(deps)
  const visitor = app.visitor()
  const link = linkOf(deps, booking)
  expect((await visitor.post(link, { intent: 'renew' })).status).toBe(409)
  expect((await visitor.get(link)).status).toBe(200)
  const owner = app.visitor()
  await signInAs(deps, owner, booking.session.class.vendor.userId)
  const path = `/dashboard/bookings/${booking.bookingIds[0]}`
  const renewed = await owner.post(path, { intent: 'renewLink' })
  expect(noticeOf(renewed)?.title).toBe('New link created')
  expect((await visitor.get(link)).status).toBe(404)
  const page = await (await owner.get(path)).text()
  const [, text = ''] = /href="sms:\+4915112345678\?body=([^"]*)"/.exec(page) ?? []
  const [sent = ''] = /http\S+\/booking\/\S+/.exec(decodeURIComponent(text)) ?? []
  expect(await readPage(await visitor.get(sent))).toContain('Cancel booking')
  const { owner: other } = { owner: app.visitor() }
  await signInAs(deps, other, (await aVendor(db)).userId)
  expect((await other.post(path, { intent: 'renewLink' })).status).toBe(404)
})

test('a customer without an email address is offered ways to keep the link, and nobody else is', async ({
  db,
  deps,
}) => {
  const phone = await aBooking(db, { customer: { email: null, phone: '+4915112345678' } })
  const visitor = (await appFor(deps)).visitor()
  const link = linkOf(deps, phone)
  const html = await (await visitor.get(`${link}&do=cancel`)).text()
  expect(html).not.toContain('Keep the link')
  const page = await (await visitor.get(link)).text()
  expect(page).toContain('Keep the link to this booking')
  const [, message = ''] = /href="https:\/\/wa\.me\/\?text=([^"]*)"/.exec(page) ?? []
  expect(decodeURIComponent(message)).toContain(link)
  // Somebody who was sent the link must not learn the phone number from it.
  expect(page).not.toContain('15112345678')
  const view = viewUrl(deps, { ...phone, tokenRotation: 0 })
  const mailed = linkOf(deps, await aBooking(db))
  for (const other of [view, mailed])
    expect(await readPage(await visitor.get(other))).not.toContain('Keep the link')
})

test('the form that made a purchase does not give out the link that replaced the first one', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const visitor = (await appFor(deps)).visitor()
  await bookBy(visitor, session)
  await db.updateTable('purchases').set({ tokenRotation: 1 }).execute()
  const again = await visitor.get(locationOf(await bookBy(visitor, session)))
  expect(again.status).toBe(200)
  expect(await readPage(again)).toContain('With this link, you can only view your booking.')
  expect(await purchasesIn(db)).toHaveLength(1)
})
