import { expect } from '@playwright/test'
import { test } from '#tests/support/browser.ts'
import { awake } from './awake.ts'
import { aTrainer, aYoga, password } from './people.ts'
import { aCustomer, aSeries, opened } from './series.ts'

// What was typed is there again on the way back, per entry of the history, until the form was accepted.

test.afterAll(opened.close)

test('a booking form brings back who comes and how many, and nothing after it was booked', async ({
  browser,
  baseURL,
}) => {
  const { form: path } = await aSeries([5])
  const page = await aCustomer(browser, { baseURL })
  const name = page.getByLabel('Your name')
  const spots = page.getByLabel('Spots', { exact: true })
  await page.goto(path)
  await awake(page)
  await name.fill('Carla')
  await page.getByLabel('Phone or email').fill('carla@example.com')
  await spots.selectOption('3')
  await page.locator('a[href="/my-spots"]').first().click()
  await expect(name).toBeHidden()
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
  await expect(title).toBeHidden()
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
  // Its address comes before its page: who goes back at once never left the form.
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('')
  await page.goBack()
  await expect(page.getByLabel('Email')).toHaveValue('carla@example.com')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await expect(page.getByRole('checkbox', { name: /^I agree/ })).not.toBeChecked()
})

test('a form that stays where it is brings nothing back once it was accepted', async ({ page }) => {
  await page.goto('/my-spots')
  await awake(page)
  const contact = page.locator('input[name="contact"]')
  await contact.fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send me the links' }).click()
  await expect(page.getByText('If we find upcoming bookings')).toBeVisible()
  await page.locator('a[href="/"]').first().click()
  await expect(page).toHaveURL(/\/$/)
  await page.goBack()
  await expect(contact).toHaveValue('')
})

test('“Not you?” on one page leaves nothing on another', async ({ browser, baseURL }) => {
  const { form: path, of } = await aSeries([5, 5])
  const { form: other } = await aSeries([5], of.vendor)
  const page = await aCustomer(browser, { baseURL })
  await page.goto(path)
  await awake(page)
  await page.getByLabel('Your name').fill('Carla')
  await page.getByLabel('Phone or email').fill('carla@example.com')
  await page.getByRole('button', { name: 'Book Single Session' }).click()
  await expect(page).toHaveURL(/\/booking\//)
  await page.goto(other)
  await awake(page)
  await page.getByLabel('Your name').fill('Carla B.')
  await page.locator('a[href="/my-spots"]').first().click()
  await expect(page).toHaveURL(/my-spots/)
  expect(await page.evaluate(() => sessionStorage.getItem('openspot.typed'))).toContain('Carla B.')
  await page.goto(path)
  await awake(page)
  await page.getByRole('button', { name: 'Not you?' }).click()
  await expect(page.getByLabel('Your name')).toHaveValue('')
  expect(await page.evaluate(() => sessionStorage.getItem('openspot.typed'))).toBeNull()
})

test('who signs in after a session has ended elsewhere finds nothing that another one typed', async ({
  browser,
  page,
}) => {
  const anna = await aTrainer(page)
  await page.goto('/dashboard/classes/new')
  await awake(page)
  await page.getByLabel('Title').fill('Secret class')
  await opened.db.deleteFrom('authSessions').where('userId', '=', anna.vendor.userId).execute()
  await page.getByRole('link', { name: 'Bookings' }).first().click()
  await expect(page).toHaveURL(/login/)
  const elsewhere = await browser.newContext()
  const ben = await aTrainer(await elsewhere.newPage())
  await elsewhere.close()
  await page.getByLabel('Email').fill(ben.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page
    .getByRole('button', { name: /sign in/i })
    .first()
    .click()
  await expect(page).toHaveURL(/^[^?]*\/dashboard\/bookings/)
  expect(await page.evaluate(() => sessionStorage.getItem('openspot.typed'))).toBeNull()
})

test('another day keeps what was typed, and is said aloud', async ({ browser, baseURL }) => {
  const { form: path } = await aSeries([5, 5])
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

for (const javaScriptEnabled of [true, false])
  test(`what comes back ${javaScriptEnabled ? 'with' : 'without'} a script does not replace what a colleague has saved since`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled, ...(baseURL && { baseURL }) })
    const page = await context.newPage()
    const trainer = await aTrainer(page)
    const classId = await aYoga(trainer)
    const title = page.getByLabel('Title')
    const saved = async () => {
      const of = opened.db.selectFrom('classes').where('id', '=', classId).select('title')
      return (await of.executeTakeFirstOrThrow()).title
    }
    await page.goto(`/dashboard/classes/${classId}`)
    if (javaScriptEnabled) await awake(page)
    await title.fill('Yin')
    await page.getByRole('link', { name: 'Bookings' }).first().click()
    await expect(title).toBeHidden()
    const ours = opened.db.updateTable('classes').set({ title: 'Vinyasa' })
    await ours.where('id', '=', classId).execute()
    await page.goBack()
    if (javaScriptEnabled) await expect(title).toHaveValue('Yin')
    await page.getByRole('button', { name: 'Save changes' }).click()
    if (javaScriptEnabled) await expect(page.getByText('Vinyasa').first()).toBeVisible()
    else await page.waitForLoadState()
    expect(await saved()).toBe('Vinyasa')
    if (javaScriptEnabled) {
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect.poll(saved).toBe('Yin')
    }
    await context.close()
  })
