import { expect, type Page } from '@playwright/test'
import ICAL from 'ical.js'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { test } from '#tests/support/browser.ts'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { awake } from './awake.ts'
import { violationsOn } from './axe.ts'
import { linkIn, mailTo } from './inbox.ts'
import { aTrainer, signer } from './people.ts'
import { opened } from './series.ts'

test.afterAll(opened.close)

// The reader's clock has no part in the calendar.
test.use({ timezoneId: 'America/Los_Angeles' })

/** A trainer in Berlin with a booked session on a Wednesday at 10:00. */
async function aBookedWeek(page: Page) {
  const { vendor } = await aTrainer(page)
  const yoga = await aClass(opened.db, { vendor, title: 'Yoga', maxStudents: 10 })
  const startsAt = new Date('2031-01-15T09:00:00Z')
  const session = await aSession(opened.db, { class: yoga, startsAt })
  const email = `moved-${session.id}@example.com`
  await aBooking(opened.db, { session, spots: 2, customer: { email } })
  await page.goto('/dashboard/calendar?from=2031-01-15')
  await awake(page)
  await expect(page.getByRole('table').first()).toBeVisible()
  return { session, email, link: page.getByRole('link', { name: /^Yoga/ }) }
}

/** The news for a customer. */
const told = async (email: string) =>
  opened.db
    .selectFrom('messages')
    .where('recipient', '=', email)
    .where('kind', '=', 'news')
    .select('id')
    .execute()

test('a session is dragged to another time after a question, or goes back, and the customer is notified', async ({
  page,
}) => {
  const { link, email } = await aBookedWeek(page)
  expect(await violationsOn(page)).toEqual([])
  const dialog = page.getByRole('dialog')
  await drag(page, 1)
  await expect(dialog).toHaveAccessibleName('Move to Thu, Jan 16, 2031, 10:00?')
  await expect(dialog).toContainText('1 person (2 spots) will be notified.')
  expect(await violationsOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Don’t move' }).click()
  await expect(link).toHaveAccessibleName(/Wed, Jan 15, 2031, 10:00–11:00 2\/10 booked$/)
  await expect(link).toBeFocused()

  await drag(page, 1)
  await dialog.getByRole('button', { name: 'Move and notify 1 person' }).click()
  await expect(link).toHaveAccessibleName(/Thu, Jan 16, 2031, 10:00/)
  await expect(page).toHaveURL('/dashboard/calendar?view=week&from=2031-01-15')
  await expect.poll(() => told(email)).toHaveLength(1)
})

test('a session opens with the keyboard and shows who comes; its form moves it', async ({
  page,
}) => {
  const { session, link, email } = await aBookedWeek(page)
  await link.press('Enter')
  await expect(page).toHaveURL(`/dashboard/sessions/${session.id}`)
  await expect(page.getByRole('heading', { name: 'Who’s coming' })).toBeVisible()
  await page.getByLabel('Date').fill('2031-01-17')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByRole('button', { name: 'Yes, save' }).press('Enter')
  await expect(page.getByRole('heading', { level: 2 })).toContainText('Fri, Jan 17, 2031')
  await expect.poll(() => told(email)).toHaveLength(1)
})

test('a dragged session that is refused says why and can be given another time; the hint goes after the first', async ({
  page,
}) => {
  const { session, email } = await aBookedWeek(page)
  const hint = page.getByText('Drag a session to move it.')
  await expect(hint).toBeVisible()
  await opened.db
    .updateTable('classSessions')
    .set({ startTime: '09:45', startsAt: new Date('2031-01-15T08:45:00Z') })
    .where('id', '=', session.id)
    .execute()
  await drag(page, 1)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Someone moved this session to')
  await expect(dialog.getByLabel('Start')).toHaveValue('10:00')
  expect(await violationsOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Don’t move' }).click()
  await page.reload()
  await awake(page)
  await expect(page.getByRole('table').first()).toBeVisible()
  await expect(hint).toBeHidden()
  expect(await told(email)).toHaveLength(0)
})

test('on a touch screen a session is dragged after a long press, and a swipe scrolls', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    hasTouch: true,
    viewport: { width: 844, height: 600 },
    ...(baseURL && { baseURL }),
  })
  const page = await context.newPage()
  const { link } = await aBookedWeek(page)
  await link.scrollIntoViewIfNeeded()
  const finger = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', x = 0, y = 0) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' || type === 'touchCancel' ? [] : [{ x, y }],
    })
  const swipe = async (from: { x: number; y: number }, by: { x: number; y: number }) => {
    for (let step = 1; step <= 8; step++)
      await touch('touchMove', from.x + (by.x * step) / 8, from.y + (by.y * step) / 8)
    await touch('touchEnd')
  }
  const at = async () => {
    const box = await link.boundingBox()
    return { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 10 }
  }

  const before = await at()
  await touch('touchStart', before.x, before.y)
  await swipe(before, { x: 0, y: -150 })
  await expect.poll(async () => (await at()).y).toBeLessThan(before.y - 50)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const column = await page.getByRole('columnheader').nth(1).boundingBox()
  let start = await at()
  // A touch on a page that still rolls only stops it; then one presses again.
  await expect
    .poll(
      async () => {
        // It may have rolled on under the head of the calendar.
        await link.scrollIntoViewIfNeeded()
        start = await at()
        await touch('touchStart', start.x, start.y)
        // Until it is dragged, a movement scrolls.
        const isDragged = await expect(link)
          .toHaveClass(/is-dragged/, { timeout: 3000 })
          .then(
            () => true,
            () => false,
          )
        if (!isDragged) await touch('touchCancel')
        return isDragged
      },
      { timeout: 30_000 },
    )
    .toBe(true)
  await swipe(start, { x: column?.width ?? 0, y: 0 })
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Move to Thu, Jan 16, 2031, 10:00?')
})

