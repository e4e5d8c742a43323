import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/browser.ts'
import { violationsOn } from './axe.ts'
import { keyOf, pay, stripe } from './at-stripe.ts'
import { awake } from './awake.ts'
import { linkIn, mailTo } from './inbox.ts'
import { aTrainer, aYoga } from './people.ts'
import { opened, openForm } from './series.ts'

test.afterAll(opened.close)

async function book(page: Page, classId: string, name: string) {
  await openForm(page, classId)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Phone or email').fill(`${name.toLowerCase()}-${classId}@example.com`)
  await page.getByRole('button', { name: 'Book and pay €15' }).click()
  await expect(page).toHaveURL(stripe)
}

test('a trainer connects Stripe and asks for cards, a stranger is declined, pays, and one who goes back pays later or lets it go @both', async ({
  page: owner,
  browser,
  baseURL,
}, { project }) => {
  const trainer = await aTrainer(owner)
  const classId = await aYoga(trainer)
  await owner.goto('/settings/integrations')
  await owner.getByLabel('Restricted key').fill(keyOf(project.name))
  await owner
    .locator('form')
    .filter({ has: owner.getByLabel('Restricted key') })
    .getByRole('button', { name: 'Connect' })
    .click()
  await expect(owner.getByText('Card payments connected')).toBeVisible()
  await owner.goto(`/dashboard/classes/${classId}`)
  await awake(owner)
  await owner.getByText('More options').click()
  await owner.getByRole('radio', { name: /By card when booking/ }).check()
  await owner.getByRole('button', { name: 'Save' }).last().click()
  await expect(owner.getByText('Class saved.')).toBeVisible()

  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    ...(baseURL && { baseURL }),
  })
  const page = await context.newPage()
  await book(page, classId, 'Carla')
  await pay(page, '4000000000000002')
  await expect(page.getByRole('alert')).toBeVisible()
  await pay(page, '4242424242424242')
  await expect(page).toHaveURL(/\/booking\/[0-9A-Z]{10}\?token=[^&]+$/)
  await expect(page.getByText('🎉 Booking Confirmed!')).toBeVisible()
  const mail = await mailTo(`carla-${classId}@example.com`, /You’re booked: Yoga/)
  expect(linkIn(mail, '/booking/')).toContain('/booking/')

  await book(page, classId, 'Ada')
  await page.getByRole('link', { name: /Back/ }).click()
  await expect(page.getByText(/Your spot is held until/)).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue to payment: €15' }).click()
  await expect(page).toHaveURL(stripe)
  await page.getByRole('link', { name: /Back/ }).click()
  await page.getByRole('button', { name: 'Let it go' }).click()
  await expect(page.getByText('Your spot is free again')).toBeVisible()
  await page.getByRole('link', { name: 'Book again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Yoga' })).toBeVisible()
  await context.close()
})
