import { expect, type Page } from '@playwright/test'
import { linkIn, mailTo } from './inbox.ts'

export type Trainer = { email: string; username: string; business: string }

/** A new trainer from the sign-up to an empty dashboard, by the mail in the inbox. */
export async function registerTrainer(page: Page, scripted: boolean): Promise<Trainer> {
  const signs = Math.random().toString(36).slice(2, 10)
  const trainer = {
    email: `trainer-${signs}@example.com`,
    username: `studio-${signs}`,
    business: `Studio ${signs}`,
  }
  await comeFromOwnAddress(page)
  await page.goto('/register')
  await page.getByLabel('Email').fill(trainer.email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(/\/verify-email\?email=/)
  await expect(page.getByText(trainer.email)).toBeVisible()

  const mail = await mailTo(trainer.email, /Confirm your email/)
  await page.goto(linkIn(mail, '/auth/v1/verify'))
  if (!scripted) await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page).toHaveURL(/\/onboarding/)

  await page.getByLabel('Full name').fill('Vera Vendor')
  await page.getByLabel('Business name').fill(trainer.business)
  await page.getByLabel('Location').fill('Berlin, Kreuzberg')
  await page.getByLabel('Country').selectOption('DE')
  await page.getByLabel('Time zone').selectOption('Europe/Berlin')
  await page.getByLabel('Currency').selectOption('EUR')
  await page.getByLabel('Username').fill(trainer.username)
  await page.getByRole('radio', { name: 'My sign-in address' }).check()
  await page.getByRole('button', { name: 'Complete Setup' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Welcome aboard!')).toBeVisible()
  return trainer
}

/** One address may sign up 20 times an hour; the suite signs up more trainers than that. */
async function comeFromOwnAddress(page: Page): Promise<void> {
  const byte = () => Math.floor(Math.random() * 256)
  const address = `10.${byte()}.${byte()}.${byte()}`
  await page.route('**/register*', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-forwarded-for': address } }),
  )
}

/** Publishes "Yoga, Mondays 18:00, 10 spots" through the form. */
export async function publishYoga(page: Page): Promise<void> {
  await page.goto('/dashboard/classes/new')
  await page.getByLabel('Title').fill('Yoga')
  await page.getByLabel('Address', { exact: true }).fill('1 Park Street, Berlin')
  await page.getByRole('textbox', { name: /^Price/ }).fill('15')
  await page.getByLabel('Max students').fill('10')
  if ((await page.getByLabel('Weekday').count()) === 0)
    await page.getByRole('button', { name: 'Add a time' }).click()
  await page.getByLabel('Weekday').first().selectOption('1')
  await page.getByLabel('Start').first().fill('18:00')
  await page.getByRole('button', { name: 'Create class' }).last().click()
  await expect(page.getByText('Class created successfully.')).toBeVisible()
}
