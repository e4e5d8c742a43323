import { expect, type Page } from '@playwright/test'
import { codeAt } from '#core/integrations/totp.ts'
import { test } from '#tests/support/browser.ts'
import { aBlockedTime, aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { awake } from '../e2e/awake.ts'
import { violationsOn } from '../e2e/axe.ts'
import { aTrainer, aYoga, password } from '../e2e/people.ts'
import { aSeries, opened } from '../e2e/series.ts'
import {
  buyBundle,
  adminStates,
  newcomerStates,
  type State,
  trainerStates,
  visitorStates,
} from '../e2e/states.ts'

// Every state of every page, in both themes and in every language it has: what a machine can find of WCAG 2.2 AA.

// One file, yet both workers take part.
test.describe.configure({ mode: 'parallel' })
test.afterAll(opened.close)

async function expectSound(page: Page, states: readonly State[]): Promise<void> {
  for (const [, path] of states) {
    await page.goto(path)
    expect.soft(await violationsOn(page), path).toEqual([])
  }
}

for (const locale of ['en-US', 'de-DE', 'ru-RU']) {
  test.describe(locale, () => {
    test.use({ locale })

    test('axe finds nothing on a page that anybody can open', async ({ page }) => {
      const states = await visitorStates()
      await expectSound(page, states)
    })

    test('axe finds nothing on the page of a bundle that was bought', async ({ page }) => {
      await buyBundle(page, await aSeries([5, 5, 5]))
      expect(await violationsOn(page), 'the manage page').toEqual([])
      await page.goto(`${page.url().replace(/#.*/, '')}&do=cancel`)
      expect(await violationsOn(page), 'cancelling').toEqual([])
    })

    test('axe finds nothing on a booking that is refused', async ({ page, browser }) => {
      const { sessions, path } = await aSeries([5, 5])
      const context = await browser.newContext({ locale, javaScriptEnabled: false })
      const unscripted = await context.newPage()
      await unscripted.goto(`${path}?session=${sessions[0]?.id}`)
      await unscripted.locator('[name="name"]').fill('Carla')
      await unscripted.locator('[name="contact"]').fill('nobody')
      await unscripted.locator('[name="contact"]').press('Enter')
      await expect(unscripted.locator('[aria-invalid="true"]')).toHaveCount(1)
      await page.setContent(await unscripted.content())
      expect(await violationsOn(page)).toEqual([])
    })

    test('axe finds nothing while the class browser loads, and when no answer comes', async ({
      page,
    }) => {
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
      const asked = page.waitForRequest('**/classes.data*')
      await page.getByRole('searchbox').fill('yoga')
      await page.getByRole('searchbox').press('Enter')
      await asked
      await awake(page)
      expect(await violationsOn(page), 'loading').toEqual([])
      answer()
      await expect(page.getByRole('alert')).toHaveCount(1)
      expect(await violationsOn(page), 'no answer').toEqual([])
    })
  })
}

test('axe finds nothing in the workspace', async ({ browser }) => {
  const desk = { viewport: { width: 1440, height: 900 } }
  const page = await (await browser.newContext(desk)).newPage()
  await expectSound(page, await trainerStates(page))
  const beginner = await (await browser.newContext(desk)).newPage()
  await aYoga(await aTrainer(beginner))
  await expectSound(
    beginner,
    ['', '/classes', '/bookings', '/bookings/new', '/settings'].map((path) => [
      '',
      `/dashboard${path}`,
    ]),
  )
  const newcomer = await (await browser.newContext(desk)).newPage()
  await expectSound(newcomer, await newcomerStates(newcomer))
  const admin = await (await browser.newContext()).newPage()
  await expectSound(admin, await adminStates(admin))
})

test('axe finds nothing in the calendar where sessions can be dragged, and in its dialogs', async ({
  browser,
}) => {
  const page = await (
    await browser.newContext({ viewport: { width: 1440, height: 900 } })
  ).newPage()
  const { vendor } = await aTrainer(page)
  const yoga = await aClass(opened.db, { vendor, title: 'Yoga', maxStudents: 10 })
  const at = (time: string) => new Date(`2031-01-${time}Z`)
  const session = await aSession(opened.db, { class: yoga, startsAt: at('15T09:00:00') })
  await aBooking(opened.db, { session, spots: 2 })
  await aBooking(opened.db, { session, status: 'pending' })
  await aSession(opened.db, { class: yoga, startsAt: at('16T09:00:00'), status: 'cancelled' })
  const holiday = { startsOn: '2031-01-17', endsOn: '2031-01-17', note: 'Holiday' }
  await aBlockedTime(opened.db, vendor, holiday)
  const dialog = page.getByRole('dialog')
  const expectSoundHere = async (what: string) =>
    expect.soft(await violationsOn(page), what).toEqual([])
  for (const view of ['week', 'month']) {
    await page.goto(`/dashboard/calendar?view=${view}&from=2031-01-15`)
    await awake(page)
    await expect(page.locator('.live-calendar')).toBeVisible()
    await expectSoundHere(view)
    const box = await page.getByRole('link', { name: /^Yoga.*booked/ }).boundingBox()
    const column = await page.getByRole('columnheader').nth(1).boundingBox()
    // The day before, where nothing is.
    await page.mouse.click((box?.x ?? 0) - (column?.width ?? 0) + 20, (box?.y ?? 0) + 30)
    await expect(dialog.getByRole('link', { name: 'Yoga' })).toBeVisible()
    await expectSoundHere(`${view}, adding a session`)
    await page.keyboard.press('Escape')
  }
  await page.locator('summary', { hasText: 'Block a time' }).click()
  await page.getByLabel('First day').fill('2031-01-15')
  await page.getByLabel('Last day').fill('2031-01-15')
  await expectSoundHere('blocking a time')
  await page.getByRole('button', { name: 'Block this time' }).click()
  await expect(page.getByText('There is a session during this time')).toBeVisible()
  await expectSoundHere('blocking a time with a session in it')
  await page.goto(`/dashboard/sessions/${session.id}?cancel=one`)
  await expectSoundHere('cancelling')
})

test('axe finds nothing while two-factor sign-in is set up and used, and on a closed account', async ({
  page,
}) => {
  const { vendor, email } = await aTrainer(page)
  const expectSoundHere = async (what: string) =>
    expect.soft(await violationsOn(page), what).toEqual([])
  await page.goto('/settings/security/two-factor')
  await awake(page)
  await page.getByLabel('Your password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  const app = page.getByRole('link', { name: 'Is the app on this device? Open it' })
  const [, key = ''] = /secret=([A-Z2-7]+)/.exec((await app.getAttribute('href')) ?? '') ?? []
  await expectSoundHere('the key')
  await page.getByLabel('Code from the app').fill('000000')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1)
  await expectSoundHere('a wrong code')
  await page.getByLabel('Code from the app').fill(codeAt(key, new Date()))
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  await expectSoundHere('the recovery codes')
  await page.goto('/settings/security/two-factor')
  await expectSoundHere('two-factor sign-in is on')
  await page.goto('/settings/data')
  await awake(page)
  await page.getByText('Delete your account…').click()
  await expectSoundHere('deleting the account')

  const { db } = opened
  await db
    .updateTable('vendors')
    .set({ closedAt: new Date() })
    .where('id', '=', vendor.id)
    .execute()
  await page.goto('/account-closed')
  await expect(page.getByRole('button', { name: 'Restore the account' })).toBeVisible()
  await expectSoundHere('a closed account')
  await db
    .updateTable('vendors')
    .set({ erasingAt: new Date() })
    .where('id', '=', vendor.id)
    .execute()
  await page.reload()
  await expectSoundHere('an account that is being erased')

  await page.context().clearCookies()
  await page.goto('/login')
  await awake(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Code', { exact: false }).first()).toBeVisible()
  await expectSoundHere('the code at the sign-in')
})
