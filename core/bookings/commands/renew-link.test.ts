import { expect, test } from '#tests/support/database.ts'
import { type ABooking, aBooking, aSession } from '#tests/support/factories.ts'
import { deliver, keepMails, work } from '#tests/support/jobs.ts'
import type { Deps } from '#core/shared/deps.ts'
import { findPurchaseByLink, issuedUrl, manageUrl, viewUrl } from '../queries/links.ts'
import { bookFromForm } from './book-from-form.ts'
import { renewLink } from './renew-link.ts'
import { askForLinks } from './send-links.ts'

const network = '192.0.2.1'

async function open(deps: Deps, { reference }: { reference: string }, url: string) {
  const token = new URL(url).searchParams.get('token') ?? ''
  return findPurchaseByLink(deps, { reference, token })
}

/** Requests the new link from the page of the current link. */
async function renew(deps: Deps, booking: ABooking, urlOf = manageUrl) {
  const { tokenRotation } = await deps.db
    .selectFrom('purchases')
    .where('id', '=', booking.purchaseId)
    .select('tokenRotation')
    .executeTakeFirstOrThrow()
  const link = await open(deps, booking, urlOf(deps, { ...booking, tokenRotation }))
  if (!link) throw new Error('The link of today opens nothing.')
  return renewLink(deps, link, { network })
}

test('a new link ends all links before it and is mailed to the address of the booking', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { customer: { email: 'carla@example.com' } })
  const { userId } = booking.session.class.vendor
  const [before, after] = [0, 1].map((tokenRotation) => ({ ...booking, tokenRotation }))
  if (!before || !after) throw new Error()
  const old = [manageUrl(deps, before), viewUrl(deps, before), issuedUrl(deps, before, userId)]
  expect(await renew(deps, booking)).toMatchObject({ ok: true, sentBy: 'email', tokenRotation: 1 })
  for (const url of old) expect(await open(deps, booking, url)).toBeNull()
  expect(await open(deps, booking, manageUrl(deps, after))).toMatchObject({ kind: 'manage' })

  const { mails, ...mailer } = keepMails()
  await work(databaseUrl, deps, mailer)
  expect(mails.map(({ to }) => to)).toEqual(['carla@example.com'])
  expect(mails[0]?.subject).toBe('The new link to your booking')
  expect(mails[0]?.text).toContain(manageUrl(deps, after))
})

test('only the customer’s own link replaces links: for any other the customer is mailed theirs, three times a day', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { customer: { email: 'carla@example.com' } })
  const { userId } = booking.session.class.vendor
  const issued: typeof manageUrl = (keys, purchase) => issuedUrl(keys, purchase, userId)
  for (const urlOf of [viewUrl, issued, viewUrl])
    expect(await renew(deps, booking, urlOf)).toEqual({
      ok: true,
      sentBy: 'email',
      isNew: false,
      tokenRotation: 0,
    })
  expect(await renew(deps, booking, viewUrl)).toEqual({ ok: false, reason: 'rate_limited' })
  const own = manageUrl(deps, { ...booking, tokenRotation: 0 })
  expect(await open(deps, booking, own)).toMatchObject({ kind: 'manage' })
  const { mails, ...mailer } = keepMails()
  await work(databaseUrl, deps, mailer)
  expect(mails.map(({ to }) => to)).toEqual(Array.from({ length: 3 }, () => 'carla@example.com'))
  for (const { text } of mails) expect(text).toContain(own)
})

test('a new link that is refused for its network address does not count for the mailbox', async ({
  db,
  deps,
}) => {
  const booking = await aBooking(db, { customer: { email: 'carla@example.com' } })
  for (let nth = 0; nth < 20; nth++) await deps.limits.mailPerNetwork.take(`links ${network}`)
  for (let nth = 0; nth < 6; nth++)
    expect(await renew(deps, booking)).toEqual({ ok: false, reason: 'rate_limited' })
  await deps.limits.mailPerNetwork.forget(`links ${network}`)
  expect(await renew(deps, booking)).toMatchObject({ ok: true, isNew: true })
})

