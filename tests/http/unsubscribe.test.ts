import { agreementToErase, eraseContact } from '#core/bookings/commands/erase-contact.ts'
import { findErasable } from '#core/bookings/queries/erasable.ts'
import { issuedUrl, manageUrl } from '#core/bookings/queries/links.ts'
import { type EndOfMail, unsubscribeUrl } from '#core/messages/queries/unsubscribe.ts'
import { marksOf, openWishKey } from '#core/messages/steps/wish-key.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import { appFor, noticeOf, readPage } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { type ABooking, aBooking, aSession, aVendor } from '#tests/support/factories.ts'
import { signedInVendor } from '#tests/support/workspace.ts'
import { onDay } from '#tests/support/times.ts'

const email = 'carla@example.com'

/** The path of the link in a reminder of the vendor to Carla. */
async function pathOf(deps: Deps, vendorId: string, language: Language = 'en'): Promise<string> {
  const key = (await openWishKey(deps)) ?? ''
  const [mark = ''] = await marksOf(deps.db, { key, vendorId, addresses: [email] })
  return pathTo(deps, { what: 'reminders', vendorId, mark }, language)
}

const pathTo = (deps: Deps, end: EndOfMail, language: Language = 'en') =>
  unsubscribeUrl(deps, end, language).replace(deps.origin, '')

const wishesOf = async ({ db }: Deps) =>
  (await db.selectFrom('mailWishes').select('vendorId').execute()).map(({ vendorId }) => vendorId)

/** What a mail program sends: no cookie, and nothing of a page of ours. */
const oneClick = (
  deps: Deps,
  path: string,
  headers: Record<string, string> = {},
  form?: FormData,
) =>
  appFor(deps).then((app) =>
    app.request(path, {
      method: 'POST',
      headers: { ...headers, 'x-forwarded-for': '192.0.2.9' },
      body: form ?? new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    }),
  )

test('the link of a reminder changes nothing when it is opened, and its button stops them, with a way back', async ({
  deps,
}) => {
  const vendor = await aVendor(deps.db)
  const path = await pathOf(deps, vendor.id)
  const visitor = (await appFor(deps)).visitor()
  for (let times = 0; times < 2; times += 1) {
    const page = await visitor.get(path)
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    const html = await page.clone().text()
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).not.toContain(email)
    const text = await readPage(page)
    expect(text).toContain('No more reminders from Studio Vera?')
    expect(text).toContain('Messages about your bookings still come')
  }
  expect(await wishesOf(deps)).toEqual([])
  const stopped = await visitor.post(path, { intent: 'stop' })
  expect(stopped.status).toBe(200)
  expect(await readPage(stopped)).toMatch(/Done: no more reminders from Studio Vera .*Undo/)
  expect(await wishesOf(deps)).toEqual([vendor.id])
  expect(await readPage(await visitor.post(path, { intent: 'resume' }))).toContain(
    'You get reminders from Studio Vera again',
  )
  expect(await wishesOf(deps)).toEqual([])
  const german = await (await appFor(deps)).visitor().get(await pathOf(deps, vendor.id, 'de'))
  expect(await readPage(german)).toContain('Keine Erinnerungen mehr von Studio Vera?')
})

test('a mail program needs one POST, from wherever it runs and as often as it likes; no other form may come from elsewhere', async ({
  deps,
}) => {
  const vendor = await aVendor(deps.db)
  const path = await pathOf(deps, vendor.id)
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  for (const answer of [
    await oneClick(deps, path),
    await oneClick(deps, path, { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }),
    await oneClick(deps, path, { origin: 'null' }, form),
  ]) {
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await wishesOf(deps)).toEqual([vendor.id])
  }
  const origin = { origin: 'https://mail.example' }
  for (const other of ['/my-spots', '/unsubscribe/anything', path.replace('?', '.data?')])
    expect([other, (await oneClick(deps, other, origin)).status]).toEqual([other, 403])
})

