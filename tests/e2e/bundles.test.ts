import { expect, type Page } from '@playwright/test'
import { cancelSession } from '#core/schedule/commands/cancel-sessions.ts'
import { test } from '#tests/support/browser.ts'
import { awake } from './awake.ts'
import { aCustomer, aSeries, fill, opened, takenIn } from './series.ts'

test.afterAll(opened.close)

type Series = Awaited<ReturnType<typeof aSeries>>

/** From the class to the dates of its bundle, by what a customer presses. */
async function openDates(page: Page, { path }: Series, scripted = true): Promise<void> {
  await page.goto(path)
  if (scripted) await awake(page)
  await page.getByRole('link', { name: 'Bundle', exact: true }).click()
  await page.getByRole('link', { name: 'Book Bundle: Three weeks' }).click()
  await expect(page.getByRole('radio').first()).toBeChecked()
  await page.getByRole('button', { name: 'Show my dates' }).click()
  await expect(page.getByRole('heading', { name: 'Your dates' })).toBeVisible()
}

async function introduce(page: Page, name = 'Carla'): Promise<void> {
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Phone or email').fill(`${name.toLowerCase()}@example.com`)
}

async function expectBooked(page: Page, text: string): Promise<void> {
  await expect(page).toHaveURL(/\/booking\//)
  await expect(page.getByText('🎉 Bundle booked!')).toBeVisible()
  await expect(page.getByText(text).first()).toBeVisible()
}

const conflict = 'One session of this series is full'

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without'
  const customer = { javaScriptEnabled }

  test(`a bundle is booked, ${how} JavaScript`, async ({ browser, baseURL }) => {
    const series = await aSeries([5, 2, 5, 5])
    const page = await aCustomer(browser, { baseURL, ...customer })
    await openDates(page, series, javaScriptEnabled)
    await expect(page.getByRole('dialog')).toHaveCount(javaScriptEnabled ? 1 : 0)
    await expect(page.getByText('Only 2 spots left')).toBeVisible()
    await introduce(page)
    await page.getByRole('button', { name: 'Book bundle · 3 sessions' }).click()
    await expectBooked(page, 'All 3 sessions are booked.')
    await expect(page.getByText(/3 sessions, 20% off/)).toBeVisible()
    expect(await takenIn(series.of.id)).toEqual([1, 1, 1, 0])
  })

  test(`a conflict is solved by other times picked for the customer, ${how} JavaScript`, async ({
    browser,
    baseURL,
  }) => {
    const series = await aSeries([5, 1, 5, 5])
    await fill(series.sessions[1])
    const page = await aCustomer(browser, { baseURL, ...customer })
    await openDates(page, series, javaScriptEnabled)
    await expect(page.getByText(conflict)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Book bundle ·/ })).toHaveCount(0)
    await page.getByRole('link', { name: 'Auto-select available times' }).click()
    await expect(page.getByText('replaces a full session')).toBeVisible()
    await introduce(page)
    await page.getByRole('button', { name: 'Book bundle · 3 sessions' }).click()
    await expectBooked(page, 'All 3 sessions are booked.')
    expect(await takenIn(series.of.id)).toEqual([1, 1, 1, 1])
  })

  test(`a conflict is solved by other dates, the rest stays for later, ${how} JavaScript`, async ({
    browser,
    baseURL,
  }) => {
    const series = await aSeries([5, 1, 5, 5])
    await fill(series.sessions[1])
    const page = await aCustomer(browser, { baseURL, ...customer })
    await openDates(page, series, javaScriptEnabled)
    await page.getByRole('link', { name: 'Choose different dates' }).click()
    const dates = page.getByRole('group', { name: /^Choose up to 3 dates/ })
    await expect(dates.getByRole('checkbox')).toHaveCount(4)
    await expect(dates.getByRole('checkbox').nth(1)).toBeDisabled()
    await introduce(page)
    await page.getByRole('button', { name: 'Book bundle · chosen sessions' }).click()
    await expect(page.getByText(/You chose fewer dates than the bundle has/)).toBeVisible()
    await expect(page.getByLabel('Your name')).toHaveValue('Carla')
    await page.getByLabel(/keep the rest for later/).check()
    await page.getByRole('button', { name: 'Book bundle · chosen sessions' }).click()
    await expectBooked(page, '1 of 3 sessions left')
    expect(await takenIn(series.of.id)).toEqual([1, 1, 1, 0])

    await page.getByRole('link', { name: 'Book a remaining session' }).click()
    await page.getByRole('radio').and(page.locator(':not([disabled])')).first().check()
    await page.getByRole('button', { name: 'Book this session' }).click()
    await expect(page.getByText('All 3 sessions are booked.').first()).toBeVisible()
    expect(await takenIn(series.of.id)).toEqual([1, 1, 1, 1])
  })

  test(`a conflict is left by cancelling, and nothing is booked, ${how} JavaScript`, async ({
    browser,
    baseURL,
  }) => {
    const series = await aSeries([5, 1, 5, 5])
    await fill(series.sessions[1])
    const page = await aCustomer(browser, { baseURL, ...customer })
    await openDates(page, series, javaScriptEnabled)
    await page.getByRole('link', { name: 'Cancel', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Book Bundle: Three weeks' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await takenIn(series.of.id)).toEqual([0, 1, 0, 0])
  })

  test(`a date goes while the customer types: it is named, nothing is lost, ${how} JavaScript`, async ({
    browser,
    baseURL,
  }) => {
    const series = await aSeries([5, 1, 5, 5])
    const page = await aCustomer(browser, { baseURL, ...customer })
    await openDates(page, series, javaScriptEnabled)
    await introduce(page, 'Lena')

    const winner = await aCustomer(browser, { baseURL })
    await winner.goto(`${series.path}?session=${series.sessions[1]?.id}`)
    await introduce(winner)
    await winner.getByRole('button', { name: 'Book Single Session' }).click()
    await expect(winner).toHaveURL(/\/booking\//)

    await page.getByRole('button', { name: 'Book bundle · 3 sessions' }).click()
    await expect(page.getByText(/is now full\. Nothing is booked yet/)).toBeVisible()
    await expect(page.getByText(conflict)).toBeVisible()
    await expect(page.getByLabel('Your name')).toHaveValue('Lena')
    expect(await takenIn(series.of.id)).toEqual([0, 1, 0, 0])
    await page.getByRole('button', { name: 'Auto-select available times' }).click()
    await expect(page.getByText('replaces a full session')).toBeVisible()
    await expect(page.getByLabel('Your name')).toHaveValue('Lena')
    await expect(page.getByLabel('Phone or email')).toHaveValue('lena@example.com')
    await page.getByRole('button', { name: 'Book bundle · 3 sessions' }).click()
    await expectBooked(page, 'All 3 sessions are booked.')
    expect(await takenIn(series.of.id)).toEqual([1, 1, 1, 1])
  })
}

/** Goes on with Tab until the focus is on what is asked for. */
async function tabTo(
  page: Page,
  name: string | RegExp,
  role: 'link' | 'button' | 'radio' | 'textbox',
) {
  const wanted = page.getByRole(role, { name }).first()
  await wanted.waitFor()
  for (let presses = 0; presses < 60; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${String(name)}.`)
}

test('a date that fills up elsewhere is shown as full next to the button, and nothing typed is lost', async ({
  browser,
  baseURL,
}) => {
  const series = await aSeries([5, 2, 5, 5])
  const page = await aCustomer(browser, { baseURL })
  await page.setViewportSize({ width: 390, height: 700 })
  await openDates(page, series)
  await page.getByLabel('Your name').fill('Carla')
  await expect(page.getByText('Only 2 spots left')).toBeVisible()
  await fill(series.sessions[1])
  const notice = page.getByRole('alert').filter({ hasText: /is now full/ })
  await expect(notice).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: /^Book bundle ·/ })).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('Fully Booked')).toHaveCount(1)
  await expect(page.getByLabel('Your name')).toHaveValue('Carla')
})

test('a ticked date that is lost is shown next to the button: filled up, then unticked, then cancelled', async ({
  browser,
  baseURL,
}) => {
  const series = await aSeries([5, 1, 5, 5])
  await fill(series.sessions[1])
  const page = await aCustomer(browser, { baseURL })
  await openDates(page, series)
  await page.getByRole('link', { name: 'Choose different dates' }).click()
  const dates = page.getByRole('group', { name: /^Choose up to 3 dates/ })
  await expect(dates.getByRole('checkbox')).toHaveCount(4)
  await page.getByLabel('Your name').fill('Carla')
  const button = page.getByRole('button', { name: 'Book bundle · chosen sessions' })
  const notice = button.locator('..').getByRole('alert')
  await fill(series.sessions[3])
  await expect(page.getByText('Fully Booked')).toHaveCount(2)
  await expect(notice).toHaveCount(0)
  await fill(series.sessions[2])
  await expect(notice).toHaveText(/is now full/)
  await dates.getByRole('checkbox').nth(2).uncheck()
  await expect(notice).toHaveCount(0)
  const [first] = series.sessions
  if (!first) throw new Error('There is no session.')
  const owned = { vendorId: first.class.vendor.id, sessionId: first.id }
  await cancelSession(opened.db, owned, new Date())
  await expect(notice).toHaveText(/has been cancelled/)
  await expect(page.getByLabel('Your name')).toHaveValue('Carla')
})

test('a bundle is booked with the keyboard alone', async ({ browser, baseURL }) => {
  const series = await aSeries([5, 1, 5, 5])
  await fill(series.sessions[1])
  const page = await aCustomer(browser, { baseURL })
  await page.goto(series.path)
  await awake(page)
  await tabTo(page, 'Bundle', 'link')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Book Bundle: Three weeks', 'link')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Book Bundle: Three weeks' })
  await expect(dialog).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Book Bundle: Three weeks' })).toBeFocused()
  await page.keyboard.press('Enter')

  await tabTo(page, /18:00/, 'radio')
  await page.keyboard.press('Space')
  await tabTo(page, 'Show my dates', 'button')
  await page.keyboard.press('Enter')
  await expect(page.getByText(conflict)).toBeVisible()
  await tabTo(page, 'Auto-select available times', 'link')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Your name', 'textbox')
  await page.keyboard.type('Carla')
  await tabTo(page, 'Phone or email', 'textbox')
  await page.keyboard.type('carla@example.com')
  await tabTo(page, 'Book bundle · 3 sessions', 'button')
  await page.keyboard.press('Enter')
  await expectBooked(page, 'All 3 sessions are booked.')
})
