import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/browser.ts'

// Tells something under `npm run test:clocks -- --browser` only, where a browser with its own clock would be weeks away.

test('every page has the clock of the test, also one that a test can move', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const moved = await context.newPage()
  const own = await browser.newPage()
  const guest = await (await browser.newContext()).newPage()
  for (const one of [page, moved, own, guest]) {
    expect(await secondsFromTest(one)).toBeLessThan(60)
    await one.goto(`${baseURL}/login`)
    expect(await secondsFromTest(one)).toBeLessThan(60)
  }
  await moved.clock.install()
  await moved.reload()
  expect(await secondsFromTest(moved)).toBeLessThan(60)
})

async function secondsFromTest(page: Page): Promise<number> {
  return Math.abs((await page.evaluate(() => Date.now())) - Date.now()) / 1000
}
