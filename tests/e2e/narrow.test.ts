import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/browser.ts'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { aTrainer, aYoga } from './people.ts'
import { aSeries, opened } from './series.ts'

test.afterAll(opened.close)

/** At double the font size. */
async function expectNarrow(page: Page, to: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(to)
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  await expect
    .soft(page.locator('html'), to)
    .toHaveJSProperty('scrollWidth', 390, { timeout: 3_000 })
}

test('at double the font size, the sections of the workspace fit a phone', async ({ page }) => {
  const { vendor } = await aTrainer(page)
  const of = await aClass(opened.db, { vendor, title: 'Bewegungstherapie am Morgen' })
  await aBooking(opened.db, { session: await aSession(opened.db, { class: of }) })
  for (const section of ['', '/classes', '/bookings', '/today', '/calendar']) {
    await expectNarrow(page, `/dashboard${section}`)
    await expect(page.getByRole('button', { name: 'More', exact: true })).toBeInViewport({
      ratio: 1,
    })
  }
  await expectNarrow(page, '/settings')
})

test('a name of one long word makes no page wider, and at 400% nothing stays over what has the focus', async ({
  page,
}) => {
  const { vendor } = await aTrainer(page)
  const session = await aSession(opened.db, { class: await aClass(opened.db, { vendor }) })
  const name = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(2)
  const { bookingIds } = await aBooking(opened.db, { session, customer: { name } })
  const id = bookingIds[0] ?? ''
  await page.setViewportSize({ width: 390, height: 844 })
  for (const to of ['', `/${id}`, `/${id}/block`, `/${id}/erase`, `/${id}/give`]) {
    await page.goto(`/dashboard/bookings${to}`)
    await expect.soft(page.locator('html'), to).toHaveJSProperty('scrollWidth', 390)
  }
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/dashboard/bookings')
  const over = await page
    .locator('main .sticky')
    .evaluateAll((bars) => bars.map((bar) => getComputedStyle(bar).position))
  expect(over).not.toContain('sticky')
})

test('at double the font size, no page is wider than a phone', async ({ page }) => {
  const { path, username, of, sessions } = await aSeries([10, 10, 10])
  // What they teach and their business may have long words.
  await opened.db
    .updateTable('vendors')
    .set({
      specialties: ['Bewegungstherapie nach Operationen'],
      businessName:
        'Zentrum für Atemtherapie am Rosenthaler Platz und Bewegungsgesundheitsberatung',
    })
    .where('id', '=', of.vendor.id)
    .execute()
  await expectNarrow(page, `/${username}`)
  await opened.db
    .updateTable('vendors')
    .set({ layout: 'catalogue' })
    .where('id', '=', of.vendor.id)
    .execute()
  await page.goto(`${path}?session=${sessions[0]?.id}`)
  await page.getByLabel('Your name').fill('Maximiliane Donaudampfschifffahrtsgesellschaft')
  await page.getByLabel('Phone or email').fill('maximiliane@example.com')
  await page.getByRole('button', { name: 'Book Single Session' }).click()
  await expect(page).toHaveURL(/\/booking\//)
  const booking = page.url()
  for (const to of [
    path,
    `${path}?tab=bundle`,
    `/${username}`,
    `/${username}?class=${of.id}`,
    `/vendor/${of.vendor.id}`,
    booking,
    `${booking.replace('#top', '')}&do=move`,
    `${booking.replace('#top', '')}&do=cancel`,
    '/',
    '/pricing',
    '/classes',
    '/my-spots',
    '/contact',
    '/login',
    '/register',
    '/forgot-password',
    '/verify-email',
    '/privacy-policy',
    '/terms-of-service',
    '/nobody-here',
  ])
    await expectNarrow(page, to)
})

test('long words, links and text without spaces make no page wider than a small phone', async ({
  page,
}) => {
  const trainer = await aTrainer(page)
  await aYoga(trainer)
  await page.goto('/dashboard/classes')
  const long = (most: number) => 'Donaudampfschifffahrts'.repeat(20).slice(0, most)
  await page.getByRole('link', { name: 'Edit Yoga' }).click()
  await page.getByLabel('Title').fill(long(120))
  await page.getByLabel('Description').fill(`${long(400)}\nhttps://example.com/${long(400)}`)
  await page.getByLabel('Address', { exact: true }).fill(long(200))
  await page.getByRole('button', { name: 'Save changes' }).last().click()
  await expect(page.getByText('Class saved.')).toBeVisible()
  await page.goto('/settings/profile')
  await page.getByLabel('About you').fill(`https://example.com/${long(400)}`)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated')).toBeVisible()

  await page.setViewportSize({ width: 360, height: 780 })
  const widest = async () => {
    await expect(page.getByRole('heading').first()).toBeVisible()
    return page.evaluate(() => document.documentElement.scrollWidth)
  }
  await page.goto(`/${trainer.username}`)
  expect.soft(await widest(), 'schedule').toBe(360)
  const [class_ = ''] = /class=[0-9a-f-]+/.exec(await page.content()) ?? []
  await page.goto(`/book/class/${class_.slice('class='.length)}`)
  expect.soft(await widest(), 'class').toBe(360)
  await page.goto(`${page.url()}?tab=bundle`)
  expect.soft(await widest(), 'bundles').toBe(360)

  await page.goto('/dashboard/settings/page')
  expect.soft(await widest(), 'settings').toBe(360)
  await page.getByLabel('Catalogue').check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Your page is up to date.')).toBeVisible()
  await page.goto(`/${trainer.username}`)
  expect.soft(await widest(), 'catalogue').toBe(360)
  await page.goto(`/${trainer.username}?${class_}`)
  expect.soft(await widest(), 'class of the catalogue').toBe(360)
  const own = `/classes/${class_.slice('class='.length)}`
  const ofClass = ['', '/sessions', '/sessions?add', '/bundles', '/bundles/new', '/delete']
  for (const path of ['', '/classes', '/bookings', ...ofClass.map((part) => own + part)])
    await page.goto(`/dashboard${path}`).then(async () => {
      expect.soft(await widest(), `/dashboard${path}`).toBe(360)
    })
})
