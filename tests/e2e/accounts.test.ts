import { expect, test } from '@playwright/test'
import { awake } from './awake.ts'
import { registerTrainer } from './people.ts'

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

test('a broken network keeps what was typed into the sign-up', async ({ page, context }) => {
  await page.goto('/register?email=vera%40example.com')
  await awake(page)
  await page.getByLabel('Password', { exact: true }).fill('gorse-lantern-42')
  await page.getByRole('checkbox').check()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('No connection. Nothing is lost')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('vera@example.com')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('gorse-lantern-42')
  await context.setOffline(false)
  await page.getByRole('checkbox').uncheck()
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
})

test('signing out in one tab signs out the others and keeps the theme', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ locale: 'en-US', ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await registerTrainer(page, true)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await awake(other)
  await page.evaluate(() => {
    localStorage.setItem('theme', 'dark')
    sessionStorage.setItem('draft', 'x')
    document.cookie = 'theme=dark; path=/'
  })
  await page.goto('/signout')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Signed out')).toBeVisible()
  await expect(other).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  await other.goto('/dashboard')
  await expect(other).toHaveURL(/\/login\?redirect_to=%2Fdashboard/)
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
})
