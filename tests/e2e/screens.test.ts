import { expect } from '@playwright/test'
import { test } from '#tests/support/browser.ts'
import { aTrainer, aYoga } from './people.ts'
import { opened } from './series.ts'

test.afterAll(opened.close)

test('settings follow the chosen class; a phone in another time zone shows both times; nothing is booked without a session', async ({
  page,
  browser,
  baseURL,
}) => {
  const trainer = await aTrainer(page)
  await aYoga(trainer)
  await aYoga(trainer, 'Boxing')

  await page.goto('/dashboard/settings')
  await page.getByLabel('Class', { exact: true }).selectOption({ label: 'Yoga' })
  await expect.soft(page.getByRole('heading', { name: 'Yoga' })).toBeVisible({ timeout: 5000 })

  await page.goto('/dashboard/settings/page')
  await page.getByLabel('Telegram username').fill('@vera_moves')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Your page is up to date.')).toBeVisible()

  // With one way to reach the trainer, the icon acts at once.
  await opened.db
    .updateTable('vendors')
    .set({ contactPhone: '+4930123456' })
    .where('id', '=', trainer.vendor.id)
    .execute()
  const phone = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 390, height: 844 },
    ...(baseURL && { baseURL }),
  })
  const visitor = await phone.newPage()
  await visitor.goto(`/${trainer.username}`)
  const bar = visitor.locator('main > div').filter({ hasText: 'your time' }).last()
  await expect.soft(bar).toContainText(/18:00\s*GMT\+\d.*your time/, { timeout: 5000 })
  const message = visitor.getByRole('link', { name: 'Message' }).last()
  await visitor.locator('header summary').click()
  await expect(message).toBeVisible()
  await visitor.getByRole('heading', { level: 2 }).first().click()
  await expect.soft(message).toBeHidden({ timeout: 5000 })

  const booking = await visitor
    .getByRole('link', { name: /^Book Session/ })
    .first()
    .getAttribute('href')
  await visitor.goto(booking ?? '')
  const confirm = visitor.getByRole('button', { name: 'Book Single Session' })
  await expect(confirm).toBeEnabled()
  const address = visitor.url().replace(/session=[^#&]+/, `session=${crypto.randomUUID()}`)
  await visitor.goto('about:blank')
  await visitor.goto(address)
  await expect.soft(confirm).toBeDisabled({ timeout: 5000 })
  await visitor.getByRole('radio').first().check()
  await expect(confirm).toBeEnabled()
})
