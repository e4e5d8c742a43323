import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { test } from '#tests/support/browser.ts'
import { aClass, aFacility, aSession } from '#tests/support/factories.ts'
import { fromNow, onDay } from '#tests/support/times.ts'
import { aStranger, connect, keyOf, moneyOf, paidSpot, pay, revoke, stripe } from './at-stripe.ts'
import { awake } from './awake.ts'
import { lightViolationsOn } from './axe.ts'
import { mailTo } from './inbox.ts'
import { aTrainer } from './people.ts'
import { opened, openForm, takenIn } from './series.ts'

test.afterAll(opened.close)

async function book(page: Page, classId: string, name: string, button: string | RegExp) {
  await openForm(page, classId)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Phone or email').fill(`${name.toLowerCase()}-${classId}@example.com`)
  await page.getByRole('button', { name: button }).click()
}

const becomes = (classId: string, money: readonly string[]) =>
  expect.poll(() => moneyOf(classId)).toEqual(money)

test('a court with an extra is paid by card, and its vendor gives half of it back @both', async ({
  page: owner,
  browser,
  baseURL,
}) => {
  const { db } = opened
  const { vendor } = await aTrainer(owner)
  await connect(vendor)
  const court = await aFacility(db, {
    vendor,
    priceMinor: 2000,
    pays: 'card',
    extras: [{ name: 'Rackets', priceMinor: 1000, per: 'slot' }],
  })
  const slot = await aSession(db, { class: court, startsAt: onDay(3) })
  const page = await aStranger(browser, baseURL)
  await page.goto(`/book-slot/${slot.id}`)
  await awake(page)
  const next = page.getByRole('button', { name: 'Continue', exact: true }).last()
  await page.getByLabel('Rackets').check()
  await next.click()
  await page.getByLabel('Your name').fill('Carla Weber')
  await page.getByLabel('Phone or email').fill(`carla-${court.id}@example.com`)
  await next.click()
  await page
    .getByRole('button', { name: /Book|pay/i })
    .last()
    .click()
  await expect(page).toHaveURL(stripe)
  await expect(page.getByText('€30.00').first()).toBeVisible()
  await pay(page)
  await expect(page.getByRole('heading', { name: '🎉 Booking Confirmed!' })).toBeVisible()
  await expect(page.getByText('€30 · paid')).toBeVisible()

  const { id } = await db
    .selectFrom('bookings')
    .where('classId', '=', court.id)
    .select('id')
    .executeTakeFirstOrThrow()
  await owner.goto(`/dashboard/bookings/${id}`)
  await owner.getByRole('link', { name: 'Refund to the card' }).first().click()
  await owner.getByLabel('Amount to refund').fill('15')
  expect(await lightViolationsOn(owner)).toEqual([])
  await owner.getByRole('button', { name: /^Refund/ }).click()
  await expect(owner.getByText('€15 is on its way to the card.')).toBeVisible()
  await becomes(court.id, ['paid done 3000', 'refunded done 1500'])
  await page.reload()
  await expect(page.getByText('Returned to your card')).toBeVisible()
  expect(await takenIn(court.id)).toEqual([1])
})

