import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/browser.ts'
import { awake } from './awake.ts'
import { mailTo } from './inbox.ts'
import { aTrainer, newTrainer, password, setUp } from './people.ts'
import { opened } from './series.ts'

test.afterAll(opened.close)

/** Chooses an account on the page of the simulated Google, which is on another site. */
async function agree(page: Page, email: string, fault = 'Nothing') {
  await expect(page.getByText('This is a simulated Google.')).toBeVisible()
  await page.getByText('Another account').click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Name').fill('Greta Sommer')
  await page.getByLabel('What goes wrong').selectOption({ label: fault })
  await page.getByRole('button', { name: 'Continue with this account' }).click()
}

test('a new trainer signs up with Google and comes back by it @both', async ({ page }) => {
  const trainer = newTrainer()
  const { email } = trainer
  await page.goto('/register')
  await awake(page)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await agree(page, email)
  await expect(page).toHaveURL('/onboarding')
  await expect(page.getByRole('heading', { name: 'Welcome to Your Vendor Journey!' })).toBeVisible()
  await expect(page.getByText('Let’s complete your profile setup to get started.')).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Greta Sommer')
  await setUp(page, trainer)

  await page.context().clearCookies()
  await page.goto('/login')
  await awake(page)
  // The answer of the button is not there yet.
  await page.route('**/login.data*', async (route) => {
    await expect(page.getByRole('button', { name: 'Signing in with Google...' })).toBeVisible()
    await route.continue()
  })
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.route('**/auth-callback.data*', async (route) => {
    await expect(page.getByText('Completing Sign In...')).toBeVisible()
    await route.continue()
  })
  await page.route('**/dashboard.data*', async (route) => {
    await expect(page.getByText('Setting up your account...')).toBeVisible()
    await route.continue()
  })
  await agree(page, email)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('Welcome back!')).toBeVisible()
  await expect(page.getByText('Successfully signed in with Google')).toBeVisible()
})

test('an existing trainer signs in by password once, then with Google @both', async ({ page }) => {
  const { email } = await aTrainer(page)
  await page.context().clearCookies()
  await page.goto('/login')
  await awake(page)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await agree(page, email)
  await expect(page.getByText(`${email} is already registered. Sign in once`)).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/dashboard')
  await mailTo(email, /Google was connected/)
  await page.goto('/settings/security')
  await expect(page.getByRole('heading', { name: /Sign in with Google/ })).toContainText(
    'Connected',
  )
  await page.context().clearCookies()
  await page.goto('/login?redirect_to=/dashboard/calendar')
  await awake(page)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await agree(page, email)
  await expect(page).toHaveURL('/dashboard/calendar')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('Google signs in, with one more button to press @both', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await agree(page, newTrainer().email)
    await expect(page.getByText('Completing Sign In...')).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/onboarding')
    await expect(page.getByText('Let’s complete your profile setup')).toBeVisible()
  })

  test('a refusal at Google leads back to the sign-in, which says so', async ({ page }) => {
    await page.goto('/register')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Authentication Error')).toBeVisible()
  })
})

test('a callback that nobody answers leads to the sign-in after 15 seconds, and not before', async ({
  page,
}) => {
  for (const [path, answered] of [
    ['/auth-callback', true],
    ['/auth/callback?code=abc&state=abc', false],
  ] as const) {
    await page.clock.install()
    await page.route('**/auth/callback.data*', (route) =>
      answered || route.request().method() !== 'POST' ? route.continue() : undefined,
    )
    await page.goto(path)
    await awake(page)
    await page.clock.fastForward(14_000)
    await expect(page.getByText('Completing Sign In...')).toBeVisible()
    await page.clock.fastForward(1500)
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Authentication Error')).toBeVisible()
    await expect(page.getByText('Authentication timed out. Please try again.')).toBeVisible()
  }
})
