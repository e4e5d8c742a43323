import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/browser.ts'
import { aFacility, aSession } from '#tests/support/factories.ts'
import { awake } from './awake.ts'
import { aTrainer } from './people.ts'
import { aCustomer, aSeries, opened } from './series.ts'
import { onDay } from '#tests/support/times.ts'

test.afterAll(opened.close)

/** Connects a bot of the trainer's own in the settings. */
async function connectBot(page: Page, bot: string, login: string): Promise<void> {
  await page.goto('/settings/integrations')
  await awake(page)
  // Where there is no bot yet, this part is open.
  await page.getByText('Connect your own bot', { exact: true }).click()
  await page.getByLabel('Token', { exact: true }).fill(process.env[`E2E_${bot}`] ?? '')
  await page.getByRole('radio', { name: login }).check()
  const secret = page.getByRole('textbox', { name: 'Client secret' })
  if (await secret.isVisible()) await secret.fill(process.env['E2E_SECRET_KEY'] ?? '')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const connected = page.getByText(`Your customers use your bot, @${bot}.`)
  // What it has done stands open, and the form is folded.
  await expect(connected).toBeVisible()
  await expect(page.getByLabel('Token', { exact: true })).toBeHidden()
}

/** The words are there as soon as the worker has done its part. */
async function comes(page: Page, words: string): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(words).first()).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
}

test('a booking with Telegram is confirmed in the chat of the trainer @phone', async ({
  page,
  browser,
  baseURL,
}) => {
  const { vendor } = await aTrainer(page)
  const { of, form: path } = await aSeries([5], vendor)
  await opened.db
    .updateTable('classes')
    .set({ confirmationMode: 'manual' })
    .where('id', '=', of.id)
    .execute()
  await connectBot(page, 'studio_phone_bot', 'Log in with Telegram')

  const [chat] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Connect my Telegram' }).click(),
  ])
  await chat.getByRole('button', { name: 'Vera: press START' }).click()
  await comes(chat, 'Connected. Messages for')
  // The page sees it when the trainer comes back from the other tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('Your messages go to @vera_v on Telegram.')).toBeVisible()

  const customer = await aCustomer(browser, { baseURL })
  await customer.goto(path)
  await awake(customer)
  await customer.getByRole('link', { name: 'Continue with Telegram' }).click()
  await customer.getByRole('button', { name: 'Carla Weber' }).click()
  await expect(customer.getByText('@carla_w')).toBeVisible()
  await expect(customer.getByRole('button', { name: 'Switch account' })).toBeVisible()
  await customer.getByRole('button', { name: 'Send request' }).click()
  await expect(customer.getByText('Booking submitted!')).toBeVisible()
  await expect(customer.getByText('Messages about this booking go to @carla_w')).toBeVisible()

  await comes(chat, 'Carla Weber requests a spot')
  await chat.getByRole('button', { name: 'Confirm' }).click()
  await comes(chat, 'Confirmed')
  await expect(chat.getByRole('button', { name: 'Reject' })).toHaveCount(0)
  await customer.reload()
  await expect(customer.getByText('Waiting for confirmation')).toHaveCount(0)
  const own = await aCustomer(browser, { baseURL })
  await own.goto(`${process.env['E2E_TELEGRAM']}/chat/studio_phone_bot/7000000002`)
  await comes(own, 'You’re in, Carla Weber.')
  await page.goto('/dashboard/bookings')
  await expect(page.getByRole('link', { name: 'Carla Weber' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
})

test('the login with Telegram leads back to the step of the court, with everything chosen @phone', async ({
  page,
  browser,
  baseURL,
}) => {
  const { vendor } = await aTrainer(page)
  const court = await aFacility(opened.db, {
    vendor,
    extras: [{ name: 'Rackets', priceMinor: 1000, per: 'slot' }],
  })
  const startsAt = onDay(3)
  const slot = await aSession(opened.db, { class: court, startsAt })
  await connectBot(page, 'studio_court_bot', 'Log in with Telegram')
  const customer = await aCustomer(browser, { baseURL })
  const goOn = () => customer.getByRole('button', { name: 'Continue' }).last().click()
  const login = async () => {
    await customer.getByRole('link', { name: 'Continue with Telegram' }).click()
    await customer.getByRole('button', { name: 'Carla Weber' }).click()
    await expect(customer.getByText('@carla_w')).toBeVisible()
  }
  await customer.goto(`/book-slot/${slot.id}`)
  await awake(customer)
  await customer.getByLabel('Rackets').check()
  await customer.getByRole('button', { name: 'One person more' }).click()
  await goOn()
  await login()
  await customer.getByRole('button', { name: 'Switch account' }).click()
  await login()
  await goOn()
  await expect(customer.getByText('@carla_w')).toBeVisible()
  await customer.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(customer.getByText('🎉 Booking Confirmed!').first()).toBeVisible()
  for (const words of ['2 people', 'Rackets', 'Messages about this booking go to @carla_w'])
    await expect(customer.getByText(words).first()).toBeVisible()
})
