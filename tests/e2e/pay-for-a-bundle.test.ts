import { expect } from '@playwright/test'
import { test } from '#tests/support/browser.ts'
import { violationsOn } from './axe.ts'
import { awake } from './awake.ts'
import { linkIn, mailTo } from './inbox.ts'
import { aTrainer } from './people.ts'
import { aCustomer, aSeries, opened, takenIn } from './series.ts'

test.afterAll(opened.close)

const keyFor = (project: string) =>
  process.env['E2E_STRIPE_KEYS']?.split(' ')[project === 'phone' ? 0 : 1] ?? ''

const stripe = new RegExp(`^${process.env['E2E_STRIPE'] ?? 'nowhere'}/`)

test('a bundle by card: asked for by its trainer, let go, held with other dates, and there once it is paid @both', async ({
  page: owner,
  browser,
  baseURL,
}, { project }) => {
  const trainer = await aTrainer(owner)
  const { of, bundle, path } = await aSeries([5, 5, 5, 5], trainer.vendor)
  await owner.goto('/settings/integrations')
  await owner.getByLabel('Restricted key').fill(keyFor(project.name))
  await owner
    .locator('form')
    .filter({ has: owner.getByLabel('Restricted key') })
    .getByRole('button', { name: 'Connect' })
    .click()
  await expect(owner.getByText('Card payments connected')).toBeVisible()
  await owner.goto(`/dashboard/classes/${of.id}/bundles/${bundle.id}`)
  await awake(owner)
  await owner.getByRole('radio', { name: /By card when booking/ }).check()
  expect(await violationsOn(owner)).toEqual([])
  await owner.getByRole('button', { name: 'Save changes' }).click()
  await expect(owner.getByText('Bundle saved')).toBeVisible()

  const page = await aCustomer(browser, { baseURL })
  const openDates = async () => {
    await page.goto(path)
    await awake(page)
    await page.getByRole('link', { name: 'Bundle', exact: true }).click()
    await expect(page.getByText('You pay by card online')).toBeVisible()
    await page.getByRole('link', { name: 'Book Bundle: Three weeks' }).click()
    await page.getByRole('button', { name: 'Show my dates' }).click()
    await expect(page.getByRole('heading', { name: 'Your dates' })).toBeVisible()
    await page.getByLabel('Your name').fill('Carla')
    await page.getByLabel('Phone or email').fill(`carla-${of.id}@example.com`)
  }
  const pay = page.getByRole('button', { name: 'Book and pay €36' })
  const back = page.getByRole('link', { name: /Back/ })

  await openDates()
  await expect(page.getByText('You pay by card now, on Stripe’s secure page.')).toBeVisible()
  await pay.click()
  await expect(page).toHaveURL(stripe)
  expect(await takenIn(of.id)).toEqual([1, 1, 1, 0])
  await back.click()
  await expect(page.getByText(/Your 3 spots are held until/)).toBeVisible()
  await expect(page.getByText('It is yours once it is paid.')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Let them go' }).click()
  await expect(page.getByText(/free again/)).toBeVisible()
  expect(await takenIn(of.id)).toEqual([0, 0, 0, 0])

  await openDates()
  await pay.click()
  await expect(page).toHaveURL(stripe)
  // Other dates lead to those that are held, until they are let go.
  const chooseOthers = async () => {
    await openDates()
    await page.getByRole('link', { name: 'Choose different dates' }).click()
    await page.getByRole('checkbox').nth(0).uncheck()
    await page.getByRole('checkbox').nth(3).check()
    await pay.click()
  }
  await chooseOthers()
  await expect(page.getByText(/Your 3 spots are held until/)).toBeVisible()
  expect(await takenIn(of.id)).toEqual([1, 1, 1, 0])
  await page.getByRole('button', { name: 'Let them go' }).click()
  await expect(page.getByText(/free again/)).toBeVisible()
  await chooseOthers()
  await expect(page).toHaveURL(stripe)
  expect(await takenIn(of.id)).toEqual([0, 1, 1, 1])
  await page.getByLabel(/Card number/i).fill('4000000000000002')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel(/Card number/i).fill('4242424242424242')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page).toHaveURL(/\/booking\/[0-9A-Z]{10}\?token=[^&]+$/)
  await expect(page.getByText('🎉 Booking Confirmed!')).toBeVisible()
  await expect(page.getByText('All 3 sessions are booked.')).toBeVisible()
  expect(await takenIn(of.id)).toEqual([0, 1, 1, 1])
  const mail = await mailTo(`carla-${of.id}@example.com`, /You’re booked/)
  expect(linkIn(mail, '/booking/')).toContain('/booking/')
  await page.context().close()
})
