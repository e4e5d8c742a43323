import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, type Page, type Request } from '@playwright/test'
import { cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { openDatabase } from '#core/shared/db.ts'
import { addMinutes } from '#core/shared/time.ts'
import { test } from '#tests/support/browser.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'

const opened = openDatabase({ url: process.env['E2E_DATABASE_URL'] ?? '', max: 2 })
const { db } = opened
test.afterAll(opened.close)

const origin = process.env['E2E_ORIGIN'] ?? ''
// Sooner than a web process asks by itself: it was announced.
const announced = { timeout: 15_000 }

/** A class with two sessions, the first one nearly full. */
async function aWorld({ capacity }: { capacity: number }) {
  const vendor = await aVendor(db, { businessName: 'Studio Vera' })
  const of = await aClass(db, { vendor })
  const first = await aSession(db, { class: of, capacity })
  const second = await aSession(db, {
    class: of,
    capacity,
    startsAt: addMinutes(first.startsAt, 1440),
  })
  await aBooking(db, { session: first })
  return { vendor, first, second, classPath: `/book/class/${of.id}` }
}

/** Somebody somewhere else takes a spot; answers when they have it. */
async function bookElsewhere(sessionId: string): Promise<void> {
  const answer = await fetch(`${origin}/api/v1/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      sessionId,
      customer: { name: 'Somebody Else', email: `else-${randomUUID()}@example.com` },
    }),
  })
  expect(answer.status).toBe(201)
}

/** Waits on a stream until so many spots of the session are taken. */
async function untilTold(sessionId: string, booked: number): Promise<void> {
  const { body } = await fetch(`${origin}/live?sessions=${sessionId}`)
  for await (const piece of body ?? [])
    if (Buffer.from(piece).toString().includes(`"booked":${booked}`)) return
}

// The page has the times twice: in the list of a phone, and in the form.
const counted = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).filter({ visible: true }).first()

test('open pages show a spot that was taken elsewhere, and one that came free', async ({
  context,
}) => {
  const { vendor, first, classPath } = await aWorld({ capacity: 2 })
  const trainer = await context.newPage()
  await trainer.goto(`/${vendor.username}`)
  const page = await context.newPage()
  const wake = page.waitForResponse(/\/live\?/)
  await page.goto(`${classPath}?session=${first.id}`)
  await wake
  await expect(counted(page, '1/2 booked')).toBeVisible()
  await bookElsewhere(first.id)
  await expect(counted(page, '2/2 booked')).toBeVisible(announced)
  await trainer.bringToFront()
  await expect(counted(trainer, '2/2 booked')).toBeVisible(announced)
  await expect(trainer.getByRole('button', { name: 'Fully Booked' })).toBeDisabled()
  const { id } = await db
    .selectFrom('bookings')
    .where('sessionId', '=', first.id)
    .select('id')
    .executeTakeFirstOrThrow()
  await cancelByVendor(db, vendor.id, [id])
  await expect(counted(trainer, '1/2 booked')).toBeVisible(announced)
  await expect(trainer.getByRole('button', { name: 'Fully Booked' })).toHaveCount(0)
})

test('a spot lost while the form is filled in is said at once, and nothing typed is lost @phone', async ({
  page,
}) => {
  const { first, second, classPath } = await aWorld({ capacity: 2 })
  const wake = page.waitForResponse(/\/live\?/)
  await page.goto(`${classPath}?session=${first.id}#book`)
  await wake
  await page.getByLabel('Your name').fill('Carla Çelik')
  await page.getByLabel('Phone or email').fill('carla@example.com')
  await page.getByLabel('Phone or email').focus()
  const chosen = page.locator(`input[value="${first.id}"]`)
  await expect(chosen).toBeChecked()

  await bookElsewhere(first.id)
  const alert = page.getByRole('alert').filter({ hasText: 'fully booked' })
  await expect(alert).toBeVisible(announced)
  await expect(alert).toHaveText('This session is fully booked. Please choose another time.')
  await expect(chosen).not.toBeChecked()
  await expect(chosen).toBeDisabled()
  await expect(page.getByLabel('Your name')).toHaveValue('Carla Çelik')
  await expect(page.getByLabel('Phone or email')).toHaveValue('carla@example.com')
  await expect(page.getByLabel('Phone or email')).toBeFocused()

  await page.locator(`input[value="${second.id}"]`).check()
  await expect(alert).toHaveCount(0)
  await page.getByRole('button', { name: /Book/ }).last().click()
  await expect(page).toHaveURL(/\/booking\//)
  await expect(page.getByText('Carla Çelik')).toBeVisible()
})

test('a customer who takes the last spot does not see it as lost while booking', async ({
  page,
}) => {
  const { first, classPath } = await aWorld({ capacity: 2 })
  const wake = page.waitForResponse(/\/live\?/)
  await page.goto(`${classPath}?session=${first.id}`)
  await wake
  const told = untilTold(first.id, 2)
  await page.getByLabel('Your name').fill('Carla')
  await page.getByLabel('Phone or email').fill('carla@example.com')
  // The answer is kept back until open pages know of the booking.
  const alerts: number[] = []
  await page.route(/\.data/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch({ maxRedirects: 0 })
    await told
    await pause(500)
    alerts.push(await page.getByRole('alert').count())
    return route.fulfill({ response })
  })
  await page.getByRole('button', { name: /Book/ }).last().click()
  await expect(page).toHaveURL(/\/booking\//)
  expect(alerts).toEqual([0])
})

test('a hidden tab closes its stream and opens it again when it is looked at', async ({ page }) => {
  const { first, classPath } = await aWorld({ capacity: 5 })
  const isStream = (request: Request) => request.url().includes('/live?')
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  const asked = page.waitForResponse(/\/live\?/)
  await page.goto(classPath)
  await asked
  const closed = page.waitForEvent('requestfailed', isStream)
  await show('hidden')
  await closed
  await bookElsewhere(first.id)
  await expect(counted(page, '1/5 booked')).toBeVisible()
  const again = page.waitForRequest(isStream)
  await show('visible')
  await again
  await expect(counted(page, '2/5 booked')).toBeVisible()
})

test('without a stream the numbers stay as they were, and booking works', async ({ page }) => {
  const { first, classPath } = await aWorld({ capacity: 2 })
  await page.route(/\/live\?/, (route) => route.abort())
  const asked = page.waitForRequest(/\/live\?/)
  await page.goto(`${classPath}?session=${first.id}`)
  await asked
  await bookElsewhere(first.id)
  await page.getByLabel('Your name').fill('Carla')
  await page.getByLabel('Phone or email').fill('carla@example.com')
  await expect(counted(page, '1/2 booked')).toBeVisible()
  await page.getByRole('button', { name: /Book/ }).last().click()
  await expect(page.getByText('This session is fully booked.').first()).toBeVisible()
  await expect(page.getByLabel('Your name')).toHaveValue('Carla')
})
