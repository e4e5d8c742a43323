import { expect } from '@playwright/test'
import { test } from '#tests/support/browser.ts'
import { awake } from './awake.ts'
import { mailsTo, mailTo } from './inbox.ts'

const operator = 'operator@openspot.test'

test('the address typed into the landing page is there on the sign-up', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Your email').first().fill('curious@example.com')
  await page.getByRole('button', { name: 'Get Started' }).first().click()
  await expect(page).toHaveURL(/\/register\?email=curious%40example\.com/)
  await expect(page.getByLabel('Email')).toHaveValue('curious@example.com')
})

test('the price follows the billing switch, by mouse and by keyboard, and no script runs', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto('/pricing')
  await expect(page.getByRole('listitem').getByText('$29', { exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').getByText('$292', { exact: true })).toBeHidden()
  await page.getByRole('radio', { name: /Yearly/ }).check()
  await expect(page.getByRole('listitem').getByText('$292', { exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').getByText('$29', { exact: true })).toBeHidden()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('listitem').getByText('$29', { exact: true })).toBeVisible()
  const question = page.getByText('What happens after the 14 days?')
  await question.click()
  await expect(page.getByText('Nothing is charged')).toBeVisible()
  await page.getByRole('link', { name: /Contact Sales/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tell us about your business')
  expect(scripts).toEqual([])
})

test('without JavaScript the contact form reaches the operator, after a refusal that keeps the words', async ({
  browser,
  baseURL,
}) => {
  const options = { javaScriptEnabled: false, locale: 'en-US', ...(baseURL && { baseURL }) }
  const page = await (await browser.newContext(options)).newPage()
  const name = `Erika ${Date.now()}`
  await page.goto('/contact')
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Your email').fill('erika@example.com')
  await page.getByLabel('What do you need?').fill('https://only.example/a-link')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(
    page.getByText(/don’t deliver messages that contain only links/).first(),
  ).toBeVisible()
  await expect(page.getByLabel('Your name')).toHaveValue(name)
  await page.getByLabel('What do you need?').fill('Three studios, a team of nine.\nCan we talk?')
  // Sending within three seconds asks the person to press again, and keeps everything typed.
  const send = page.getByRole('button', { name: 'Send message' })
  const sent = page.getByText('Your message is on its way')
  await expect(async () => {
    if (!(await sent.isVisible())) await send.click()
    await expect(sent).toBeVisible({ timeout: 1000 })
  }).toPass()
  const mail = await mailTo(operator, new RegExp(`Enquiry from ${name}`))
  expect(mail.text).toContain('Three studios, a team of nine.\nCan we talk?')
  expect((await mailsTo(operator)).filter(({ subject }) => subject.includes(name))).toHaveLength(1)
})

test('the theme can be changed where no script runs, and the page stays', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/pricing?billing=yearly')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect(page).toHaveURL('/pricing?billing=yearly')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('listitem').getByText('$292', { exact: true })).toBeVisible()
})

test('an error page drawn in the browser keeps its styles', async ({ page }) => {
  await page.goto('/classes')
  await awake(page)
  await expect(page.locator('style[data-href="routes/public/classes"]')).toHaveCount(1)
  // Reached without a new document, the error page is drawn by the script alone.
  await page.evaluate(() => {
    history.pushState(null, '', '/booking/NOBODY?token=none')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(
    page.getByRole('heading', { level: 1, name: 'This link is incomplete or too old' }),
  ).toBeVisible()
  await expect(page.locator('html')).toHaveCSS('font-family', /Onest/)
})

test('a page that a proxy answered keeps the one before it, and says so', async ({ page }) => {
  await page.goto('/classes')
  await awake(page)
  await page.route('**/*.data*', (route) => route.fulfill({ status: 500, body: 'no' }))
  await page.getByRole('link', { name: 'Find my bookings' }).click()
  await expect(page.getByRole('alert')).toContainText('The server didn’t answer.')
  await expect(page).toHaveURL('/classes')
  await page.unroute('**/*.data*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL('/my-spots')
  await expect(page.getByRole('alert')).toBeHidden()
})

test('a page whose texts do not come is loaded as a document', async ({ page }) => {
  await page.goto('/classes')
  await awake(page)
  await page.route('**/language/site.*', (route) => route.abort())
  page.on('request', (request) => {
    if (request.isNavigationRequest()) void page.unroute('**/language/site.*')
  })
  await page.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  await expect(page).toHaveURL('/privacy-policy')
})

test('if its texts fail to load, a page stays as the server sent it', async ({ page }) => {
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.route('**/language/*', (route) => route.abort())
  await page.goto('/classes')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('searchbox').fill('nothing-at-all')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/q=nothing-at-all/)
  expect(errors).toEqual([])
})

test('the example on the landing page fills up, can be stopped, and stands still for those who ask', async ({
  page,
}) => {
  await page.goto('/')
  const count = page.locator('.filling')
  const taken = () => count.evaluate((meter) => getComputedStyle(meter).getPropertyValue('--taken'))
  const first = await taken()
  await expect.poll(taken).not.toBe(first)
  await page.getByRole('checkbox', { name: 'Pause the example' }).check()
  await expect(count).toHaveCSS('animation-play-state', 'paused')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await expect(count).toHaveCSS('animation-name', 'none')
  expect(await taken()).toBe('4')
})
