import { expect } from '@playwright/test'
import { test } from '#tests/support/browser.ts'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { asAdmin } from './admin.ts'
import { aTrainer, signer } from './people.ts'
import { opened } from './series.ts'

test.afterAll(opened.close)

test('an administrator suspends and restores a vendor', async ({ browser, baseURL }) => {
  const newPage = async () =>
    (await browser.newContext({ locale: 'en-US', ...(baseURL && { baseURL }) })).newPage()
  const [owner, customer, admin] = await Promise.all([newPage(), newPage(), newPage()])
  const { business, username, vendor } = await aTrainer(owner)
  const { db } = signer()
  const session = await aSession(db, { class: await aClass(db, { vendor, title: 'Yoga' }) })
  const { bookingIds } = await aBooking(db, { session })
  await owner.goto('/dashboard')
  await customer.goto(`/${username}`)
  await expect(customer.getByText('Yoga').first()).toBeVisible()

  await asAdmin(admin)
  for (const name of ['Overview', 'Vendors', 'Billing', 'Analytics'])
    await expect(admin.getByRole('link', { name, exact: true })).toBeVisible()
  for (const title of [
    'Total Vendors',
    'Monthly Revenue',
    'Total Classes',
    'Growth Rate',
    'Recent Activity',
  ])
    await expect(admin.getByRole('heading', { name: title })).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Export Data' })).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Add Vendor' })).toBeVisible()
  await admin.getByRole('link', { name: 'Vendors', exact: true }).click()
  await admin.getByRole('searchbox', { name: 'Search vendors' }).fill(business)
  await admin.getByRole('button', { name: 'Search', exact: true }).click()
  await admin.getByRole('button', { name: `Actions for ${business}` }).click()
  for (const name of ['View Details', 'Manage Billing'])
    await expect(admin.getByRole('link', { name })).toBeVisible()
  await admin.getByRole('link', { name: 'Suspend' }).click()
  await admin.getByLabel('Reason').fill('Reported by customers')
  await admin.getByRole('button', { name: 'Suspend' }).click()
  await expect(admin.getByText(`${business} is suspended`)).toBeVisible()

  await owner.getByRole('link', { name: 'Bookings' }).first().click()
  await expect(owner.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible()
  await expect(owner.getByText('Reported by customers')).toBeVisible()
  await customer.reload()
  await expect(customer.getByText('This trainer isn’t taking bookings right now.')).toBeVisible()
  const held = await db
    .selectFrom('bookings')
    .where('id', 'in', bookingIds)
    .select('status')
    .execute()
  expect(held).toEqual([{ status: 'confirmed' }])

  await admin.getByRole('link', { name: 'Activate' }).click()
  await admin.getByLabel('Reason').fill('A mistake')
  await admin.getByRole('button', { name: 'Activate' }).click()
  await expect(admin.getByText(`${business} is active again`)).toBeVisible()
  await owner.goto('/dashboard')
  await expect(owner.getByRole('link', { name: business })).toBeVisible()
  await customer.goto(`/${username}`)
  await expect(customer.getByText('Yoga').first()).toBeVisible()
  await admin.getByRole('button', { name: 'Sign Out' }).click()
  await expect(admin.getByText('Signed out successfully')).toBeVisible()
  await expect(admin).toHaveURL(/\/super-admin$/)
})
