import { expect } from '@playwright/test'
import { test } from '#tests/support/browser.ts'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { asAdmin } from './admin.ts'
import { awake } from './awake.ts'
import { aTrainer, signer } from './people.ts'
import { opened } from './series.ts'

test.afterAll(opened.close)

test('a trial ends, the limits hold, an upgrade is asked for and granted, and the limits lift', async ({
  browser,
  baseURL,
}) => {
  const newPage = async () =>
    (await browser.newContext({ locale: 'en-US', ...(baseURL && { baseURL }) })).newPage()
  const [owner, customer, admin] = await Promise.all([newPage(), newPage(), newPage()])
  const { business, username, vendor } = await aTrainer(owner)
  const { db } = signer()
  await db
    .updateTable('vendors')
    .set({ trialEndsAt: new Date(0), contactEmail: 'reach@example.com' })
    .where('id', '=', vendor.id)
    .execute()
  const session = await aSession(db, { class: await aClass(db, { vendor }), capacity: 30 })
  for (let nth = 1; nth <= 10; nth++)
    await aBooking(db, { session, customer: { name: `Customer ${nth}` } })

  await customer.goto(`/${username}`)
  await awake(customer)
  const ask = customer.getByRole('link', { name: `Ask ${business} for this spot` }).first()
  // Also before the class is read, nothing says that a spot can be booked.
  const offer = Promise.withResolvers<void>()
  await customer.route('**/book/class/*.data*', async (route) => {
    await offer.promise
    await route.continue()
  })
  await ask.click()
  const sheet = customer.getByRole('dialog')
  await expect(sheet).toHaveAccessibleName(`Ask ${business} for this spot`)
  offer.resolve()
  await expect(sheet.getByText(`Please ask ${business} for this spot.`)).toBeVisible()
  await expect(sheet.getByRole('link', { name: 'Write an email' })).toHaveAttribute(
    'href',
    /^mailto:reach%40example\.com/,
  )
  await expect(sheet.getByText('reach@example.com')).toBeVisible()
  await expect(sheet.getByLabel('Your name')).toHaveCount(0)

  await owner.goto('/dashboard')
  await expect(owner.getByText('Online bookings: 10 of 10')).toBeVisible()
  await owner.getByRole('link', { name: 'Free', exact: true }).first().click()
  await expect(owner.getByText('Free Plan')).toBeVisible()
  const professional = owner.getByRole('listitem').filter({ hasText: 'Most Popular' })
  await professional.getByRole('button', { name: 'Upgrade' }).click()
  await expect(professional.getByText('Requested on')).toBeVisible()

  await asAdmin(admin)
  const request = admin.getByRole('listitem').filter({ hasText: business })
  await request.getByRole('link', { name: 'Grant' }).click()
  await admin.getByLabel('Reason').fill('Paid by bank transfer')
  await admin.getByRole('button', { name: 'Set a subscription' }).click()
  await expect(admin.getByText('Billing updated')).toBeVisible()

  await owner.goto('/subscription')
  await expect(owner.getByText('Professional Plan')).toBeVisible()
  await expect(owner.getByText('Paid until')).toBeVisible()
  await customer.goto(`/${username}`)
  await awake(customer)
  await customer
    .getByRole('link', { name: /^Book Session/ })
    .first()
    .click()
  const form = customer.getByRole('dialog')
  await form.getByLabel('Your name').fill('Mia Koch')
  await form.getByLabel('Phone or email').fill('mia@example.com')
  await form.getByRole('button', { name: /^Book/ }).click()
  await expect(customer.getByText('🎉 Booking Confirmed!')).toBeVisible()
})
