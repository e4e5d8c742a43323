import { expect } from '@playwright/test'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { unsubscribeUrl } from '#core/messages/queries/unsubscribe.ts'
import { marksOf, openWishKey } from '#core/messages/steps/wish-key.ts'
import { test } from '#tests/support/browser.ts'
import { aBooking } from '#tests/support/factories.ts'
import { signer } from './people.ts'
import { opened } from './series.ts'

test.afterAll(opened.close)

// Mail programs open pages in small browsers of their own.
test.use({ javaScriptEnabled: false })

test('a mail program’s one click stops the reminders of a vendor, and the customer takes it back', async ({
  page,
  request,
}) => {
  const { db } = opened
  const email = `carla-${crypto.randomUUID()}@example.com`
  const booking = await aBooking(db, { customer: { email } })
  const vendorId = booking.session.class.vendor.id
  const key = (await openWishKey(signer())) ?? ''
  const [mark = ''] = await marksOf(db, { key, vendorId, addresses: [email] })
  const link = unsubscribeUrl(signer(), { what: 'reminders', vendorId, mark }, 'en')
  const pressed = await request.post(link, {
    headers: { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
    form: { 'List-Unsubscribe': 'One-Click' },
    maxRedirects: 0,
  })
  expect(pressed.status()).toBe(200)

  await page.goto(link)
  await expect(page.getByRole('heading', { name: /^Done: no more reminders/ })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: /again$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Stop the reminders' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()

  await page.goto(manageUrl(signer(), { ...booking, tokenRotation: 0 }))
  await page.getByText('Reminders', { exact: true }).click()
  await page.getByRole('button', { name: 'Remind me' }).click()
  await expect(page.getByText(/^You get reminders from /)).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: /^No more reminders/ })).toBeVisible()
})
