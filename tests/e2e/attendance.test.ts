import { expect, type Page } from '@playwright/test'
import { minutes } from '#tests/support/bookings.ts'
import { test } from '#tests/support/browser.ts'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { newSession } from '#tests/support/session.ts'
import { awake } from './awake.ts'
import { aTrainer, password, signer } from './people.ts'
import { opened } from './series.ts'

test.afterAll(opened.close)

/** A trainer who has the list of a session that has just begun open on the phone. */
async function withList(page: Page) {
  const trainer = await aTrainer(page)
  const of = await aClass(opened.db, { vendor: trainer.vendor })
  const session = await aSession(opened.db, { class: of, startsAt: minutes(-1) })
  for (const name of ['Carla', 'Otto', 'Wanda'])
    await aBooking(opened.db, { session, customer: { name } })
  const { sessionDate } = await opened.db
    .selectFrom('classSessions')
    .where('id', '=', session.id)
    .select('sessionDate')
    .executeTakeFirstOrThrow()
  const list = `/dashboard/today?date=${sessionDate}`
  await page.goto(list)
  await awake(page)
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const { active } = (await navigator.serviceWorker.getRegistration('/dashboard')) ?? {}
        const kept = await caches.match('/dashboard/today')
        return active?.state === 'activated' && kept !== undefined
      }),
    )
    .toBe(true)
  const stored = async () => {
    const rows = await opened.db
      .selectFrom('bookings as b')
      .innerJoin('purchases as g', 'g.id', 'b.purchaseId')
      .where('b.sessionId', '=', session.id)
      .orderBy('g.customerName')
      .select('b.attendance')
      .execute()
    return rows.map(({ attendance }) => attendance)
  }
  const button = (name: string) => page.getByRole('button', { name })
  const press = async (name: string) => {
    await button(name).click()
    await expect(button(name)).toHaveAttribute('aria-pressed', 'true')
  }
  return { ...trainer, list, stored, button, press }
}

test('attendance is marked offline, survives a reload, and is stored once the network is back', async ({
  page,
  context,
}) => {
  const { list, stored, button, press } = await withList(page)
  await context.setOffline(true)
  await press('Came: Carla')
  await press('No-show: Otto')
  await press('Came: Otto')
  await expect(page.getByText('3 attendance marks are saved on this phone')).toBeVisible()
  await page.reload()
  await expect(page.getByText('3 attendance marks are saved on this phone')).toBeVisible()
  await expect(button('Came: Carla')).toHaveAttribute('aria-pressed', 'true')
  await expect(button('Came: Otto')).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/dashboard/classes')
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await page.goto(list)
  await press('No-show: Wanda')
  expect(await stored()).toEqual([null, null, null])

  await context.setOffline(false)
  await expect.poll(stored).toEqual(['came', 'came', 'no_show'])
  await expect(page.getByText('saved on this phone')).toHaveCount(0)
  await expect(page.getByText('2 of 3 came')).toBeVisible()
})

test('marks outlive the end of the session, signing out asks before they are lost, and nobody else sees them', async ({
  page,
  context,
}) => {
  const { vendor, list, stored, press } = await withList(page)
  await context.setOffline(true)
  await press('Came: Carla')
  await context.clearCookies()
  await context.setOffline(false)
  await expect(page.getByText('waiting for you to sign in')).toBeVisible()
  expect(await stored()).toEqual([null, null, null])

  // Somebody else signs in on the same phone: the list is not there, and the mark is not sent.
  const other = await aTrainer(page)
  await page.goto('/dashboard')
  await awake(page)
  await expect.poll(() => page.evaluate(() => caches.has('openspot-day'))).toBe(false)
  await context.setOffline(true)
  await page.goto(list)
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await context.setOffline(false)
  expect(other.vendor.id).not.toBe(vendor.id)
  expect(await stored()).toEqual([null, null, null])

  // The first one signs in again: the mark is sent from any page.
  const { origin } = signer()
  await context.clearCookies()
  await context.addCookies([{ ...(await newSession(signer(), vendor.userId)), url: origin }])
  await page.goto('/dashboard')
  await expect.poll(stored).toEqual(['came', null, null])

  await page.goto(list)
  await awake(page)
  // The network is there, but the server is not.
  await page.route('**/dashboard/today/marks', (route) => route.abort())
  await press('No-show: Otto')
  await expect(page.getByText('1 attendance mark is saved on this phone')).toBeVisible()
  await page.getByRole('button', { name: /your account/ }).click()
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(
    page.getByRole('heading', { name: '1 attendance mark is saved only on this phone' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Sign out and lose it' }).click()
  await expect(page).toHaveURL('/')
  await expect.poll(() => page.evaluate(() => caches.has('openspot-day'))).toBe(false)
  await page.unrouteAll()
  await context.addCookies([{ ...(await newSession(signer(), vendor.userId)), url: origin }])
  await page.goto(list)
  await expect(page.getByRole('button', { name: 'No-show: Otto' })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  expect(await stored()).toEqual(['came', null, null])
})

test('who no longer works for the vendor, or is suspended, leaves nothing on the phone', async ({
  page,
}) => {
  const isKept = () => page.evaluate(() => caches.has('openspot-day'))
  const suspended = await withList(page)
  expect(await isKept()).toBe(true)
  await opened.db
    .updateTable('vendors')
    .set({ suspendedAt: new Date() })
    .where('id', '=', suspended.vendor.id)
    .execute()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible()
  await expect.poll(isKept).toBe(false)
  await awake(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login/)

  const { vendor } = await withList(page)
  await opened.db.deleteFrom('vendorMembers').where('userId', '=', vendor.userId).execute()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Session Issue Detected' })).toBeVisible()
  await expect.poll(isKept).toBe(false)
  await awake(page)
  await page.evaluate(() => localStorage.setItem('of', 'the account'))
  await page.getByRole('button', { name: 'Clear Session' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test('deleting the account leaves nothing of it on the phone, and a refusal leaves all', async ({
  page,
}) => {
  const { username } = await withList(page)
  const isKept = () => page.evaluate(() => caches.has('openspot-day'))
  await page.goto('/settings/data')
  await awake(page)
  await page.getByText('Delete your account…').click()
  await page.getByLabel('To confirm, enter your username').fill(username)
  await page.getByLabel('Your password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Delete the account' }).click()
  await expect(page.getByText('This isn’t your password.').first()).toBeVisible()
  expect(await isKept()).toBe(true)
  await page.getByLabel('Your password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Delete the account' }).click()
  await expect(page).toHaveURL('/')
  await expect.poll(isKept).toBe(false)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})
