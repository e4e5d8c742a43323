import fs from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { SignJWT } from 'jose'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { codeAt } from '#core/integrations/totp.ts'
import { addMinutes } from '#core/shared/time.ts'
import { test } from '#tests/support/browser.ts'
import { awake } from './awake.ts'
import { aTrainer, password, signer } from './people.ts'
import { opened } from './series.ts'

test.afterAll(opened.close)

test('a confirmation that is never answered says so after 15 seconds', async ({ page }) => {
  await page.clock.install()
  await page.route('**/auth/v1/verify*', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  )
  await page.goto('/auth/v1/verify?token_hash=abc&type=signup')
  await expect(page.getByText('Confirming your email...')).toBeVisible()
  await page.clock.fastForward(15_500)
  await expect(page.getByText('Email Confirmation Failed')).toBeVisible()
  await expect(page.getByText('Verification timed out. Please try again or sign in.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Login' })).toBeVisible()
})

test('in another browser too, a confirmation that is never answered says so, and can be sent again', async ({
  page,
}) => {
  const email = `anna-${Date.now()}@example.com`
  await opened.db.insertInto('users').values({ name: 'Anna', email }).execute()
  const [key] = signer().secretKeys
  const token = await new SignJWT({ email })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(key))
  await page.clock.install()
  await page.goto(`/auth/v1/verify?token_hash=${token}&type=signup`)
  await awake(page)
  await page.getByLabel('Password', { exact: true }).fill('gorse-lantern-42')
  await page.route('**/auth/v1/verify*', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  )
  const button = page.getByRole('button', { name: 'Confirm my email' })
  await button.click()
  await expect(page.getByText('Confirming your email...')).toBeVisible()
  await page.clock.fastForward(15_500)
  await expect(page.getByText('Verification timed out. Please try again or sign in.')).toBeVisible()
  await expect(button).toBeEnabled()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('gorse-lantern-42')
})

test('a broken network keeps what was typed into the sign-up', async ({ page, context }) => {
  await page.goto('/register?email=vera%40example.com')
  await awake(page)
  await page.getByLabel('Password', { exact: true }).fill('gorse-lantern-42')
  await page.getByRole('checkbox', { name: /^I agree/ }).check()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('No connection. Nothing is lost')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('vera@example.com')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('gorse-lantern-42')
  await context.setOffline(false)
  await page.getByRole('checkbox', { name: /^I agree/ }).uncheck()
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
})

test('signing out in one tab signs out the others and keeps the theme', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ locale: 'en-US', ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await aTrainer(page)
  await page.goto('/dashboard')
  const other = await context.newPage()
  await other.goto('/dashboard')
  await awake(other)
  await other.evaluate(() => sessionStorage.setItem('draft', 'y'))
  await page.evaluate(() => {
    localStorage.setItem('theme', 'dark')
    sessionStorage.setItem('draft', 'x')
    document.cookie = 'theme=dark; path=/'
  })
  // The address alone is enough: a script sends the form. What was kept is gone before the server answers.
  const kept: string[] = []
  await page.route('**/signout.data*', async (route) => {
    kept.push(await page.evaluate(() => String(localStorage.length + sessionStorage.length)))
    await expect(page.getByText('Signing Out...')).toBeVisible()
    await route.continue()
  })
  await page.goto('/signout')
  await expect(page).toHaveURL('/')
  expect(kept).toEqual(['0'])
  await expect(page.getByText('Signed out')).toBeVisible()
  await expect(other).toHaveURL('/')
  expect(await other.evaluate(() => sessionStorage.getItem('draft'))).toBeNull()
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  await other.goto('/dashboard')
  await expect(other).toHaveURL(/\/login\?redirect_to=%2Fdashboard/)
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('signing out right after signing in replaces the “Signed in” message', async ({ page }) => {
  const { email } = await aTrainer(page)
  await page.goto('/dashboard')
  await awake(page)
  await signOutByMenu(page)
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/login/)
  await awake(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Signed in successfully')).toBeVisible()
  await signOutByMenu(page)
  await expect(page.getByText('Signed in successfully')).toBeHidden({ timeout: 1000 })
})

test('a confirmation submitted by a script never asks the user to press the button', async ({
  page,
}) => {
  await page.route('**/auth/v1/verify*', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  )
  // Before the script is there nothing is asked either.
  await page.route('**/*.js', () => {})
  await page.goto('/auth/v1/verify?token_hash=abc&type=signup', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible()
  await expect(page.getByText('Press the button and your account is ready.')).toBeHidden()
  await page.unroute('**/*.js')
  await page.goto('/auth/v1/verify?token_hash=abc&type=signup')
  await expect(page.getByText('Confirming your email...')).toBeVisible()
  await expect(page.getByText('Press the button and your account is ready.')).toBeHidden()
})

test('the terms leave the typed form of the sign-up where it is', async ({ page, context }) => {
  await page.goto('/register')
  await awake(page)
  await page.getByLabel('Email').fill('vera@example.com')
  const [terms] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Terms of Service' }).first().click(),
  ])
  await expect(terms.getByText('Your form is still open in the other tab.')).toBeVisible()
  await expect(terms.getByRole('link', { name: 'Back', exact: true })).toBeHidden()
  await terms.close()
  await expect(page.getByLabel('Email')).toHaveValue('vera@example.com')
})

