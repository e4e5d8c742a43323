import { expect, type Page, test } from '@playwright/test'
import { awake } from '../e2e/awake.ts'
import { violationsOn } from '../e2e/axe.ts'
import { aTrainer, aYoga } from '../e2e/people.ts'
import { aSeries, opened } from '../e2e/series.ts'
import {
  buyBundle,
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
})