test('a payment that comes when the spot is gone goes back, and two tabs pay one debt once @both', async ({
  page,
  browser,
  baseURL,
}) => {
  const { db } = opened
  const { vendor } = await aTrainer(await aStranger(browser, baseURL))
  await connect(vendor)
  const small = await aClass(db, { vendor, pays: 'card', maxStudents: 1 })
  const session = await aSession(db, { class: small, startsAt: onDay(3) })
  await book(page, small.id, 'Late', 'Book and pay €15')
  await expect(page).toHaveURL(stripe)
  // Its time is over while Stripe cannot be asked, and somebody else is faster.
  await sql`update checkouts set ends_at = now(), due_at = now() + interval '1 hour' where vendor_id = ${vendor.id}`.execute(
    db,
  )
  await sql`update bookings set expires_at = now() where class_id = ${small.id}`.execute(db)
  await expect.poll(() => takenIn(small.id)).toEqual([0])
  await paidSpot(session, 'Faster')
  await pay(page)
  await expect(page.getByText('Your payment came when the spot was already gone')).toBeVisible()
  await becomes(small.id, ['paid done 1500', 'paid done 1500', 'refunded done 1500'])
  expect(await takenIn(small.id)).toEqual([1])
  await page.reload()
  await expect(page.getByText('Returned to your card')).toBeVisible()

  const open = await aClass(db, { vendor, pays: 'choice', title: 'Pilates' })
  await aSession(db, { class: open, startsAt: onDay(4) })
  await openForm(page, open.id)
  await page.getByRole('radio', { name: /studio|place|directly/i }).check()
  await page.getByLabel('Your name').fill('Tabea')
  await page.getByLabel('Phone or email').fill(`tabea-${open.id}@example.com`)
  await page.getByRole('button', { name: /^Book/ }).last().click()
  await expect(page).toHaveURL(/\/booking\//)
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  for (const one of [page, tab]) {
    await one.getByRole('button', { name: 'Pay €15' }).click()
    await expect(one).toHaveURL(stripe)
  }
  await pay(page)
  await expect(page).toHaveURL(/\/booking\//)
  await expect(page.getByText('€15 · paid')).toBeVisible()
  // The other tab is a page that takes no money any more.
  await pay(tab)
  await expect(tab.getByRole('heading', { name: 'You’re all done here' })).toBeVisible()
  await becomes(open.id, ['paid done 1500'])
})

test('a vendor cancels a session that three cards paid, and a customer cancels in time and too late', async ({
  page: owner,
  browser,
  baseURL,
}) => {
  const { db } = opened
  const { vendor } = await aTrainer(owner)
  await connect(vendor)
  const yoga = await aClass(db, { vendor, pays: 'card' })
  const session = await aSession(db, { class: yoga, startsAt: onDay(3) })
  const pages: string[] = []
  for (const name of ['Ada', 'Ben', 'Cleo']) pages.push(await paidSpot(session, name))
  await owner.goto(`/dashboard/sessions/${session.id}`)
  await awake(owner)
  await owner.getByRole('link', { name: 'Cancel only this session' }).click()
  await expect(owner.getByText('€45 will go back to the cards that paid.')).toBeVisible()
  await owner.getByRole('button', { name: 'Yes, cancel' }).click()
  await expect(owner.getByText('Session cancelled.')).toBeVisible()
  await becomes(yoga.id, [
    ...Array.from({ length: 3 }, () => 'paid done 1500'),
    ...Array.from({ length: 3 }, () => 'refunded done 1500'),
  ])
  const page = await aStranger(browser, baseURL)
  for (const link of pages) {
    await page.goto(link)
    await expect(page.getByText('Returned to your card')).toBeVisible()
  }

  const later = await aClass(db, { vendor, pays: 'card', noticeMinutes: 720, title: 'Pilates' })
  const inTime = await paidSpot(await aSession(db, { class: later, startsAt: onDay(3) }), 'Ira')
  const soon = await aSession(db, { class: later, startsAt: fromNow(300) })
  const tooLate = await paidSpot(soon, 'Ola')
  // Right after booking it is free.
  await sql`update bookings set booked_at = now() - interval '1 day', confirmed_at = now() - interval '1 day'
    where session_id = ${soon.id}`.execute(db)
  await page.goto(inTime)
  await page.getByRole('link', { name: 'Cancel booking' }).click()
  await expect(page.getByText('€15 goes back to your card.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel now' }).click()
  await expect(page.getByText(/€15 goes back to your card\. This can take/)).toBeVisible()
  await page.goto(tooLate)
  await page.getByRole('link', { name: 'Cancel booking' }).click()
  await expect(page.getByText(/decides whether you get any of the €15 back/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel now' }).click()
  await expect(page.getByText(/This was a late cancellation/)).toBeVisible()
  await becomes(later.id, ['paid done 1500', 'paid done 1500', 'refunded done 1500'])
})

test('a request is confirmed and paid; a payment that is open outlives the plan, and a revoked key leads back to the studio', async ({
  page: owner,
  browser,
  baseURL,
}) => {
  const { db } = opened
  const { vendor, email } = await aTrainer(owner)
  const key = keyOf('revoked')
  await connect(vendor, key)
  const asked = await aClass(db, { vendor, pays: 'card', confirmationMode: 'manual' })
  await aSession(db, { class: asked, startsAt: onDay(3) })
  const page = await aStranger(browser, baseURL)
  await book(page, asked.id, 'Rike', 'Send request')
  await expect(page).toHaveURL(/\/booking\//)
  await expect(page.getByRole('button', { name: 'Pay €15' })).toHaveCount(0)
  await owner.goto('/dashboard/bookings?when=all')
  await owner
    .getByRole('button', { name: /^Confirm/ })
    .first()
    .click()
  await expect(owner.getByText('Request confirmed.')).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^Pay by .* to keep your booking$/)).toBeVisible()
  await page.getByRole('button', { name: 'Pay €15' }).click()
  await expect(page).toHaveURL(stripe)
  await pay(page)
  await expect(page.getByText('€15 · paid')).toBeVisible()

  const yoga = await aClass(db, { vendor, pays: 'card', title: 'Pilates' })
  await aSession(db, { class: yoga, startsAt: onDay(4) })
  await book(page, yoga.id, 'Ella', 'Book and pay €15')
  await expect(page).toHaveURL(stripe)
  const ends = (when: string) =>
    sql`update vendors set trial_ends_at = now() + ${when}::interval where id = ${vendor.id}`.execute(
      db,
    )
  await ends('-1 day')
  const other = await aStranger(browser, baseURL)
  await other.goto(`/book/class/${yoga.id}`)
  await awake(other)
  await expect(other.getByRole('button', { name: /^Book and pay/ })).toHaveCount(0)
  await pay(page)
  await expect(page.getByText('€15 · paid')).toBeVisible()

  await ends('1 day')
  await other.reload()
  await expect(other.getByRole('button', { name: 'Book and pay €15' })).toBeVisible()
  await revoke(key)
  await sql`update card_accounts set due_at = now(), refused_at = now() - interval '11 minutes'
    where vendor_id = ${vendor.id}`.execute(db)
  await mailTo(email, /Card payments are no longer connected/)
  await other.reload()
  await awake(other)
  await book(other, yoga.id, 'Nora', /^(?:Book|Confirm)(?! and pay)/)
  await expect(other).toHaveURL(/\/booking\//)
  await expect(other.getByText(/To pay: €15/).first()).toBeVisible()
  await owner.goto('/dashboard')
  await expect(owner.getByText('Card payments no longer work')).toBeVisible()
})
