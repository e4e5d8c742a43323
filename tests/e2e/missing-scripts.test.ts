import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/browser.ts'
import { awake } from './awake.ts'
import { aCustomer, aSeries, opened, takenIn } from './series.ts'

// After an update, a page that is still open asks for scripts of the build before, which are gone.

test.afterAll(opened.close)

/** From now on, until it is loaded again, the scripts that this page has not asked for are not there. */
async function loseScripts(page: Page): Promise<void> {
  let isOld = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false
  })
  await page.route('**/assets/*.js', (route) =>
    isOld ? route.fulfill({ status: 404 }) : route.continue(),
  )
}

test('a part of a page that a dead network keeps back leaves a page that says so', async ({
  browser,
  baseURL,
}) => {
  const { form: path } = await aSeries([5, 5, 5])
  const page = await aCustomer(browser, { baseURL })
  await page.goto(path)
  await awake(page)
  await page.getByRole('link', { name: 'Bundle', exact: true }).click()
  await page.route('**/assets/bundle-steps*.js', (route) => route.abort())
  await page.route('**/favicon.svg', (route) => route.abort())
  let loads = 0
  page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0))
  await page.getByRole('link', { name: 'Book Bundle: Three weeks' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^No connection/)
  expect(loads).toBe(0)
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
})

test('a booking made with a page whose next script is gone is confirmed all the same', async ({
  browser,
  baseURL,
}) => {
  const { of, form: path } = await aSeries([5])
  const page = await aCustomer(browser, { baseURL })
  await page.goto(path)
  await awake(page)
  await page.getByLabel('Your name').fill('Carla')
  await page.getByLabel('Phone or email').fill('carla@example.com')
  await loseScripts(page)
  await page.getByRole('button', { name: 'Book Single Session' }).click()
  await expect(page).toHaveURL(/\/booking\//)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re in')
  expect(await takenIn(of.id)).toEqual([1])
})