async function signOutByMenu(page: Page) {
  await page.getByRole('button', { name: /your account$/ }).click()
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Signed out')).toBeVisible()
}

test('the data is downloaded, the account deleted, and a sign-in says so', async ({ page }) => {
  const { email, username, vendor } = await aTrainer(page)
  const of = await aClass(opened.db, { vendor })
  const session = await aSession(opened.db, { class: of })
  await aBooking(opened.db, { session, spots: 2 })
  await page.goto('/settings/data')
  await awake(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download everything' }).click()
  const files = unzipSync(await fs.readFile(await (await download).path()))
  const bookings: unknown = JSON.parse(strFromU8(files['json/bookings.json'] ?? new Uint8Array()))
  expect(bookings).toHaveLength(2)

  await page.getByText('Delete your account…').click()
  await expect(
    page.getByText('2 booked spots in 1 upcoming session will be cancelled.'),
  ).toBeVisible()
  await page.getByRole('checkbox', { name: 'Cancel them and notify the customers' }).check()
  await page.getByLabel('To confirm, enter your username').fill(username)
  await page.getByLabel('Your password', { exact: true }).fill(password)
  // A slow phone: the next page has been answered and is not shown yet.
  await page.route(/\/_(?:root)?\.data/, async (route) => {
    const response = await route.fetch()
    await pause(1500)
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Delete the account' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Your account is deleted')).toBeVisible()
  expect((await page.goto(`/${username}`))?.status()).toBe(404)
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL('/account-closed')
  await expect(page.getByRole('button', { name: 'Restore the account' })).toBeVisible()
})

test('two-factor sign-in is set up, used, saved by a recovery code, and set up again', async ({
  page,
}) => {
  const { email } = await aTrainer(page)
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const setUp = async () => {
    await page.goto('/settings/security')
    await page.getByRole('link', { name: 'Set up' }).click()
    await field('Your password').fill(password)
    await page.getByRole('button', { name: 'Continue' }).click()
    const address = await page.locator('a[href^="otpauth:"]').getAttribute('href')
    const key = new URL(address ?? '').searchParams.get('secret') ?? ''
    await field('Code from the app').fill(codeAt(key, new Date()))
    await page.getByRole('button', { name: 'Switch on' }).click()
    await expect(page.getByText('Two-factor sign-in is on')).toBeVisible()
    const codes = await page.getByRole('list').locator('code').allTextContents()
    await page.getByRole('link', { name: 'I have saved them' }).click()
    await expect(page.getByRole('link', { name: 'Manage' })).toBeVisible()
    return { key, codes }
  }
  const signIn = async () => {
    await page.goto('/login')
    await awake(page)
    await field('Email').fill(email)
    await field('Password').fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  }
  const { key, codes } = await setUp()
  expect(codes).toHaveLength(10)
  await page.goto('/dashboard')
  await awake(page)
  await signOutByMenu(page)
  await signIn()
  // The code of the setup counts no more, and the one after it is near enough.
  await field('Code from the app').fill(codeAt(key, addMinutes(new Date(), 0.5)))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await awake(page)
  await signOutByMenu(page)

  await signIn()
  await page.getByText('I can’t open the app').click()
  await field('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in with a recovery code' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/settings/security/two-factor')
  await expect(page.getByText('9 recovery codes left')).toBeVisible()
  await page.getByText('Switch off').first().click()
  await page.locator('#password-off').fill(password)
  await page.locator('#code-off').fill(codes[1] ?? '')
  await page.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText('You now need only your password to sign in.')).toBeVisible()
  expect((await setUp()).key).not.toBe(key)
})

test('a passkey is added, signs in without the password, and is removed', async ({ page }) => {
  await aTrainer(page)
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await page.goto('/settings/security')
  await page.getByRole('link', { name: 'Add a passkey' }).click()
  await page.getByLabel('Your password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
  await page.goto('/dashboard')
  await awake(page)
  await signOutByMenu(page)

  await page.goto('/login?redirect_to=%2Fsettings%2Fsecurity')
  await awake(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/settings/security')
  await expect(page.getByText('Last used on')).not.toHaveCount(0)
  await page.getByRole('button', { name: /^Remove the passkey/ }).click()
  await expect(page.getByText('Passkey removed')).toBeVisible()
  await page.goto('/dashboard')
  await awake(page)
  await signOutByMenu(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('This passkey doesn’t belong to an account here.')).toBeVisible()
})
