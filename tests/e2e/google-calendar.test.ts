import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/browser.ts'
import { aClass, aSession } from '#tests/support/factories.ts'
import { awake } from './awake.ts'
import { aTrainer, type Trainer } from './people.ts'
import { opened } from './series.ts'
import { onDay } from '#tests/support/times.ts'

test.afterAll(opened.close)

/** From the settings to Google and back: the calendar is connected. */
async function connect(page: Page, { email }: Pick<Trainer, 'email'>): Promise<void> {
  await page.goto('/settings/integrations')
  await awake(page)
  await page.getByRole('button', { name: 'Connect Google Calendar' }).click()
  await expect(page.getByText('This is a simulated Google.')).toBeVisible()
  await page.getByText('Another account').click()
  await page.getByLabel('Email').fill(email)
  // Google leaves each permission to the person.
  for (const box of await page.locator('[name=granted]').all()) await box.check()
  await page.getByRole('button', { name: 'Continue with this account' }).click()
}

/** The page of the calendar at the simulated Google. */
const calendarAt = (email: string) => `${process.env['E2E_GOOGLE']}/u/${encodeURIComponent(email)}`

/** Looks at Google's page until it is as expected. */
async function expectAtGoogle(page: Page, email: string, text: string, count: number) {
  await expect(async () => {
    await page.goto(calendarAt(email))
    await expect(page.getByRole('link', { name: text })).toHaveCount(count, { timeout: 500 })
  }).toPass({ timeout: 30_000 })
}

async function checkNow(page: Page): Promise<void> {
  await page.goto('/settings/integrations')
  await awake(page)
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('We’re checking your calendar.')).toBeVisible()
}

test('a trainer connects the calendar: bookings appear, move and go, and what is deleted there comes back @both', async ({
  page,
}) => {
  const { db } = opened
  const trainer = await aTrainer(page)
  const { email, vendor } = trainer
  const yoga = await aClass(db, { vendor })
  const startsAt = onDay(3)
  const session = await aSession(db, { class: yoga, startsAt, capacity: 10 })
  await connect(page, trainer)
  await expect(page.getByText('Google Calendar connected successfully!')).toBeVisible()
  await expect(page).toHaveURL('/settings/integrations')
  await expect(page.getByText('Google Calendar Connected', { exact: true })).toBeVisible()
  await expect(page.getByText('Your upcoming session is in your calendar.')).toBeVisible()
  await expectAtGoogle(page, email, 'Yoga · 0/10', 1)

  // A booking by hand, as the vendor adds it.
  await page.goto(`/dashboard/bookings/new?session=${session.id}`)
  await awake(page)
  await page.getByLabel('Name').first().fill('Ada Lovelace')
  await page
    .getByRole('button', { name: /^Add booking/i })
    .last()
    .click()
  await expect(page).not.toHaveURL(/\/new/)
  await expectAtGoogle(page, email, 'Yoga · 1/10', 1)
  await page.getByRole('link', { name: 'Yoga · 1/10' }).click()
  await expect(page.getByText('Ada Lovelace')).toBeVisible()

  // Moved here, it moves there.
  await page.goto(`/dashboard/sessions/${session.id}`)
  await awake(page)
  const start = page.getByLabel('Start', { exact: true })
  if (!(await start.isVisible()))
    await page.locator('summary', { hasText: 'Change time or place' }).click()
  await start.fill('06:30')
  await page.getByRole('button', { name: 'Save changes' }).click()
  // It asks, because nobody can write to Ada.
  await page.locator('button[name=agreed]').click()
  await expect(page.getByText('Session changed.')).toBeVisible()
  await expect(async () => {
    await page.goto(calendarAt(email))
    await expect(page.getByText('06:30–07:30')).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await page.getByRole('link', { name: 'Yoga · 1/10' }).click()

  // Deleted there, it comes back.
  await page.getByRole('button', { name: 'Delete event' }).click()
  await expect(page.getByRole('link', { name: /Yoga/ })).toHaveCount(0)
  await checkNow(page)
  await expectAtGoogle(page, email, 'Yoga · 1/10', 1)

  // An appointment of the trainer's own blocks the time here.
  await page.getByText('Add an event to the main calendar').click()
  await page.getByLabel('Title').first().fill('Dentist')
  await page.getByLabel('Day').first().fill(startsAt.toISOString().slice(0, 10))
  await page.getByRole('button', { name: 'Save event' }).first().click()
  await checkNow(page)
  await expect(async () => {
    await page.goto(`/dashboard/calendar?from=${startsAt.toISOString().slice(0, 10)}`)
    await expect(page.getByText('You’re busy then').first()).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 30_000 })

  // Cancelled here, it goes there.
  await page.goto(`/dashboard/sessions/${session.id}?cancel=one`)
  await awake(page)
  await page.getByRole('button', { name: 'Yes, cancel' }).click()
  await expect(page.getByText('Session cancelled.')).toBeVisible()
  await expectAtGoogle(page, email, 'Yoga · 1/10', 0)
})

test('a refusal at Google ends in the error state, which leads back to the settings', async ({
  page,
}) => {
  await aTrainer(page)
  await page.goto('/settings/legacy')
  await awake(page)
  await page.getByRole('button', { name: 'Connect Google Calendar' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Authorization failed: access_denied')).toBeVisible()
  await page.getByRole('link', { name: 'Return to Settings' }).click()
  await expect(page).toHaveURL('/settings/integrations')
})

test('the callback waits for its answer, follows a redirect of this site, and takes nothing else for success', async ({
  page,
}) => {
  await aTrainer(page)
  const address = '/google-calendar-callback?code=abc&state=abc'
  let answer = () => {}
  const waiting = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/google-calendar-callback/finish*', async (route) => {
    expect(route.request().method()).toBe('GET')
    expect(route.request().headers()['content-type']).toBe('application/json')
    await waiting
    await route.fulfill({ status: 500, body: 'a secret of the server' })
  })
  await page.goto(address)
  await expect(page.getByText('Connecting your Google Calendar…')).toBeVisible()
  answer()
  await expect(page.getByText('Failed to process Google Calendar authorization')).toBeVisible()
  await expect(page.getByText('Connection failed')).toBeVisible()
  await expect(page.getByText('a secret of the server')).toHaveCount(0)
  await page.unroute('**/google-calendar-callback/finish*')

  await page.route('**/google-calendar-callback/finish*', (route) =>
    route.fulfill({ status: 302, headers: { location: '/pricing' } }),
  )
  await page.goto(address)
  await expect(page).toHaveURL('/pricing')
  await page.unroute('**/google-calendar-callback/finish*')

  // Signed out: to the sign-in.
  await page.context().clearCookies()
  await page.goto(address)
  await expect(page).toHaveURL(/\/login\?redirect_to=/)
})

test('after the way back, the toast is shown once, the query is cleared, and the page is read again after a second', async ({
  page,
}) => {
  await aTrainer(page)
  await page.goto('/settings?google_connected=true')
  await expect(page.getByText('Google Calendar Connected', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/settings')
  const reading = page.waitForRequest((request) => /\/settings.*\.data/.test(request.url()))
  await reading
  await page.reload()
  await expect(page.getByText('Google Calendar Connected', { exact: true })).toHaveCount(0)
})
