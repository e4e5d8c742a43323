import { randomUUID } from 'node:crypto'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '#tests/support/browser.ts'
import { aFacility, aSession } from '#tests/support/factories.ts'
import { onDay } from '#tests/support/times.ts'
import { z } from 'zod'
import { awake } from './awake.ts'
import { aCustomer, aSeries, opened } from './series.ts'

test.afterAll(opened.close)

const origin = process.env['E2E_ORIGIN'] ?? ''

/** The link of a booking of the second session. */
async function aManageLink(sessionId: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      sessionId,
      customer: { name: 'Mara Lindt', email: `mara-${randomUUID()}@example.com` },
    }),
  })
  const { manageUrl } = z
    .object({ booking: z.object({ manageUrl: z.string() }) })
    .parse(await answer.json()).booking
  return manageUrl
}

/**
 * Notes what moves up or down in the content without being asked, from the first paint on. A page that is still coming may
 * be painted between a button's picture and its words, so a few pixels are left out, and so is the footer.
 */
async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }
    const shifts: string[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources: readonly Source[] = Reflect.get(entry, 'sources')
        for (const { node, previousRect, currentRect } of sources) {
          const moved = node instanceof Element ? node : node?.parentElement
          if (moved?.closest('main') && Math.abs(previousRect.y - currentRect.y) > 12)
            shifts.push(`${previousRect.y} → ${currentRect.y}: ${moved.outerHTML.slice(0, 200)}`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** What moved while the page came and its script started, on a phone four times slower than this machine. */
async function shiftsOf(page: Page, path: string): Promise<string[]> {
  const slow = await page.context().newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(path)
  await awake(page)
  // The observer hears of a frame after it was drawn.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 200)))
  return page.evaluate(() => Reflect.get(globalThis, 'shifts'))
}

for (const { from, timezoneId, isFirst } of [
  { from: 'where the trainer is', timezoneId: 'Europe/Berlin', isFirst: true },
  { from: 'in another time zone, at a first visit', timezoneId: 'America/New_York', isFirst: true },
  {
    from: 'in another time zone, from the second page on',
    timezoneId: 'America/New_York',
    isFirst: false,
  },
])
  test(`nothing moves under a finger while a page starts, ${from}`, async ({
    browser,
    baseURL,
  }) => {
    const { path, form, sessions, username } = await aSeries([4, 4, 4, 4])
    const link = await aManageLink(sessions[1]?.id ?? '')
    const context = await browser.newContext({
      locale: 'en-US',
      timezoneId,
      viewport: { width: 390, height: 844 },
      ...(baseURL && { baseURL }),
    })
    await watchShifts(context)
    const page = await context.newPage()
    await page.goto(path)
    await awake(page)
    if (timezoneId !== 'Europe/Berlin')
      await expect(page.getByText(/your time/).first()).toBeVisible()
    for (const next of [
      path,
      form,
      link,
      `${link}&do=move`,
      `${link}&do=cancel`,
      `/${username}`,
      '/login',
    ]) {
      // At a first visit the server knows nothing about a reader.
      if (isFirst) await context.clearCookies()
      expect([next, ...(await shiftsOf(page, next))]).toEqual([next])
      if (timezoneId !== 'Europe/Berlin' && next === `/${username}`)
        await expect(page.getByText(/your time/).first()).toBeVisible()
    }
    await context.close()
  })

test('nothing moves in the list of classes where a session is on another day, at a first visit', async ({
  browser,
  baseURL,
}) => {
  const { of } = await aSeries([4, 4, 4, 4])
  const title = `Yoga ${randomUUID().slice(0, 8)}`
  await opened.db.updateTable('classes').set({ title }).where('id', '=', of.id).execute()
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'Pacific/Auckland',
    viewport: { width: 1440, height: 900 },
    ...(baseURL && { baseURL }),
  })
  await watchShifts(context)
  const page = await context.newPage()
  const list = `/classes?q=${encodeURIComponent(title)}`
  expect(await shiftsOf(page, list)).toEqual([])
  // "GMT+1 · Tue, Mar 30, 05:00 your time", on one line.
  const own = page.getByText(/, .* your time/).first()
  await expect(own).toBeVisible()
  expect((await own.boundingBox())?.height).toBeLessThan(30)
  await context.close()
})

for (const page of ['a class', 'a court'] as const)
  test(`a refused form of ${page} moves with its answer, and not again when the page has been read`, async ({
    browser,
    baseURL,
  }) => {
    const { path, button } = await aFormOf[page]()
    const visitor = await aCustomer(browser, { baseURL })
    const readAgain = Promise.withResolvers<void>()
    await visitor.goto(path)
    await awake(visitor)
    await visitor.route('**/*.data?*', async (route) => {
      if (route.request().method() === 'GET') await readAgain.promise
      await route.continue()
    })
    await visitor.getByRole('button', { name: button, exact: true }).last().click()
    const focused = visitor.locator('section:focus, input:focus')
    await expect(focused).toBeVisible()
    const answered = await rolledTo(visitor)
    expect(visitor.url()).not.toContain('#book')
    readAgain.resolve()
    await expect(visitor).toHaveURL(/#book$/)
    expect(await rolledTo(visitor)).toBe(answered)
    await expect(focused).toBeInViewport()
  })

const aFormOf = {
  'a class': async () => ({
    path: (await aSeries([4, 4, 4, 4])).form,
    button: 'Book Single Session',
  }),
  'a court': async () => {
    const court = await aFacility(opened.db)
    await aSession(opened.db, { class: court, startsAt: onDay(2) })
    return { path: `/book-slot/${court.id}`, button: 'Continue' }
  },
}

/** How far the page is rolled, after what it does with its next frames. */
async function rolledTo(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => done(scrollY))),
      ),
  )
}
