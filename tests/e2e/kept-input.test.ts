import { expect, test } from '@playwright/test'
import { awake } from './awake.ts'
import { aTrainer } from './people.ts'
import { aCustomer, aSeries, opened } from './series.ts'

// What was typed is there again on the way back, per entry of the history, until the form was accepted.

test.afterAll(opened.close)

test('a booking form brings back who comes and how many, and nothing after it was booked', async ({
  browser,
  baseURL,
}) => {
  const { path } = await aSeries([5])
  const page = await aCustomer(browser, { baseURL })
  const name = page.getByLabel('Your name')
  const spots = page.getByLabel('Spots', { exact: true })
  await page.goto(path)
  await awake(page)
  await name.fill('Carla')
  await page.getByLabel('Phone or email').fill('carla@example.com')
  await spots.selectOption('3')
  await page.locator('a[href="/my-spots"]').first().click()
  await expect(page).toHaveURL(/my-spots/)
  await page.goBack()
  await expect(name).toHaveValue('Carla')
  await expect(page.getByLabel('Phone or email')).toHaveValue('carla@example.com')
  await expect(spots).toHaveValue('3')
  await expect(page.locator('.booking-total')).toContainText('€45')

  await page.reload()
  await awake(page)
  await expect(spots).toHaveValue('3')
  await page.getByRole('button', { name: 'Book Single Session' }).click()
  await expect(page).toHaveURL(/\/booking\//)
  await page.goBack()
  await expect(spots).toHaveValue('1')
})

test('a new class keeps its title and a second weekly time while its trainer looks elsewhere', async ({
  page,
}) => {
  await aTrainer(page)
  await page.goto('/dashboard/classes/new')
  await awake(page)
  const title = page.getByLabel('Title')
  await title.fill('Vinyasa Flow')
  await page.getByRole('button', { name: 'Add a time' }).click()
  const second = page.locator('[name="times[1].startTime"]')
  await second.fill('07:45')
  await page.getByRole('link', { name: 'Bookings' }).first().click()
  await expect(page).toHaveURL(/bookings/)
  await page.goBack()
  await expect(title).toHaveValue('Vinyasa Flow')
  await expect(second).toHaveValue('07:45')
})

test('passwords and consents are never brought back', async ({ page }) => {
  await page.goto('/register')
  await awake(page)
  await page.getByLabel('Email').fill('carla@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('checkbox', { name: /^I agree/ }).check()
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await expect(page).toHaveURL(/login/)
  await page.goBack()
  await expect(page.getByLabel('Email')).toHaveValue('carla@example.com')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await expect(page.getByRole('checkbox', { name: /^I agree/ })).not.toBeChecked()
})

test('another day keeps what was typed, and is said aloud', async ({ browser, baseURL }) => {
  const { path } = await aSeries([5, 5])
  const page = await aCustomer(browser, { baseURL })
  await page.goto(path)
  await awake(page)
  await page.getByLabel('Your name').fill('Carla')
  const said = page.getByRole('status').filter({ hasText: /: 1 session$/ })
  await expect(said).toHaveCount(0)
  await page.locator('.day-strip a').nth(1).click()
  await expect(said).toHaveCount(1)
  await expect(page.getByLabel('Your name')).toHaveValue('Carla')
})
