import { hash } from '@node-rs/argon2'
import { expect, type Page, test } from '@playwright/test'
import { keySealing } from '#core/accounts/steps/two-factor-key.ts'
import { codeAt, newTotpKey } from '#core/integrations/totp.ts'
import { seal } from '#core/shared/sealing.ts'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { awake } from './awake.ts'
import { aTrainer, password, signer } from './people.ts'
import { opened } from './series.ts'

test.afterAll(opened.close)

/** Signs in at the console as a new super administrator, by password and code. */
async function asAdmin(page: Page): Promise<void> {
  const { db, secretKeys } = signer()
  const email = `admin-${crypto.randomUUID()}@example.com`
  const { id: userId } = await db
    .insertInto('users')
    .values({ name: 'Ada Admin', email, emailVerified: true, kind: 'admin' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('authAccounts')
    .values({ userId, accountId: userId, providerId: 'credential', password: await hash(password) })
    .execute()
  const key = newTotpKey()
  const sealedKey = seal(keySealing({ secretKeys }, userId), key)
  await db.insertInto('twoFactors').values({ userId, sealedKey, lastStep: 0 }).execute()
  await page.goto('/super-admin')
  await awake(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByLabel('Code from the app').fill(codeAt(key, new Date()))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Welcome, Super Admin!')).toBeVisible()
}

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
  await expect(customer.getByText('This trainer takes no bookings at the moment.')).toBeVisible()
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