test('without an address the page makes no new link, whatever link opened it', async ({
  db,
  deps,
}) => {
  const booking = await aBooking(db, { customer: { email: null, phone: '+4915112345678' } })
  const { userId } = booking.session.class.vendor
  const issued: typeof manageUrl = (keys, purchase) => issuedUrl(keys, purchase, userId)
  for (const urlOf of [viewUrl, issued, manageUrl])
    expect(await renew(deps, booking, urlOf)).toEqual({ ok: false, reason: 'no_address' })
})

test('a link that has been replaced makes no new one, and three new ones a day are enough', async ({
  db,
  deps,
}) => {
  const booking = await aBooking(db)
  const link = await open(deps, booking, manageUrl(deps, { ...booking, tokenRotation: 0 }))
  if (!link) throw new Error()
  expect(await renewLink(deps, link, { network })).toMatchObject({ ok: true })
  expect(await renewLink(deps, link, { network })).toEqual({ ok: false, reason: 'not_found' })
  for (let more = 0; more < 2; more++)
    expect(await renew(deps, booking)).toMatchObject({ ok: true })
  expect(await renew(deps, booking)).toMatchObject({ ok: false, reason: 'rate_limited' })
})

test('the same links are counted for each mailbox, new ones for each purchase, and both apart from lost links', async ({
  db,
  deps,
}) => {
  for (let nth = 0; nth < 6; nth++)
    await askForLinks(deps, {
      contact: 'carla@example.com',
      language: 'en',
      network: '192.0.2.9',
    })
  const bookTwice = async (email: string, urlOf: typeof manageUrl) => {
    const booking = await aBooking(db, { customer: { email } })
    return [await renew(deps, booking, urlOf), await renew(deps, booking, urlOf)]
  }
  const ofMailbox = async (urlOf: typeof manageUrl) => {
    const answers = [
      ...(await bookTwice('carla@example.com', urlOf)),
      ...(await bookTwice('carla+1@example.com', urlOf)),
      ...(await bookTwice('carla+2@example.com', urlOf)),
    ]
    return answers.map(({ ok }) => ok)
  }
  expect(await ofMailbox(viewUrl)).toEqual([true, true, true, true, true, false])
  // A stranger can book with somebody's address, and must not use up the new links of that person.
  expect(await ofMailbox(manageUrl)).toEqual([true, true, true, true, true, true])
  for (const urlOf of [viewUrl, manageUrl])
    expect(await bookTwice('ben@example.com', urlOf)).toMatchObject([{ ok: true }, { ok: true }])
})

test('messages that waited when the link was replaced are still sent, with the new link', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { customer: { email: 'carla@example.com' } })
  const { purchaseId, bookingIds } = booking
  await deliver(deps, 'booking.confirmed', { purchaseId, bookingIds })
  await renew(deps, booking)
  const { mails, ...mailer } = keepMails()
  await work(databaseUrl, deps, mailer)
  const news = mails.find(({ subject }) => subject.startsWith('You’re booked'))
  expect(news?.text).toContain(manageUrl(deps, { ...booking, tokenRotation: 1 }))
})

test('the same form again is still the same purchase after its link was replaced', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const form = {
    sessionId: session.id,
    spots: 1,
    name: 'Carla',
    contact: 'carla@example.com',
    device: 'phone',
    again: 1,
    accepted: [],
    language: 'en' as const,
    network,
  }
  const booked = await bookFromForm(deps, form)
  if (!booked.ok) throw new Error(booked.reason)
  const { purchaseId, reference } = booked.purchase
  const url = manageUrl(deps, { purchaseId, reference, tokenRotation: 0 })
  const link = await open(deps, { reference }, url)
  if (!link) throw new Error()
  await renewLink(deps, link, { network })
  expect(await bookFromForm(deps, form)).toMatchObject({
    ok: true,
    replayed: true,
    purchase: { purchaseId, tokenRotation: 1 },
  })
})
