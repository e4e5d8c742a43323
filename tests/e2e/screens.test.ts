import { expect, test } from '@playwright/test'
import { publishYoga, registerTrainer } from './people.ts'

test('settings follow the class that is chosen; a phone elsewhere reads both clocks; nothing is booked without a session', async ({
  page,
  browser,
  baseURL,
}) => {
  const trainer = await registerTrainer(page, true)
  await publishYoga(page)
  await page.goto('/dashboard/classes/new')
  await page.getByLabel('Title').fill('Boxing')
  await page.getByLabel('Address', { exact: true }).fill('1 Park Street, Berlin')
  await page.getByRole('textbox', { name: /^Price/ }).fill('15')
  await page.getByLabel('Start').first().fill('19:00')
  await page.getByRole('button', { name: 'Create class' }).last().click()
  await expect(page.getByText('Class created successfully.')).toBeVisible()

  await page.goto('/dashboard/settings')
  await page.getByLabel('Class', { exact: true }).selectOption({ label: 'Yoga' })
  await expect.soft(page.getByRole('heading', { name: 'Yoga' })).toBeVisible({ timeout: 5000 })

  await page.goto('/dashboard/settings/page')
  await page.getByLabel('Telegram username').fill('@vera_moves')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Your page is up to date.')).toBeVisible()

  const phone = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 390, height: 844 },
    ...(baseURL && { baseURL }),
  })
  const visitor = await phone.newPage()
  await visitor.goto(`/${trainer.username}`)
  const bar = visitor.locator('main > div').filter({ hasText: 'Next open spot' })
  await expect.soft(bar).toContainText(/your time/, { timeout: 5000 })
  const message = visitor.getByRole('link', { name: 'Message' }).last()
  await visitor.locator('header summary').click()
  await expect(message).toBeVisible()
  await visitor.getByRole('heading', { level: 2 }).first().click()
  await expect.soft(message).toBeHidden({ timeout: 5000 })

  await visitor
    .getByRole('link', { name: /^Book Session/ })
    .first()
    .click()
  const confirm = visitor.getByRole('button', { name: 'Book Single Session' })
  await expect(confirm).toBeEnabled()
  const address = visitor.url().replace(/session=[^#&]+/, `session=${crypto.randomUUID()}`)
  await visitor.goto('about:blank')
  await visitor.goto(address)
  await expect.soft(confirm).toBeDisabled({ timeout: 5000 })
  await visitor.getByRole('radio').first().check({ force: true })
  await expect(confirm).toBeEnabled()
})
