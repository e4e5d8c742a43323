import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { openDatabase } from '#core/shared/db.ts'
import { test } from '#tests/support/browser.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { onDay } from '#tests/support/times.ts'

/**
 * A trainer's own site: another host, which knows nothing of us but the line it was given. It names its
 * viewport, as sites do: without it a phone lays the page out at 980 px and zooms out, so nothing gets
 * narrower, and after a change of size Chromium may place a tap in a frame by the zoom from before.
 */
async function withSite<T>(body: string, visit: (address: string) => Promise<T>): Promise<T> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(
      `<!doctype html><meta name="viewport" content="width=device-width"><title>Own site</title><h1>My site</h1>${body}<footer>End</footer>`,
    )
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  try {
    return await visit(`http://127.0.0.1:${isPort(address) ? address.port : 0}/`)
  } finally {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
}

function isPort(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}

async function studio() {
  const { db, close } = openDatabase({
    url: process.env['E2E_DATABASE_URL'] ?? '',
    max: 2,
    onError: () => {},
  })
  const vendor = await aVendor(db, { businessName: 'Studio Zoë', location: 'Berlin' })
  const yoga = await aClass(db, { vendor, title: 'Vinyasa </script>' })
  const sessions = []
  for (let day = 1; day <= 4; day++)
    sessions.push(await aSession(db, { class: yoga, startsAt: onDay(day) }))
  const [first] = sessions
  if (!first) throw new Error('There is no session.')
  await aBooking(db, { session: first, spots: 3 })
  await close()
  return { vendor, yoga, first, second: sessions[1] ?? first }
}

/** The heights of the frame and of what is in it. */
async function heights(page: Page) {
  const outside = await page.locator('iframe').evaluate((frame) => frame.clientHeight)
  const inside = await page
    .frameLocator('iframe')
    .locator('#embed')
    .evaluate((list) => Math.ceil(list.getBoundingClientRect().height))
  return { outside, inside }
}

test('one line on another site shows the sessions, as high as they are, and leads to booking @both', async ({
  page,
  baseURL,
}) => {
  const { vendor, yoga, second } = await studio()
  const line = `<script async src="${baseURL}/embed.js" data-openspot="${vendor.username}" data-theme="dark" data-language="de"></script>`
  await withSite(line, async (site) => {
    await page.goto(site)
    const list = page.frameLocator('iframe')
    await expect(list.getByRole('heading', { level: 1, name: 'Studio Zoë' })).toBeVisible()
    await expect(list.getByText('3/10 gebucht').first()).toBeVisible()
    await expect(list.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(async () => {
      const { outside, inside } = await heights(page)
      expect(outside).toBe(inside)
      expect(inside).toBeGreaterThan(300)
    }).toPass()

    // Narrower is higher, and the frame follows.
    const wide = await heights(page)
    await page.setViewportSize({ width: 320, height: 700 })
    await expect(async () => {
      const { outside, inside } = await heights(page)
      expect(outside).toBe(inside)
      expect(inside).toBeGreaterThan(wide.inside)
    }).toPass()
    expect(await list.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(
      0,
    )

    // Only the frame's own messages set its height.
    const before = await heights(page)
    await page.evaluate(
      () =>
        new Promise<void>((heard) => {
          window.addEventListener('message', ({ data }) => data === 'last' && heard())
          for (const openspotHeight of [9000, '9000px', -1, NaN, 1e9, { valueOf: 1 }])
            window.postMessage({ openspotHeight }, '*')
          window.postMessage('last', '*')
        }),
    )
    expect(await heights(page)).toEqual(before)

    await list
      .getByRole('link', { name: /Termin buchen: Vinyasa/ })
      .nth(1)
      .click()
    await expect(page).toHaveURL(`${baseURL}/book/class/${yoga.id}?session=${second.id}#book`)
    await expect(page.locator(`input[name="sessionId"][value="${second.id}"]`)).toBeChecked()
  })
})

test('where no script runs a frame can be read, and leads to booking', async ({
  browser,
  baseURL,
}) => {
  const { yoga } = await studio()
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await withSite(`<iframe src="${baseURL}/embed/class/${yoga.id}"></iframe>`, async (site) => {
    await page.goto(site)
    const list = page.frameLocator('iframe')
    await expect(list.getByRole('link', { name: /Book Session/ })).toHaveCount(4)
    await list
      .getByRole('link', { name: /Book Session/ })
      .first()
      .click()
    await expect(page).toHaveURL(new RegExp(`^${baseURL}/book/class/${yoga.id}`))
  })
  await context.close()
})

test('a frame tells its height to a parent that asks, and to nobody before', async ({
  page,
  baseURL,
}) => {
  const { yoga } = await studio()
  await withSite(`<iframe src="${baseURL}/embed/class/${yoga.id}"></iframe>`, async (site) => {
    await page.goto(site)
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible()
    const heard = await page.evaluate(
      () =>
        new Promise<unknown[]>((done) => {
          const messages: unknown[] = []
          window.addEventListener('message', ({ data, origin }) => {
            messages.push([data, origin])
            if (messages.length === 1) done(messages)
          })
          const frame = document.querySelector('iframe')?.contentWindow
          frame?.postMessage('something else', '*')
          frame?.postMessage('openspot:height', '*')
        }),
    )
    expect(heard).toEqual([[{ openspotHeight: expect.any(Number) }, baseURL]])
  })
})

test('every other page refuses to be framed', async ({ page, baseURL }) => {
  const { vendor, yoga } = await studio()
  for (const path of [`/${vendor.username}`, `/book/class/${yoga.id}`, '/login']) {
    await withSite(`<iframe src="${baseURL}${path}"></iframe>`, async (site) => {
      const refused = page.waitForEvent('console', (message) =>
        message.text().includes('frame-ancestors'),
      )
      await page.goto(site)
      await refused
      await expect(page.frameLocator('iframe').getByRole('heading')).toHaveCount(0)
    })
  }
})

test('the pages’ content security policy allows their structured data, and the console stays empty', async ({
  page,
}) => {
  const { vendor, yoga } = await studio()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  for (const path of [
    `/${vendor.username}`,
    `/book/class/${yoga.id}`,
    `/embed/${vendor.username}`,
    `/embed/class/${yoga.id}`,
  ]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const said = await page.locator('script[type="application/ld+json"]').allTextContents()
    for (const text of said) expect(JSON.stringify(JSON.parse(text))).toContain('schema.org')
    expect(said, path).toHaveLength(path.startsWith('/embed') ? 0 : 1)
    expect(complaints, path).toEqual([])
  }
})
