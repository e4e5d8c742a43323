import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/browser.ts'
import { awake } from './awake.ts'
import { aTrainer, aYoga } from './people.ts'
import { opened } from './series.ts'

test.afterAll(opened.close)

/** Presses Tab until the named thing has the focus, as people without a mouse do. */
async function tabTo(page: Page, name: RegExp, most = 60) {
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press('Tab')
    // In one look: between two the page may take the focus away.
    const said = await page.evaluate(() => {
      const focused = document.activeElement
      if (focused === null || focused === document.body) return null
      return focused.getAttribute('aria-label') ?? focused.textContent ?? ''
    })
    if (said !== null && name.test(said)) return page.locator(':focus')
  }
  throw new Error(`Tab never came to ${String(name)}`)
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without'

  test(`both layouts lead to a booking by the keyboard alone, ${how} JavaScript`, async ({
    browser,
    baseURL,
  }) => {
    const options = {
      javaScriptEnabled,
      locale: 'en-US',
      timezoneId: 'Europe/Berlin',
      ...(baseURL && { baseURL }),
    }
    const trainerPage = await (await browser.newContext(options)).newPage()
    const trainer = await aTrainer(trainerPage)
    await aYoga(trainer)

    const page = await (await browser.newContext(options)).newPage()
    const opened = async (title: string) => {
      const form = javaScriptEnabled ? page.getByRole('dialog', { name: title }) : page
      await expect(form.getByLabel('Your name')).toBeVisible()
      await expect(form.locator('input[type="radio"]:checked')).toHaveCount(1)
    }
    await page.goto(`/${trainer.username}`)
    // The class by its card, which is folded, then one of its dates, then the session.
    await tabTo(page, /^Show the class$/)
    await page.keyboard.press('Enter')
    await tabTo(page, /^Yoga$/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: 'Sessions: Yoga' })).toBeVisible()
    await expect(page).toHaveURL(/class=/)
    await page.goto(page.url().replace('#sessions', ''))
    await tabTo(page, /^Monday.*1 session$/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/date=\d{4}/)
    await expect(page.locator('a[aria-current="date"]')).toBeVisible()
    if (javaScriptEnabled) await awake(page)
    await tabTo(page, /^Book Session: Yoga/)
    await page.keyboard.press('Enter')
    await opened('Confirm Your Booking')

    await trainerPage.goto('/dashboard/settings/page')
    await trainerPage.getByLabel('Catalogue').check()
    await trainerPage.getByLabel('Telegram username').fill('@vera_moves')
    await trainerPage.getByRole('button', { name: 'Save changes' }).click()
    await expect(trainerPage.getByText('Your page is up to date.')).toBeVisible()

    await page.goto(`/${trainer.username}`)
    await expect(page.getByRole('link', { name: 'Message' })).toHaveAttribute(
      'href',
      'https://t.me/vera_moves',
    )
    await tabTo(page, /^View Schedule: Yoga/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'Back to Classes' })).toBeVisible()
    await tabTo(page, /^Next month/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/month=/)
    await page.goto(page.url())
    await tabTo(page, /^Monday.*1 session$/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/date=/)
    if (javaScriptEnabled) await awake(page)
    await tabTo(page, /^Book Now: Yoga/)
    await page.keyboard.press('Enter')
    await opened('Book Your Training Session')
  })

  test(`on a phone the ways to the trainer and the whole month open, ${how} JavaScript @phone`, async ({
    browser,
    baseURL,
  }) => {
    const options = {
      javaScriptEnabled,
      locale: 'en-US',
      viewport: { width: 390, height: 844 },
      ...(baseURL && { baseURL }),
    }
    const trainerPage = await (await browser.newContext(options)).newPage()
    const trainer = await aTrainer(trainerPage)
    await aYoga(trainer)
    await trainerPage.goto('/dashboard/settings/page')
    await trainerPage.getByLabel('Phone').fill('030 123456')
    await trainerPage.getByLabel('Telegram username').fill('@vera_moves')
    await trainerPage.getByRole('button', { name: 'Save changes' }).click()
    await expect(trainerPage.getByText('Your page is up to date.')).toBeVisible()

    const page = await (await browser.newContext(options)).newPage()
    await page.goto(`/${trainer.username}`)
    // Who, where and the next spots, before anything is scrolled.
    const fold = 844
    for (const seen of [
      page.getByRole('heading', { level: 1 }),
      page.getByText('Berlin, Kreuzberg'),
      page.getByRole('link', { name: /^Book Session: Yoga/ }).first(),
    ]) {
      const box = await seen.boundingBox()
      expect(box && box.y + box.height).toBeLessThan(fold)
    }
    const call = page.getByRole('link', { name: 'Call' })
    await expect(call).toBeHidden()
    await page.getByText('Contact', { exact: true }).locator('..').click()
    await expect(call).toBeVisible()
    await expect(call).toHaveAttribute('href', 'tel:+4930123456')

    const weekdays = page.getByRole('columnheader', { name: 'Mon' })
    await expect(weekdays).toBeHidden()
    await page.getByText('Whole month').click()
    await expect(weekdays).toBeVisible()
    await page.mouse.wheel(0, 4000)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
    // The bar with the name and the contact stays, and the next spot comes in place of its own button.
    await expect(page.getByText('Contact', { exact: true }).locator('..')).toBeInViewport()
    // In another zone, the script shows both clocks in its place.
    const bar = page.locator('main > div').filter({ hasText: /Next open spot|GMT\+/ })
    await expect(bar.last()).toBeInViewport()
  })
}
