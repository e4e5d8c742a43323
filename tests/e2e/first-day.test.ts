import { randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import { test } from '#tests/support/browser.ts'
import { linkIn, mailTo } from './inbox.ts'
import { comeFromOwnAddress, password } from './people.ts'
import { opened } from './series.ts'

test.afterAll(opened.close)

test('from the sign-up to a shared link with a class and a bundle in under 25 interactions', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(baseURL && { baseURL }),
  })
  const page = await context.newPage()
  let interactions = 0
  /** One field that is filled in, or one thing that is pressed. */
  const act = async (what: Promise<unknown>) => {
    interactions += 1
    await what
  }
  const letters = randomBytes(5).toString('hex')
  const email = `first-${letters}@example.com`
  await comeFromOwnAddress(page)
  await page.goto('/register')
  await act(page.getByLabel('Email').fill(email))
  await act(page.getByLabel('Password', { exact: true }).fill(password))
  await act(page.getByRole('checkbox', { name: /^I agree/ }).check())
  await act(page.getByRole('button', { name: 'Create Account' }).click())
  await expect(page).toHaveURL(/\/verify-email/)
  const mail = await mailTo(email, /Confirm your email/)
  await act(page.goto(linkIn(mail, '/auth/v1/verify')))
  await expect(page).toHaveURL(/\/onboarding/)

  await expect(page.getByText('Step 1 of 3')).toBeVisible()
  const next = page.getByRole('button', { name: 'Next' }).last()
  await expect(next).toBeDisabled()
  await act(page.getByLabel('Full name').fill('Vera Vendor'))
  await act(page.getByLabel('Business name').fill(`Studio ${letters}`))
  await expect(page.getByLabel('Username', { exact: true })).toHaveValue(`studio-${letters}`)
  await expect(page.getByText('Available')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Preview of your page' })).toContainText(
    `Studio ${letters}`,
  )
  await act(next.click())
  await expect(page.getByText('Step 2 of 3')).toBeVisible()
  await expect(page.getByLabel('Country')).toHaveValue('DE')
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Berlin')
  await expect(page.getByLabel('Currency')).toHaveValue('EUR')
  await expect(next).toBeDisabled()
  await act(page.getByLabel('Location').fill('1 Park Street, Berlin'))
  await act(page.getByRole('radio', { name: 'My sign-in email' }).check())
  await act(next.click())
  await expect(page.getByRole('heading', { name: 'You’re all set!' })).toBeFocused()
  await act(page.getByRole('button', { name: 'Complete Setup' }).last().click())
  await expect(page.getByText('Welcome aboard!')).toBeVisible()

  await act(page.getByRole('link', { name: 'Add class' }).first().click())
  await act(page.getByLabel('Title').fill('Yoga'))
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('1 Park Street, Berlin')
  await act(page.getByRole('textbox', { name: /^Price/ }).fill('15'))
  if ((await page.getByLabel('Start').count()) === 0)
    await act(page.getByRole('button', { name: 'Add a time' }).click())
  await act(page.getByLabel('Start').first().fill('18:00'))
  await act(page.getByRole('button', { name: 'Create class' }).last().click())
  await expect(page.getByText('Class created successfully.')).toBeVisible()

  await act(page.getByRole('button', { name: 'More actions for Yoga' }).click())
  await act(page.getByRole('link', { name: 'Bundles' }).click())
  await act(page.getByRole('link', { name: 'Add bundle' }).first().click())
  await act(page.getByLabel('Name').fill('Five evenings'))
  await act(page.getByLabel('Price of the bundle').fill('60'))
  await act(page.getByRole('button', { name: 'Create bundle' }).last().click())
  await expect(page.getByText('Bundle created')).toBeVisible()

  await act(page.getByRole('button', { name: 'Copy link' }).click())
  await expect(page.getByText('Link Copied!')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(new RegExp(`/studio-${letters}$`))
  expect(interactions).toBeLessThan(25)

  // Who opens the link can book the class and the bundle.
  const visitor = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await visitor.goto(link)
  await expect(visitor.getByRole('link', { name: /Book Session/ }).first()).toBeVisible()
  await expect(visitor.getByText('Five evenings').first()).toBeVisible()
})
