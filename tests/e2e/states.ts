import { cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { randomInt } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { feedPage } from '#core/feeds/queries/links.ts'
import { manageUrl, receiptUrl, requestUrl } from '#core/bookings/queries/links.ts'
import { unsubscribeUrl } from '#core/messages/queries/unsubscribe.ts'
import { findReferralCode } from '#core/referrals/queries.ts'
import { listPages } from '#tests/support/routes.ts'
import { inDays } from '#tests/support/series.ts'
import { addMinutes, wallClockOf } from '#core/shared/time.ts'
import {
  aBooking,
  aBundle,
  type AClass,
  aFacility,
  type ASession,
  aSession,
  type AVendor,
  aVendor,
} from '#tests/support/factories.ts'
import { keySealing } from '#core/accounts/steps/two-factor-key.ts'
import { newTotpKey } from '#core/integrations/totp.ts'
import { seal } from '#core/shared/sealing.ts'
import { newSession } from '#tests/support/session.ts'
import { aTrainer, signer } from './people.ts'
import { aSeries, fill, opened } from './series.ts'
import { fromNow } from '#tests/support/times.ts'

/** A page with something on it: its address as app/routes.ts has it, and where to find this state of it. */
export type State = readonly [route: string, path: string]

const wrong = 'token=wrong'
const ballMachine = { name: 'Ball machine', priceMinor: 1500, per: 'hour' } as const

/** What anybody can open; the usual state of each page comes first. */
export async function visitorStates(): Promise<State[]> {
  const { db } = opened
  // More days than a phone shows, of which the last is full.
  const { of, sessions, bundle, username, path } = await aSeries([5, 1, 3, 5, 5, 5, 5, 1])
  await fill(sessions[1])
  await fill(sessions[7])
  await aBot(of.vendor)
  const catalogue = await aSeries([5, 1, 30])
  await db
    .updateTable('vendors')
    .set({ layout: 'catalogue' })
    .where('id', '=', catalogue.of.vendor.id)
    .execute()
  await aBundle(db, { class: catalogue.of })
  const empty = await aVendor(db)
  const emptyCatalogue = await aVendor(db, { layout: 'catalogue' })
  const none = await aSeries([])
  const [session] = sessions
  if (!session) throw new Error('There is no session.')
  const court = await aFacility(db, { extras: [ballMachine] })
  const slot = await aSession(db, { class: court })
  const booked = await aBooking(db, { session, spots: 2 })
  const paid = await aBooking(db, { session, money: 'refunded' })
  const asked = await aBooking(db, { session, status: 'pending' })
  const { rows } = await sql<{ id: string }>`
    insert into feeds (vendor_id, address_id, email) select vendor_id, address_id, customer_email from purchases
    where id = ${booked.purchaseId} returning id`.execute(db)
  const feed = pathOf(feedPage(signer(), rows[0]?.id ?? ''))
  const manage = pathOf(manageUrl(signer(), { ...booked, tokenRotation: 0 }))
  const request = pathOf(requestUrl(signer(), { ...asked, tokenRotation: 0 }, 'en'))
  const first = `first=${session.id}`
  const { id: vendorId, userId } = of.vendor
  const agenda = { what: 'agenda', vendorId, userId } as const
  const missing = '00000000-0000-4000-8000-000000000000'
  return [
    ['/', '/'],
    ['/classes', '/classes'],
    ['/classes', '/classes?q=yoga&category=fitness'],
    ['/classes', '/classes?q=qwxzzq'],
    ['/book/class/:classId?', path],
    ['/book/class/:classId?', `${path}?session=${session.id}`],
    ['/book/class/:classId?', `${path}?tab=bundle`],
    ['/book/class/:classId?', `${path}?bundle=${bundle.id}`],
    ['/book/class/:classId?', `${path}?bundle=${bundle.id}&step=dates`],
    ['/book/class/:classId?', `${path}?bundle=${bundle.id}&${first}`],
    ['/book/class/:classId?', `${path}?bundle=${bundle.id}&${first}&how=auto`],
    ['/book/class/:classId?', `${path}?bundle=${bundle.id}&${first}&how=choose`],
    ['/book/class/:classId?', none.path],
    ['/book/class/:classId?', `${none.path}?bundle=${none.bundle.id}`],
    ['/book/class/:classId?', '/book/class'],
    ['/book/class/:classId?', `/book/class/${missing}`],
    ['/book-slot/:slotId', `/book-slot/${court.id}`],
    ['/book-slot/:slotId', `/book-slot/${slot.id}?step=login`],
    ['/book-slot/:slotId', `/book-slot/${(await aFacility(db)).id}`],
    ['/book-slot/:slotId', `/book-slot/${missing}`],
    ['/vendor/:vendorId', `/vendor/${of.vendor.id}`],
    ['/vendor/:vendorId', `/vendor/${missing}`],
    ['/vendor-profile/:vendorId', `/vendor-profile/${of.vendor.id}`],
    ['/booking/:reference', manage],
    ['/booking/:reference', `${manage}&do=cancel`],
    ['/booking/:reference', `${manage}&do=move`],
    ['/booking/:reference', `/booking/7K3M9QX2TB?${wrong}`],
    ['/booking/:reference/receipt', pathOf(receiptUrl(signer(), { ...paid, tokenRotation: 0 }))],
    ['/booking/:reference/receipt', `/booking/7K3M9QX2TB/receipt?${wrong}`],
    ['/request/:reference', request],
    ['/request/:reference', `/request/7K3M9QX2TB?${wrong}`],
    ['/my-spots', '/my-spots'],
    ['/telegram/login', `/telegram/login?vendor=${of.vendor.id}&chat=1&to=/`],
    ['/feeds/:key', feed],
    ['/unsubscribe/:key', pathOf(unsubscribeUrl(signer(), agenda, 'en'))],
    ['/unsubscribe/:key', '/unsubscribe/wrong'],
    ['/pricing', '/pricing'],
    ['/pricing', '/pricing?billing=yearly'],
    ['/contact', '/contact'],
    ['/contact', '/contact?sent=1'],
    ['/contact/confirm', `/contact/confirm?${wrong}`],
    ['/privacy-policy', '/privacy-policy'],
    ['/terms-of-service', '/terms-of-service'],
    ['/embed/:username', `/embed/${username}`],
    ['/embed/:username', `/embed/${empty.username}`],
    ['/embed/:username', '/embed/nobody-of-this-name'],
    ['/embed/class/:classId', `/embed/class/${of.id}`],
    ['/super-admin', '/super-admin'],
    ['/login', '/login'],
    ['/account-closed', '/account-closed'],
    ['/login-link', '/login-link'],
    ['/login-link/open', `/login-link/open?${wrong}`],
    ['/register', '/register'],
    ['/register', `/register?ref=${await findReferralCode(db, of.vendor.id)}`],
    ['/verify-email', '/verify-email?email=vera%40example.com'],
    ['/auth/v1/verify', '/auth/v1/verify'],
    ['/auth-callback', '/auth-callback'],
    ['/auth/callback', '/auth/callback'],
    ['/google-calendar-callback', '/google-calendar-callback?error=access_denied'],
    ['/google-calendar-callback', '/google-calendar-callback'],
    ['/forgot-password', '/forgot-password'],
    ['/reset-password', `/reset-password?${wrong}`],
    ['/login/address', `/login/address?${wrong}`],
    ['/:username', `/${username}`],
    ['/:username', `/${court.vendor.username}`],
    ['/:username', `/${username}?class=${of.id}`],
    ['/:username', `/${catalogue.username}`],
    ['/:username', `/${catalogue.username}?class=${catalogue.of.id}`],
    ['/:username', `/${empty.username}`],
    ['/:username', `/${emptyCatalogue.username}`],
    ['/:username', `/${none.username}?class=${none.of.id}`],
    ['/:username', '/nobody-of-this-name'],
    ['/*', '/no/such/page'],
  ]
}

/** A bot of the vendor's own, which nobody answers for, and the chat in which its owner reads. */
async function aBot(vendor: AVendor): Promise<void> {
  const { db } = opened
  const id = randomInt(1_000_000_000, 2_000_000_000)
  await db
    .insertInto('telegramBots')
    .values({
      id,
      vendorId: vendor.id,
      username: `bot_${id}`,
      sealedToken: 'opens nothing',
      // Looked at a moment ago, so that nobody looks again while the pages are open.
      checkedAt: new Date(),
    })
    .execute()
  await db
    .insertInto('telegramChats')
    .values({ botId: id, telegramId: 1, name: 'Vera Vendor', username: 'vera_v' })
    .execute()
  await db
    .updateTable('vendorMembers')
    .set({ telegram: `${id}:1` })
    .where('userId', '=', vendor.userId)
    .execute()
}

/** A Google calendar that is connected, cannot be reached right now, and keeps the vendor busy during a session. */
async function aCalendar(vendor: AVendor, { startsAt }: ASession): Promise<void> {
  const { db } = opened
  const vendorId = vendor.id
  const now = new Date()
  await db
    .insertInto('calendarConnections')
    .values({
      vendorId,
      googleCalendarToken: 'opens nothing',
      googleCalendarRefreshToken: 'opens nothing',
      googleCalendarConnectedAt: now,
      googleEmail: vendor.email,
      mayList: true,
      lastProblem: 'unreachable',
      completeAt: now,
      // So that the worker leaves it alone while the pages are open.
      dueAt: addMinutes(now, 1440),
    })
    .execute()
  const main = { vendorId, calendarId: 'primary', name: 'Main', isPrimary: true, isFollowed: true }
  await db
    .insertInto('googleCalendars')
    .values([main, { ...main, calendarId: 'family', name: 'Family', isPrimary: false }])
    .execute()
  const { id: calendarId } = await db
    .selectFrom('googleCalendars')
    .where('vendorId', '=', vendorId)
    .where('isPrimary', '=', true)
    .select('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('busyTimes')
    .values({
      vendorId,
      calendarId,
      eventId: 'dentist',
      startsAt,
      endsAt: addMinutes(startsAt, 90),
    })
    .execute()
}

/** An account at Stripe whose key Stripe refuses, and a booking that was paid there. */
async function aCardAccount({ id: vendorId }: AVendor, bookingId: string): Promise<void> {
  const now = new Date()
  const account = `acct_${vendorId}`
  const paid = { vendorId, amountMinor: 1200, currency: 'EUR' }
  await opened.db
    .insertInto('cardAccounts')
    .values({
      vendorId,
      account,
      name: 'Studio Vera',
      livemode: false,
      apiKey: 'opens nothing',
      refusedAt: now,
      brokenAt: now,
      // So that the worker leaves it alone while the pages are open.
      dueAt: addMinutes(now, 1440),
    })
    .execute()
  const { id: groupId } = await opened.db
    .insertInto('paymentGroups')
    .values({ ...paid, provider: 'stripe', providerId: `pi_${vendorId}`, account })
    .returning('id')
    .executeTakeFirstOrThrow()
  await opened.db
    .insertInto('payments')
    .values({ ...paid, bookingId, groupId, method: 'card' })
    .execute()
}

/** The address of a list with everything that can be said about a spot. */
async function attendanceList(of: AClass): Promise<string> {
  const { db } = opened
  const startsAt = fromNow(-1)
  const session = await aSession(db, { class: of, startsAt })
  await aBooking(db, { session, attendance: 'came' })
  await aBooking(db, { session, attendance: 'no_show', spots: 2 })
  await aBooking(db, { session, customer: { name: 'Llanfairpwllgwyngyllgogerychwyrndrobwllll' } })
  await aBooking(db, { session, status: 'pending' })
  await aBooking(db, { session, status: 'cancelled', attendance: 'late_cancel' })
  await aBooking(db, { session, status: 'cancelled', lateWaivedAt: new Date() })
  return `/dashboard/today?date=${wallClockOf(startsAt, of.vendor.timeZone).date}`
}

/** What the trainer of a class can open who has sold a bundle; signs the page in. */
export async function trainerStates(page: Page): Promise<State[]> {
  const { vendor } = await aTrainer(page)
  const series = await aSeries([5, 5, 5, 5], vendor)
  const { of, sessions, bundle } = series
  const [session] = sessions
  if (!session) throw new Error('There is no session.')
  const { bookingIds } = await aBooking(opened.db, { session })
  await buyBundle(page, series)
  const { id: sold } = await opened.db
    .selectFrom('passes')
    .where('classId', '=', of.id)
    .select('id')
    .executeTakeFirstOrThrow()
  // A session comes back to the bundle, so that it can be extended.
  const dates = await opened.db
    .selectFrom('bookings')
    .where('vendorId', '=', vendor.id)
    .where('passId', '=', sold)
    .select('id')
    .execute()
  await cancelByVendor(
    opened.db,
    vendor.id,
    dates.slice(0, 1).map(({ id }) => id),
  )
  await opened.db
    .insertInto('referrals')
    .values([
      { vendorId: vendor.id, friendId: (await aVendor(opened.db)).id },
      { vendorId: vendor.id, friendId: null, activatedAt: new Date() },
    ])
    .execute()
  await opened.db.insertInto('feeds').values({ vendorId: vendor.id }).execute()
  await aBot(vendor)
  const court = await aFacility(opened.db, { vendor, extras: [ballMachine] })
  await aCalendar(vendor, session)
  await aCardAccount(vendor, bookingIds[0] ?? '')
  const ofClass = `/dashboard/classes/${of.id}`
  return withPlainPages([
    ['/dashboard', '/dashboard'],
    ['/dashboard/today', await attendanceList(of)],
    ['/dashboard/today', '/dashboard/today?date=2020-02-02'],
    ['/dashboard/classes/:classId', ofClass],
    ['/dashboard/classes/:classId/sessions', `${ofClass}/sessions`],
    ['/dashboard/classes/:classId/delete', `${ofClass}/delete`],
    ['/dashboard/classes/:classId/picture', `${ofClass}/picture`],
    ['/dashboard/classes/:classId/bundles', `${ofClass}/bundles`],
    ['/dashboard/classes/:classId/bundles/new', `${ofClass}/bundles/new`],
    ['/dashboard/classes/:classId/bundles/:bundleId', `${ofClass}/bundles/${bundle.id}`],
    ['/dashboard/classes/:classId/sold/:passId/extend', `${ofClass}/sold/${sold}/extend`],
    ['/dashboard/classes/:classId/sold/:passId/withdraw', `${ofClass}/sold/${sold}/withdraw`],
    ['/dashboard/facilities/:facilityId', `/dashboard/facilities/${court.id}`],
    ['/dashboard/sessions/:sessionId', `/dashboard/sessions/${session.id}`],
    ['/dashboard/bookings/selected', `/dashboard/bookings/selected?session=${session.id}`],
    ['/dashboard/bookings/message', `/dashboard/bookings/message?session=${session.id}`],
    ['/dashboard/bookings/:bookingId/block', `/dashboard/bookings/${bookingIds[0]}/block`],
    ['/dashboard/bookings/:bookingId/erase', `/dashboard/bookings/${bookingIds[0]}/erase`],
    ['/dashboard/bookings/:bookingId/give', `/dashboard/bookings/${bookingIds[0]}/give`],
    ['/dashboard/bookings/:bookingId/receipt', `/dashboard/bookings/${bookingIds[0]}/receipt`],
    ['/dashboard/bookings/:bookingId/refund', `/dashboard/bookings/${bookingIds[0]}/refund`],
    ['/dashboard/bookings/:bookingId', `/dashboard/bookings/${bookingIds[0]}`],
    ['/dashboard/calendar', `/dashboard/calendar?from=${inDays(3)}`],
    ['/dashboard/calendar', `/dashboard/calendar?view=month&from=${inDays(3)}`],
    ['/dashboard/calendar', '/dashboard/calendar?from=2031-01-01'],
    ['/dashboard/calendar/feed', '/dashboard/calendar/feed'],
    ['/dashboard/calendar/print', `/dashboard/calendar/print?from=${inDays(3)}`],
    ['/signout', '/signout'],
  ])
}

/** With every page of the workspace that needs nothing in its address, so that a new one is not forgotten. */
async function withPlainPages(states: State[]): Promise<State[]> {
  const listed = new Set(states.map(([route]) => route))
  const plain = (await listPages()).filter(
    (route) =>
      /^\/(?:dashboard|settings|referrals|subscription)/.test(route) &&
      !route.includes(':') &&
      !listed.has(route),
  )
  return [...states, ...plain.map((route): State => [route, route])]
}

/** What a super administrator can open; signs the page in. */
export async function adminStates(page: Page): Promise<State[]> {
  const { vendor } = await aTrainer(page)
  const { db, origin, secretKeys } = signer()
  const { id: userId } = await db
    .insertInto('users')
    .values({
      name: 'Ada Admin',
      email: `admin-${crypto.randomUUID()}@example.com`,
      emailVerified: true,
      kind: 'admin',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sealedKey = seal(keySealing({ secretKeys }, userId), newTotpKey())
  await db.insertInto('twoFactors').values({ userId, sealedKey, lastStep: 0 }).execute()
  await page.context().addCookies([{ ...(await newSession(signer(), userId)), url: origin }])
  const own = `/super-admin/vendors/${vendor.id}`
  const plain = [
    'dashboard',
    'activity',
    'vendors',
    'billing',
    'analytics',
    'invitations',
    'health',
  ]
  return [
    ...[...plain, 'two-factor'].map((name): State => [
      `/super-admin/${name}`,
      `/super-admin/${name}`,
    ]),
    ['/super-admin/vendors/:vendorId', `${own}?badge=verified`],
    ['/super-admin/vendors/:vendorId/billing', `${own}/billing?do=set`],
    ['/super-admin/vendors/:vendorId/suspend', `${own}/suspend`],
    ['/super-admin/*', '/super-admin/nothing'],
  ]
}

/** What a trainer can open whose vendor is suspended; signs the page in. */
export async function suspendedStates(page: Page): Promise<State[]> {
  const { vendor } = await aTrainer(page)
  await opened.db
    .updateTable('vendors')
    .set({ suspendedAt: new Date(), suspendedReason: 'Reported by customers' })
    .where('id', '=', vendor.id)
    .execute()
  return [['/account-suspended', '/account-suspended']]
}

/** What a trainer can open who has just signed up; signs the page in. */
export async function newcomerStates(page: Page): Promise<State[]> {
  const { vendor } = await aTrainer(page)
  await opened.db
    .updateTable('vendors')
    .set({ setUpAt: null })
    .where('id', '=', vendor.id)
    .execute()
  return [
    ['/onboarding', '/onboarding'],
    ['/onboarding/delete', '/onboarding/delete'],
  ]
}

type Series = Awaited<ReturnType<typeof aSeries>>

/** Buys the bundle of a series in any language; the page of the purchase is open afterwards. */
export async function buyBundle(page: Page, { sessions, bundle, path }: Series): Promise<void> {
  await page.goto(`${path}?bundle=${bundle.id}&first=${sessions[0]?.id}`)
  await page.locator('[name="name"]').fill('Carla')
  await page.locator('[name="contact"]').fill('carla@example.com')
  await page.locator('[name="contact"]').press('Enter')
  await expect(page).toHaveURL(/\/booking\//)
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
