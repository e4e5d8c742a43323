import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/browser.ts'
import { listPages } from '#tests/support/routes.ts'
import { lightViolationsOn } from './axe.ts'
import { opened } from './series.ts'
import {
  adminStates,
  newcomerStates,
  type State,
  suspendedStates,
  trainerStates,
  visitorStates,
} from './states.ts'

// The usual state of each page. Its other states, the dark theme and the other languages: `npm run accessibility`.

test.afterAll(opened.close)

test('axe finds nothing on any page, and no page is wider than its screen', async ({
  page,
  browser,
}) => {
  // Tall: what the bar at the bottom covers at one place of scrolling is not what is looked for here.
  await page.setViewportSize({ width: 390, height: 2400 })
  const trainer = await (await browser.newContext()).newPage()
  const newcomer = await (await browser.newContext()).newPage()
  const admin = await (await browser.newContext()).newPage()
  const suspended = await (await browser.newContext()).newPage()
  const seen = [
    ...(await expectSound(page, await visitorStates())),
    ...(await expectSound(trainer, await trainerStates(trainer))),
    ...(await expectSound(newcomer, await newcomerStates(newcomer))),
    ...(await expectSound(admin, await adminStates(admin))),
    ...(await expectSound(suspended, await suspendedStates(suspended))),
  ]
  expect(seen.toSorted()).toEqual((await listPages()).toSorted())
})

async function expectSound(page: Page, states: readonly State[]): Promise<string[]> {
  const usual = new Map(states.toReversed())
  // Also what React says when the page that the server sent differs from its own.
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  for (const path of usual.values()) {
    await page.goto(path)
    expect.soft(await lightViolationsOn(page), path).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect.soft(overflow, path).toBeLessThanOrEqual(0)
    expect.soft(faults.splice(0), path).toEqual([])
  }
  return [...usual.keys()]
}
