import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/browser.ts'
import { awake } from './awake.ts'
import { aTrainer, aYoga, password, type Trainer } from './people.ts'
import { aSeries, opened } from './series.ts'

test.afterAll(opened.close)

async function fillClass(page: Page) {
  await page.goto('/dashboard/classes/new')
  await awake(page)
  await page.getByLabel('Title').fill('Typed by hand')
  await page.getByLabel('Address', { exact: true }).fill('1 Park Street')
  await page.getByLabel('Start').first().fill('18:00')
}

async function signIn(page: Page, trainer: Trainer) {
  await page.getByLabel('Email').fill(trainer.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('a notice covers no control that is needed next @both', async ({ page, context }) => {
  const trainer = await aTrainer(page)
  await context.clearCookies()
  await page.goto('/login')
  await awake(page)
  await signIn(page, trainer)
  const notice = page.getByRole('listitem').filter({ hasText: 'Signed in successfully' })
  await expect(notice).toBeVisible()
  const covered = () =>
    notice.evaluate((shown) => {
      const edge = shown.getBoundingClientRect()
      return [...document.querySelectorAll('main :is(h2, a, button), .tab-bar a')]
        .filter((one) => {
          const { left, right, top, bottom, width } = one.getBoundingClientRect()
          const beside = right <= edge.left || left >= edge.right
          return width > 0 && !beside && bottom > edge.top && top < edge.bottom
        })
        .map((one) => one.textContent)
    })
  await expect.poll(covered).toEqual([])
})

test('a text that is changed before the script has loaded stays as it was typed', async ({
  page,
}) => {
  await aTrainer(page)
  const description = page.getByLabel('About you')
  const years = page.getByLabel('Years of experience')
  await page.goto('/settings/profile')
  await description.fill('Calm classes')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated')).toBeVisible()

  const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => loaded.then(() => route.continue()))
  await page.goto('/settings/profile', { waitUntil: 'commit' })
  // The page is there to its end, only its script is not.
  await page.getByRole('contentinfo').waitFor()
  // By keys, as a person does. While the page is still being drawn, the selection may get lost before the first letter.
  await expect(async () => {
    await description.press('ControlOrMeta+a')
    await description.pressSequentially('Calm classes in the morning')
    await expect(description).toHaveValue('Calm classes in the morning', { timeout: 100 })
  }).toPass()
  await years.fill('12')
  load()
  await awake(page)
  await expect(years).toHaveValue('12')
  await expect(description).toHaveValue('Calm classes in the morning')
})

test('a 502 of a proxy on Save keeps the form, and the next press saves it', async ({ page }) => {
  await aTrainer(page)
  await fillClass(page)
  await page.route('**/dashboard/classes/new.data', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  )
  await page.getByRole('button', { name: 'Create class' }).last().click()
  const summary = page.getByRole('region', { name: 'The server didn’t answer. Nothing is lost' })
  await expect(summary).toBeFocused()
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
  await expect(page.getByLabel('Title')).toHaveValue('Typed by hand')
  await page.unroute('**/dashboard/classes/new.data')
  await page.getByRole('button', { name: 'Create class' }).last().click()
  await expect(page.getByText('Class created successfully.')).toBeVisible()

  // A form that goes out by itself can then be pressed.
  await page.route('**/signout.data', (route) => route.fulfill({ status: 504, body: 'Timeout' }))
  await page.goto('/signout')
  await expect(summary).toBeFocused()
  await page.unroute('**/signout.data')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
})

for (const scripted of [true, false]) {
  test(`a session that ends while one types: sign in, and the form is back (${scripted ? 'with' : 'without'} script)`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({
      locale: 'en-US',
      javaScriptEnabled: scripted,
      ...(baseURL && { baseURL }),
    })
    const page = await context.newPage()
    const trainer = await aTrainer(page)
    await page.goto('/dashboard/classes/new')
    if (scripted) await awake(page)
    await page.getByLabel('Title').fill('Half typed')
    await page.getByLabel('Description').fill('Two\nlines')
    await page.getByLabel('Address', { exact: true }).fill('1 Park Street')
    await page.getByLabel('Start').first().fill('18:00')
    await context.clearCookies({ name: 'openspot.session_token' })
    await page.getByRole('button', { name: 'Create class' }).last().click()
    await expect(page.getByText('Your session has ended')).toBeVisible()
    await signIn(page, trainer)
    if (!scripted) await page.getByRole('button', { name: 'Back to your form' }).click()
    await expect(page.getByText('You’re signed in again')).toBeVisible()
    await expect(page).toHaveURL('/dashboard/classes/new')
    await expect(page.getByLabel('Title')).toHaveValue('Half typed')
    await expect(page.getByLabel('Description')).toHaveValue('Two\nlines')
    await page.getByRole('button', { name: 'Create class' }).last().click()
    await expect(page.getByText('Class created successfully.')).toBeVisible()
    await context.close()
  })
}

