import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { expect, type Page } from '@playwright/test'
import { createClass } from '#core/schedule/commands/create-class.ts'
import type { Deps } from '#core/shared/deps.ts'
import { type AVendor, aVendor } from '#tests/support/factories.ts'
import { newSession } from '#tests/support/session.ts'
import { classForm, today } from '#tests/support/weekly-class.ts'
import { linkIn, mailTo } from './inbox.ts'
import { opened } from './series.ts'

export type Trainer = { email: string; username: string; business: string }

export const password = 'correct horse battery'
let hashed: Promise<string> | null = null

/** What signs links and sessions as the running application does. */
export function signer(): Pick<Deps, 'db' | 'origin' | 'secretKeys'> {
  return {
    db: opened.db,
    origin: process.env['E2E_ORIGIN'] ?? '',
    secretKeys: [process.env['E2E_SECRET_KEY'] ?? ''],
  }
}

export function newTrainer(): Trainer {
  const letters = randomBytes(5).toString('hex')
  return {
    email: `trainer-${letters}@example.com`,
    username: `studio-${letters}`,
    business: `Studio ${letters}`,
  }
}

/** A trainer who is signed in on the page, made without the forms of the sign-up. */
export async function aTrainer(page: Page): Promise<Trainer & { vendor: AVendor }> {
  const { db, origin } = signer()
  const trainer = newTrainer()
  const vendor = await aVendor(db, {
    email: trainer.email,
    username: trainer.username,
    businessName: trainer.business,
    location: 'Berlin, Kreuzberg',
  })
  hashed ??= hash(password)
  await db
    .insertInto('authAccounts')
    .values({
      userId: vendor.userId,
      accountId: vendor.userId,
      providerId: 'credential',
      password: await hashed,
    })
    .execute()
  await page.context().addCookies([{ ...(await newSession(signer(), vendor.userId)), url: origin }])
  return { ...trainer, vendor }
}

/** "Yoga, Mondays 18:00, 10 spots", as `publishYoga` publishes it. */
export async function aYoga({ vendor }: { vendor: AVendor }, title = 'Yoga'): Promise<string> {
  const form = classForm({ title, location: '1 Park Street, Berlin', startDate: today })
  const created = await createClass(
    { db: opened.db, settings: { plans: true } },
    vendor.id,
    form,
    new Date(),
  )
  if (!created.ok) throw new Error(created.reason)
  return created.classId
}

/** A new trainer from the sign-up to an empty dashboard, by the mail in the inbox. */
export async function registerTrainer(
  page: Page,
  scripted: boolean,
  link = '/register',
): Promise<Trainer> {
  const trainer = newTrainer()
  await comeFromOwnAddress(page)
  await page.goto(link)
  await page.getByLabel('Email').fill(trainer.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('checkbox', { name: /^I agree/ }).check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(/\/verify-email\?email=/)
  await expect(page.getByText(trainer.email)).toBeVisible()

  const mail = await mailTo(trainer.email, /Confirm your email/)
  await page.goto(linkIn(mail, '/auth/v1/verify'))
  if (!scripted) await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page).toHaveURL(/\/onboarding/)

  await setUp(page, trainer, scripted)
  return trainer
}

/** The three steps after the first sign-in. */
export async function setUp(page: Page, trainer: Trainer, scripted = true): Promise<void> {
  await page.getByLabel('Full name').fill('Vera Vendor')
  await page.getByLabel('Business name').fill(trainer.business)
  await page.getByLabel('Username', { exact: true }).fill(trainer.username)
  await page.getByRole('button', { name: 'Next' }).last().click()
  await expect(page.getByText('Step 2 of 3')).toBeVisible()
  await page.getByLabel('Location').fill('Berlin, Kreuzberg')
  // Without a script, they are open.
  if (scripted) await page.getByText('Change', { exact: true }).click()
  await page.getByLabel('Country').selectOption('DE')
  await page.getByLabel('Time zone').selectOption('Europe/Berlin')
  await page.getByLabel('Currency').selectOption('EUR')
  await page.getByRole('radio', { name: 'My sign-in email' }).check()
  await page.getByRole('button', { name: 'Next' }).last().click()
  await expect(page.getByText('Step 3 of 3')).toBeVisible()
  await page.getByRole('button', { name: 'Complete Setup' }).last().click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Welcome aboard!')).toBeVisible()
}

/** One address may sign up 20 times an hour; the suite signs up more trainers than that. */
export async function comeFromOwnAddress(page: Page): Promise<void> {
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
