import base from '@playwright/test'
import { shiftClock, shiftMs } from './shifted-clock.ts'

/** A test in the browser. Every page of every context has the clock of the server and of the test. */
export const test =
  shiftMs === 0
    ? base
    : base.extend<object, object>({
        browser: [
          async ({ browser }, use) => {
            const newContext = browser.newContext.bind(browser)
            browser.newContext = async (options) => {
              const context = await newContext(options)
              await context.addInitScript(shiftClock, shiftMs)
              return context
            }
            await use(browser)
          },
          { scope: 'worker' },
        ],
      })