test('a click after the session has ended comes back to the page, not to its data', async ({
  page,
  context,
}) => {
  const trainer = await aTrainer(page)
  await page.goto('/dashboard')
  await awake(page)
  await context.clearCookies({ name: 'openspot.session_token' })
  await page.getByRole('link', { name: 'Bookings', exact: true }).click()
  await expect(page).toHaveURL('/login?redirect_to=%2Fdashboard%2Fbookings')
  await signIn(page, trainer)
  await expect(page).toHaveURL('/dashboard/bookings')
  await expect(page.getByText('No upcoming bookings')).toBeVisible()
})

test('a second press with the same mistakes leads to the summary again', async ({ page }) => {
  await aTrainer(page)
  await page.goto('/dashboard/classes/new')
  await awake(page)
  const summary = page.getByRole('region', { name: 'Please check the fields below.' })
  const save = page.getByRole('button', { name: 'Create class' }).last()
  await save.click()
  await expect(summary).toBeFocused()
  await expect(page.getByRole('link', { name: 'Title: Please fill this in.' })).toBeVisible()
  await page.getByLabel('Max students').focus()
  await save.click()
  await expect(summary).toBeFocused()
  await expect(summary).toBeInViewport()
})

test('two tabs change one class: the second one is asked once, and keeps what was typed', async ({
  page,
  context,
}) => {
  await aYoga(await aTrainer(page))
  await page.goto('/dashboard/classes')
  await page.getByRole('link', { name: 'Edit Yoga' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Yoga')
  await awake(page)
  const other = await context.newPage()
  await other.goto(page.url())
  await awake(other)

  await page.getByLabel('Title').fill('Yin')
  await page.getByRole('button', { name: 'Save changes' }).last().click()
  await expect(page.getByText('Class saved.')).toBeVisible()
  await other.getByRole('textbox', { name: /^Price/ }).fill('21')
  await other.getByLabel('Title').fill('Hatha')
  await other.getByRole('button', { name: 'Save changes' }).last().click()
  await expect(other.getByText('This has changed since you opened the page')).toBeVisible()
  await expect(other.getByLabel('Title')).toHaveAccessibleDescription(/Saved now: “Yin”/)
  await expect(other.getByLabel('Title')).toHaveValue('Hatha')
  await other.getByRole('button', { name: 'Save changes' }).last().click()
  await expect(other.getByText('Class saved.')).toBeVisible()
  await expect(other.getByText('Hatha', { exact: true })).toBeVisible()
  await expect(other.getByText('€21')).toBeVisible()
})

test('with the network gone the trainer page stays, and tries again in place', async ({
  page,
  context,
}) => {
  const trainer = await aTrainer(page)
  await aYoga(trainer)
  await page.goto(`/${trainer.username}`)
  await awake(page)
  const heading = page.getByRole('heading', { level: 1 })
  const title = await heading.textContent()
  const alert = page.getByRole('alert').filter({ hasText: 'No connection. Nothing is lost' })
  const link = page.locator(`a[href^="/book/class/"]`).first()

  await context.setOffline(true)
  await link.click()
  await expect(alert).toBeVisible()
  await expect(heading).toHaveText(title ?? '')
  await context.setOffline(false)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/\/book\/class\//)
  await expect(alert).toHaveCount(0)

  await page.goto(`/${trainer.username}`)
  await awake(page)
  const address = new URL(page.url()).pathname
  await page.route('**/book/class/*.data*', (route) =>
    route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Unavailable</h1>' }),
  )
  await link.click()
  const unavailable = page.getByRole('alert').filter({ hasText: 'The server didn’t answer.' })
  await expect(unavailable).toBeVisible()
  await expect(page).toHaveURL(({ pathname }) => pathname === address)
  await expect(heading).toHaveText(title ?? '')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.unroute('**/book/class/*.data*')
  await unavailable.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/\/book\/class\//)
  await expect(unavailable).toHaveCount(0)
})

test('with the network gone the page of a booking stays, and its button can be pressed again', async ({
  page,
  context,
}) => {
  const { path } = await aSeries([10, 10, 10])
  await page.goto(path)
  // A booking that is sent before opens a document, whose script may not come any more.
  await awake(page)
  await page.getByLabel('Your name').fill('Carla')
  await page.getByLabel('Phone or email').fill('carla@example.com')
  // Nor can what draws the notice of the booking be loaded.
  await page.route('**/assets/toasts-*.js', (route) => route.abort())
  await page.getByRole('button', { name: 'Book Single Session' }).click()
  await expect(page.getByText('🎉 Booking Confirmed!')).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Cancel booking' }).click()
  await expect(page.getByText('No connection. Nothing is lost').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: '🎉 Booking Confirmed!' })).toBeVisible()
})
