import type { Page } from '@playwright/test'

/**
 * Waits until the script of the page has taken it over and has nothing more to do. What is pressed before works as
 * without JavaScript, so a test of what only the script does waits for this.
 */
export async function awake(page: Page): Promise<void> {
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
  await page.evaluate(async () => {
    for (let times = 0; times < 2; times++) await new Promise((done) => requestIdleCallback(done))
  })
}