/** Drags the session by whole days. */
async function drag(page: Page, days: number) {
  const box = await page.getByRole('link', { name: /^Yoga/ }).boundingBox()
  if (!box) throw new Error('The session is out of sight.')
  const [x, y] = [box.x + 20, box.y + 8]
  const column = await page.getByRole('columnheader').nth(1).boundingBox()
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + days * (column?.width ?? 0), y, { steps: 8 })
  await page.mouse.up()
}

test('a trainer’s calendar program reads the sessions from the private address, until it is replaced', async ({
  page,
  request,
}) => {
  const { session } = await aBookedWeek(page)
  await page.getByRole('link', { name: 'In your calendar app' }).click()
  await page.getByLabel('Also show who is coming').check()
  await page.getByRole('button', { name: 'Create the address' }).click()
  const apple = page.getByRole('link', { name: 'Apple Calendar' })
  const read = async () => {
    const webcal = (await apple.getAttribute('href')) ?? ''
    expect(webcal).toMatch(/^webcal:/)
    return request.get(webcal.replace('webcal:', 'http:'))
  }
  const first = await read()
  const file = await first.text()
  const event = new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent')
  expect(event?.getFirstPropertyValue('summary')).toBe('Yoga (2/10)')
  expect(event?.getFirstPropertyValue('description')).toContain('Carla Customer × 2')
  expect(String(event?.getFirstPropertyValue('uid'))).toContain(session.id)
  expect(await violationsOn(page)).toEqual([])
  await page.getByText('Replace or remove the address').click()
  await page.getByRole('button', { name: 'Create a new address' }).click()
  await expect(page.getByText('Your new address is ready')).toBeVisible()
  expect((await request.get(first.url())).status()).toBe(410)
  expect((await read()).status()).toBe(200)
})

test('a customer gets the calendar of all bookings by mail, and it follows a cancelled one', async ({
  page,
  request,
}) => {
  const of = await aClass(opened.db, { title: 'Pilates' })
  const email = `reads-${of.id}@example.com`
  const on = (startsAt: string) => aSession(opened.db, { class: of, startsAt: new Date(startsAt) })
  const booked = await aBooking(opened.db, {
    session: await on('2031-01-15T09:00:00Z'),
    customer: { email },
  })
  await aBooking(opened.db, { session: await on('2031-01-16T09:00:00Z'), customer: { email } })
  await page.goto(manageUrl(signer(), { ...booked, tokenRotation: 0 }))
  await awake(page)
  await page.getByText('Add to calendar').click()
  await page.getByRole('button', { name: 'All my bookings, kept up to date' }).click()
  await expect(page.getByText('The link is on its way')).toBeVisible()
  const manage = page.url()
  await page.goto(linkIn(await mailTo(email, /The links to your bookings/), '/feeds/'))
  expect(await violationsOn(page)).toEqual([])
  const apple = await page.getByRole('link', { name: 'Apple Calendar' }).getAttribute('href')
  const starts = async () => {
    const file = await request.get((apple ?? '').replace('webcal:', 'http:'))
    return new ICAL.Component(ICAL.parse(await file.text()))
      .getAllSubcomponents('vevent')
      .map((event) => String(event.getFirstPropertyValue('dtstart')))
  }
  expect(await starts()).toEqual(['2031-01-15T09:00:00Z', '2031-01-16T09:00:00Z'])
  await page.goto(`${manage}&do=cancel`)
  await page.getByRole('button', { name: 'Cancel now' }).click()
  await expect(page.getByRole('heading', { name: 'Cancelled' })).toBeVisible()
  expect(await starts()).toEqual(['2031-01-16T09:00:00Z'])
})
