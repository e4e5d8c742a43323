import { expect, type Page } from '@playwright/test'
import { addMinutes } from '#core/shared/time.ts'
import { test } from '#tests/support/browser.ts'
import { aSession } from '#tests/support/factories.ts'
import { awake } from './awake.ts'
import { aTrainer } from './people.ts'
import { aCustomer, aSeries, opened, takenIn } from './series.ts'

// What is chosen before the script of a page comes, or put back by the browser's Back button, counts as if chosen now.

test.afterAll(opened.close)

/** Opens a page whose script waits. */
async function openEarly(page: Page, path: string): Promise<() => Promise<void>> {
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => loaded.then(() => route.continue()))
  await page.goto(path, { waitUntil: 'commit' })
  await page.getByRole('contentinfo').waitFor()
  return async () => {
    load()
    await awake(page)
    await page.unroute('**/assets/*.js')
  }
}

async function aDayOfTwo() {
  const { of, sessions, form: path } = await aSeries([5])
  const [first] = sessions
  if (!first) throw new Error('There is no session.')
  const startsAt = addMinutes(first.startsAt, 120)
  const second = await aSession(opened.db, { class: of, startsAt })
  return { of, path, second }
}

for (const how of ['before the script', 'before going away and back'] as const)
  test(`a time and three spots, chosen ${how}, are summed up and booked`, async ({
    browser,
    baseURL,
  }) => {
    const { of, path, second } = await aDayOfTwo()
    const page = await aCustomer(browser, { baseURL })
    const total = page.locator('.booking-total')
    const choose = async () => {
      await page.locator(`input[value="${second.id}"]`).check()
      await page.getByLabel('Spots', { exact: true }).selectOption('3')
    }
    if (how === 'before the script') {
      const awaken = await openEarly(page, path)
      await choose()
      await awaken()
    } else {
      await page.goto(path)
      await awake(page)
      await choose()
      await page.goto('/contact')
      await page.goBack()
      await awake(page)
    }
    await expect(total).toContainText('20:00')
    await expect(total).toContainText('€45')
    await page.getByLabel('Your name').fill('Carla')
    await page.getByLabel('Phone or email').fill('carla@example.com')
    await page.getByRole('button', { name: 'Book Single Session' }).click()
    await expect(page).toHaveURL(/\/booking\//)
    expect(await takenIn(of.id)).toEqual([0, 3])
  })

test('dates of a bundle, ticked before the script, are counted and booked', async ({
  browser,
  baseURL,
}) => {
  const { of, bundle, sessions, path } = await aSeries([5, 5, 5, 5])
  const page = await aCustomer(browser, { baseURL })
  const awaken = await openEarly(
    page,
    `${path}?bundle=${bundle.id}&first=${sessions[0]?.id}&how=choose`,
  )
  const dates = page.getByRole('group', { name: /^Choose up to 3 dates/ }).getByRole('checkbox')
  await dates.nth(0).uncheck()
  await dates.nth(3).check()
  await awaken()
  await expect(page.getByText('3 of 3 chosen')).toBeVisible()
  await expect(dates.nth(3)).toBeEnabled()
  await page.getByLabel('Your name').fill('Carla')
  await page.getByLabel('Phone or email').fill('carla@example.com')
  await page.getByRole('button', { name: 'Book bundle · chosen sessions' }).click()
  await expect(page.getByText('All 3 sessions are booked.').first()).toBeVisible()
  expect(await takenIn(of.id)).toEqual([0, 1, 1, 1])
})

test('an own address, and a choice that saves itself, are kept', async ({ page }) => {
  const { username } = await aTrainer(page)
  let awaken = await openEarly(page, '/settings/profile')
  await page.getByLabel('Username').fill(`${username}-2`)
  await awaken()
  await expect(page.getByLabel('Username')).toHaveValue(`${username}-2`)

  awaken = await openEarly(page, '/settings/notifications')
  const news = page.getByRole('checkbox').first()
  const was = await news.isChecked()
  await news.setChecked(!was)
  await awaken()
  await expect(page.getByText('Saved').first()).toBeVisible()
  await page.reload()
  await expect(news).toBeChecked({ checked: !was })
})

test('a search is not erased, and a category that is chosen early is searched for', async ({
  page,
}) => {
  const awaken = await openEarly(page, '/classes')
  await page.getByLabel('Search').fill('zzz')
  await page.getByLabel('Category').selectOption({ index: 1 })
  await awaken()
  await expect(page).toHaveURL(/q=zzz&category=/)
  await expect(page.getByLabel('Search')).toHaveValue('zzz')
})

test('who is typed early is not mixed with who has booked on this device', async ({
  browser,
  baseURL,
}) => {
  const page = await aCustomer(browser, { baseURL })
  await page.addInitScript(() =>
    localStorage.setItem(
      'openspot.customer',
      JSON.stringify({ name: 'Mia Old', contact: 'mia@old.example' }),
    ),
  )
  const awaken = await openEarly(page, '/my-spots')
  await page.getByLabel('Phone or email').fill('tom@example.com')
  await awaken()
  await expect(page.getByLabel('Phone or email')).toHaveValue('tom@example.com')
})
