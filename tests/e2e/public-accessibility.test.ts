import { expect, test } from '@playwright/test'
import { aBundle, aVendor } from '#tests/support/factories.ts'
import { awake } from './awake.ts'
import { violationsOn } from './axe.ts'
import { aCustomer, aSeries, fill, opened } from './series.ts'

// Every public page in its states, light and dark, on a phone: what a machine can find of WCAG 2.2 AA.

test.afterAll(opened.close)

test('axe finds nothing on a public page with something on it', async ({ browser, baseURL }) => {
  const page = await aCustomer(browser, { baseURL })
  // Tall: what the bar at the bottom covers at one place of scrolling is not what is looked for here.
  await page.setViewportSize({ width: 390, height: 2400 })
  const { of, sessions, bundle, username, path } = await aSeries([5, 1, 3, 5])
  await fill(sessions[1])
  const catalogue = await aSeries([5, 1, 30])
  await opened.db
    .updateTable('vendors')
    .set({ layout: 'catalogue' })
    .where('id', '=', catalogue.of.vendor.id)
    .execute()
  await aBundle(opened.db, { class: catalogue.of })
  const first = sessions[0]?.id ?? ''
  for (const address of [
    '/',
    '/pricing',
    '/contact',
    '/classes',
    '/classes?q=yoga&category=fitness',
    `/${username}`,
    `/${username}?class=${of.id}`,
    `/${catalogue.username}`,
    `/${catalogue.username}?class=${catalogue.of.id}`,
    `/vendor/${of.vendor.id}`,
    path,
    `${path}?session=${first}`,
    `${path}?tab=bundle`,
    `${path}?bundle=${bundle.id}`,
    `${path}?bundle=${bundle.id}&step=dates`,
    `${path}?bundle=${bundle.id}&first=${first}`,
    `${path}?bundle=${bundle.id}&first=${first}&how=auto`,
    `${path}?bundle=${bundle.id}&first=${first}&how=choose`,
    `/embed/${username}`,
    `/embed/class/${of.id}`,
    '/my-spots',
    '/privacy-policy',
    '/terms-of-service',
  ]) {
    await page.goto(address)
    expect(await violationsOn(page), address).toEqual([])
  }
})

test('axe finds nothing on a public page that is empty, refused or missing', async ({
  browser,
  baseURL,
}) => {
  const page = await aCustomer(browser, { baseURL })
  const empty = await aVendor(opened.db)
  const emptyCatalogue = await aVendor(opened.db, { layout: 'catalogue' })
  const none = await aSeries([])
  for (const address of [
    `/${empty.username}`,
    `/${emptyCatalogue.username}`,
    `/${none.username}?class=${none.of.id}`,
    none.path,
    `${none.path}?bundle=${none.bundle.id}`,
    `/embed/${empty.username}`,
    '/classes?q=qwxzzq',
    '/nobody-of-this-name',
    '/vendor/00000000-0000-4000-8000-000000000000',
    '/book/class',
    '/book/class/00000000-0000-4000-8000-000000000000',
    '/booking/7K3M9QX2TB?token=wrong',
    '/request/7K3M9QX2TB?token=wrong',
    '/no/such/page',
  ]) {
    await page.goto(address)
    expect(await violationsOn(page), address).toEqual([])
  }

  const { sessions, path } = await aSeries([5, 5])
  const unscripted = await aCustomer(browser, { baseURL, javaScriptEnabled: false })
  await unscripted.goto(`${path}?session=${sessions[0]?.id}`)
  await unscripted.getByLabel('Your name').fill('Carla')
  await unscripted.getByLabel('Phone or email').fill('nobody')
  await unscripted.getByRole('button', { name: 'Book Single Session' }).click()
  const refused = await unscripted.content()
  await page.setContent(refused)
  expect(await violationsOn(page), 'a refused booking').toEqual([])
})

test('axe finds nothing on the page of a bundle that was bought', async ({ browser, baseURL }) => {
  const page = await aCustomer(browser, { baseURL })
  const { sessions, bundle, path } = await aSeries([5, 5, 5])
  await page.goto(`${path}?bundle=${bundle.id}&first=${sessions[0]?.id}`)
  await page.getByLabel('Your name').fill('Carla')
  await page.getByLabel('Phone or email').fill('carla@example.com')
  await page
    .getByRole('button', { name: /^Buy bundle/ })
    .last()
    .click()
  await expect(page).toHaveURL(/\/booking\//)
  expect(await violationsOn(page), 'the manage page').toEqual([])
  const manage = page.url().replace(/#.*/, '')
  await page.goto(`${manage}&do=cancel`)
  expect(await violationsOn(page), 'cancelling').toEqual([])
})

test('axe finds nothing while the class browser loads, and when no answer comes', async ({
  browser,
  baseURL,
}) => {
  const page = await aCustomer(browser, { baseURL })
  await aSeries([5])
  await page.goto('/classes')
  await awake(page)
  let answer: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/classes.data*', async (route) => {
    await held
    await route.fulfill({ status: 500, body: 'down' })
  })
  await page.getByRole('searchbox').fill('yoga')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByText('Loading classes')).toBeAttached()
  expect(await violationsOn(page), 'loading').toEqual([])
  answer()
  await expect(page.getByRole('alert')).toContainText('No connection.')
  await expect(page.getByRole('heading', { level: 1, name: 'Browse' })).toBeVisible()
  expect(await violationsOn(page), 'no answer').toEqual([])
})