test('a link that we did not sign, or that is of nobody any more, is not found', async ({
  deps,
  db,
}) => {
  const [vendor, other] = [await aVendor(db), await aVendor(db)]
  const path = await pathOf(deps, vendor.id)
  const agenda = { what: 'agenda', vendorId: other.id, userId: vendor.userId } as const
  const wrong = [path.replace(vendor.id, other.id), path.replace('?', 'x?'), pathTo(deps, agenda)]
  const gone = await pathOf(deps, other.id)
  await oneClick(deps, gone)
  expect(await wishesOf(deps)).toEqual([other.id])
  await db.deleteFrom('vendors').where('id', '=', other.id).execute()
  for (const one of [...wrong, gone]) {
    const page = await (await appFor(deps)).visitor().get(one)
    expect([one, page.status]).toEqual([one, 404])
    expect(await readPage(page)).toContain('This link doesn’t work')
    expect((await oneClick(deps, one)).status).toBe(404)
  }
  expect(await wishesOf(deps)).toEqual([])
  await oneClick(deps, path)
  const secretKeys = ['a newer key that signs from now on', ...deps.secretKeys] as const
  expect((await (await appFor({ ...deps, secretKeys })).visitor().get(path)).status).toBe(200)
  const [newer] = secretKeys
  const removed = { ...deps, secretKeys: [newer] as const }
  expect((await (await appFor(removed)).visitor().get(path)).status).toBe(404)
})

test('the email of the day ends for its reader, and the settings switch it on again at its hour', async ({
  deps,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const path = pathTo(deps, { what: 'agenda', vendorId: vendor.id, userId: vendor.userId })
  const chosen = async () => {
    const html = await (await browser.get('/settings/notifications')).text()
    const [, select = ''] = /<select[^>]*name="agendaHour"[^>]*>(.*?)<\/select>/s.exec(html) ?? []
    return /<option(?=[^>]*selected)[^>]*value="(\w+)"/.exec(select)?.[1]
  }
  expect(await chosen()).toBe('7')
  expect((await oneClick(deps, path)).status).toBe(200)
  expect(await chosen()).toBe('off')
  expect(await readPage(await browser.get(path))).toContain('Done: your day by email is off')
  await browser.post(path, { intent: 'resume' })
  expect(await chosen()).toBe('7')
})

const linkOf = (deps: Deps, { purchaseId, reference }: ABooking) =>
  manageUrl(deps, { purchaseId, reference, tokenRotation: 0 })

test('on the page of a booking a customer stops the reminders and has them again; it does not say how they stand, and the vendor’s link has no such switch', async ({
  deps,
  db,
}) => {
  const session = await aSession(db)
  const { vendor } = session.class
  const booking = await aBooking(db, { session, customer: { email } })
  const visitor = (await appFor(deps)).visitor()
  const link = linkOf(deps, booking)
  const before = await readPage(await visitor.get(link))
  expect(before).toContain('Remind me No reminders')
  const stopped = await visitor.post(link, { intent: 'noReminders' })
  expect(noticeOf(stopped)?.title).toBe('No more reminders from Studio Vera')
  expect(await wishesOf(deps)).toEqual([vendor.id])
  expect(await readPage(await (await appFor(deps)).visitor().get(link))).toBe(before)
  expect(await readPage(await visitor.get(await pathOf(deps, vendor.id)))).toContain(
    'Done: no more',
  )
  const issued = issuedUrl(deps, { ...booking, tokenRotation: 0 }, vendor.userId)
  expect(await readPage(await visitor.get(issued))).not.toContain('Remind me')
  expect((await visitor.post(issued, { intent: 'remind' })).status).toBe(403)
  expect(await wishesOf(deps)).toEqual([vendor.id])
  await visitor.post(link, { intent: 'remind' })
  expect(await wishesOf(deps)).toEqual([])
  await db.updateTable('vendors').set({ remindsDay: false, remindsHours: false }).execute()
  expect(await readPage(await visitor.get(link))).not.toContain('Remind me')
})

test('the wish outlasts the customer', async ({ deps, db }) => {
  const session = await aSession(db, { startsAt: onDay(-2) })
  const { vendor } = session.class
  const { bookingIds } = await aBooking(db, { session, customer: { email }, status: 'completed' })
  await oneClick(deps, await pathOf(deps, vendor.id))
  const of = { vendorId: vendor.id, bookingId: bookingIds[0] ?? '' }
  const seen = await findErasable(db, of)
  if (!seen) throw new Error('nothing to erase')
  const agreed = agreementToErase(seen)
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const erased = await eraseContact(db, member, { ...of, agreed, replacement: 'Deleted customer' })
  expect(erased.ok).toBe(true)
  expect(await wishesOf(deps)).toEqual([vendor.id])
  const page = await (await appFor(deps)).visitor().get(await pathOf(deps, vendor.id))
  expect(await readPage(page)).toContain('Done: no more reminders')
})
