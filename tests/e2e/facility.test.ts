import { type Browser, expect, type Page } from '@playwright/test'
import { createClass } from '#core/schedule/commands/create-class.ts'
import { addDays, addMinutes, todayIn, weekdayOf } from '#core/shared/time.ts'
import { plainFacility } from '#db/seed/plain-class.ts'
import { test } from '#tests/support/browser.ts'
import { aBooking, aFacility, aSession, aVendor } from '#tests/support/factories.ts'
import { awake } from './awake.ts'
import { lightViolationsOn } from './axe.ts'
import { aTrainer } from './people.ts'
import { aCustomer, opened, takenIn } from './series.ts'
import { fromNow, onDay } from '#tests/support/times.ts'

test.afterAll(opened.close)

/** The tennis court of the specification, of a vendor in Berlin. */
async function aCourt(vendor?: Parameters<typeof createClass>[1]) {
  const { db } = opened
  const owner = vendor ?? (await aVendor(db)).id
  const created = await createClass(
    { db, settings: { plans: true } },
    owner,
    plainFacility({
      currency: 'EUR',
      startDate: todayIn('Europe/Berlin', new Date()),
      endDate: addDays(todayIn('Europe/Berlin', new Date()), 21),
      asksGender: 'on',
      asksBirthDate: 'on',
      extras: [
        { name: 'Equipment rental', price: '10', per: 'slot' },
        { name: 'Ball machine', price: '15', per: 'hour' },
        { name: 'Coaching', price: '25', per: 'hour' },
      ],
    }),
    new Date(),
  )
  if (!created.ok) throw new Error(created.reason)
  return created.classId
}

/** The next day of this weekday, not today. */
const next = (weekday: number) => {
  const today = todayIn('Europe/Berlin', new Date())
  return addDays(today, ((weekday - weekdayOf(today) + 6) % 7) + 1)
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).last()

/** The step “Login”. */
async function sayWho(page: Page, name: string, contact: string) {
  await expect(page.getByRole('heading', { name: 'Who is booking?' })).toBeVisible()
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Phone or email').fill(contact)
  await button(page, 'Continue').click()
}

const stepNow = (page: Page) => page.locator('[aria-current=step]')

async function fillDetails(page: Page) {
  await expect(page.getByLabel('First name')).toHaveValue('Carla')
  await expect(page.getByLabel('Last name')).toHaveValue('Weber')
  await page.getByLabel('Gender').selectOption('prefer-not-to-say')
  await page.getByLabel('Year').fill('19900')
  await page.getByLabel('Month').fill('021')
  await page.getByLabel('Day').fill('031')
  await page.getByLabel('Country code').selectOption('+49')
  await page.getByLabel('Phone number').fill('0170 1234567')
}

const visitorOf = (browser: Browser, baseURL: string | undefined, javaScriptEnabled: boolean) =>
  aCustomer(browser, { baseURL, javaScriptEnabled })

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without'

  // What looks at the page is a script itself.
  const looksRight = async (page: Page) => {
    if (javaScriptEnabled) expect(await lightViolationsOn(page)).toEqual([])
  }

  test(`the court is booked with extras, ${how} JavaScript @phone`, async ({
    browser,
    baseURL,
  }) => {
    const classId = await aCourt()
    const page = await visitorOf(browser, baseURL, javaScriptEnabled)
    await page.goto(`/book-slot/${classId}`)
    if (javaScriptEnabled) await awake(page)
    for (const text of [
      'FREE',
      '120-minute slots',
      'Up to 4 people',
      'Held for 15 minutes after the start',
    ])
      await expect(page.getByText(text).first()).toBeVisible()
    for (const text of ['€10 per session', '€15 per hour', '€25 per hour'])
      await expect(page.getByText(text).first()).toBeVisible()

    // Exactly the slots of the weekday.
    const date = next(3)
    const day = page.locator(`button[formaction*="date=${date}"]`)
    await day.click()
    // The day before may have as many.
    await expect(day).toHaveAttribute('aria-current', 'date')
    await expect(page.locator('label', { has: page.getByRole('radio') })).toHaveText([
      /^09:00/,
      /^11:00/,
      /^14:00/,
      /^16:00/,
      /^18:00/,
    ])
    await button(page, 'Continue').click()
    await expect(page.getByText('Please select date and time')).toBeVisible()
    await expect(page.getByText('Choose both a date and time slot to continue.')).toBeVisible()

    await page.getByRole('radio', { name: /^14:00/ }).check()
    // The counter stops at one and at four.
    await expect(page.getByRole('button', { name: 'One person fewer' })).toBeDisabled()
    for (let people = 2; people <= 4; people++) {
      await page.getByRole('button', { name: 'One person more' }).click()
      await expect(page.getByRole('spinbutton', { name: 'People' })).toHaveValue(String(people))
    }
    await expect(page.getByRole('button', { name: 'One person more' })).toBeDisabled()
    // A party of five is refused, whatever the field lets through.
    await page.getByRole('spinbutton', { name: 'People' }).fill('5')
    await button(page, 'Continue').click()
    await expect(page.getByText('Please enter at most 4.').first()).toBeVisible()
    await page.getByRole('spinbutton', { name: 'People' }).fill('4')
    await page.getByLabel('Equipment rental').check()
    await page.getByLabel('Ball machine').check()
    await looksRight(page)
    await button(page, 'Continue').click()

    await expect(page.getByRole('heading', { name: 'Who is booking?' })).toBeVisible()
    await button(page, 'Continue').click()
    await expect(page.getByText('Please fill in all fields')).toBeVisible()
    await button(page, 'Login').click()
    await button(page, 'Log in and continue').click()
    await expect(page.getByText('Please fill in all fields')).toBeVisible()
    await button(page, 'Sign Up').click()
    await looksRight(page)
    await sayWho(page, 'Carla Weber', 'carla@example.com')

    await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
    await button(page, 'Continue').click()
    await expect(page.getByText('Please complete all required fields')).toBeVisible()
    await fillDetails(page)
    await expect(page.getByLabel('Year')).toHaveValue('1990')
    await expect(page.getByLabel('Month')).toHaveValue('02')
    await looksRight(page)

    // Back to the first step, with what was typed there, and on again without typing anything twice.
    await page.getByRole('button', { name: /^Select/ }).click()
    await expect(page.getByRole('spinbutton', { name: 'People' })).toHaveValue('4')
    await expect(page.getByLabel('Ball machine')).toBeChecked()
    await expect(page.getByRole('radio', { name: /^14:00/ })).toBeChecked()
    await button(page, 'Continue').click()
    await expect(page.getByLabel('Phone number')).toHaveValue('0170 1234567')
    await button(page, 'Continue').click()

    await expect(page.getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
    await expect(page.getByText('€40', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('Prefer not to say')).toBeVisible()
    expect(await takenOn(classId)).toBe(0)
    await looksRight(page)
    await button(page, 'Confirm Booking').click()
    await expect(page).toHaveURL(/\/booking\//)
    await expect(
      page.getByRole('heading', { level: 1, name: '🎉 Booking Confirmed!' }),
    ).toBeVisible()
    await expect(page.getByText('4 people')).toBeVisible()
    await expect(page.getByText('Ball machine')).toBeVisible()
    await expect(page.getByText('€40', { exact: true })).toBeVisible()
    expect(await takenOn(classId)).toBe(1)
  })

  test(`a slot that goes before the confirmation leads back, with everything kept, ${how} JavaScript @phone`, async ({
    browser,
    baseURL,
  }) => {
    const { db } = opened
    const of = await aFacility(db)
    const startsAt = onDay(3)
    const slot = await aSession(db, { class: of, startsAt })
    const later = await aSession(db, { class: of, startsAt: addMinutes(startsAt, 120) })
    const page = await visitorOf(browser, baseURL, javaScriptEnabled)
    await page.goto(`/book-slot/${slot.id}`)
    if (javaScriptEnabled) await awake(page)
    await button(page, 'Continue').click()
    await sayWho(page, 'Lena Late', '0170 7654321')
    await expect(page.getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
    await aBooking(db, { session: slot, people: 2 })
    await button(page, 'Confirm Booking').click()
    await expect(page.getByText(/^Somebody has just booked this slot\./)).toBeVisible()
    const other = page.locator(`input[value="${later.id}"]`)
    await page.locator('label', { has: other }).click()
    await expect(other).toBeChecked()
    // Who books is known already.
    await button(page, 'Continue').click()
    await expect(page.getByText('0170 7654321')).toBeVisible()
    await button(page, 'Confirm Booking').click()
    await expect(page).toHaveURL(/\/booking\//)
    expect(await takenIn(of.id)).toEqual([1, 1])
  })
}

test('the Back button of the browser leads one step back, on the same day, and nothing typed is lost @phone', async ({
  browser,
  baseURL,
}) => {
  const { db } = opened
  const of = await aFacility(db)
  await aSession(db, { class: of, startsAt: onDay(2) })
  const slot = await aSession(db, { class: of, startsAt: onDay(3) })
  const page = await visitorOf(browser, baseURL, true)
  await page.goto(`/book-slot/${of.id}`)
  await awake(page)
  const date = addDays(todayIn('Europe/Berlin', new Date()), 3)
  const day = page.locator(`button[formaction*="date=${date}"]`).first()
  const said = (what: RegExp) => page.getByRole('status').filter({ hasText: what })
  await expect(said(/./)).toHaveCount(0)
  await day.click()
  await expect(said(/: 1 free slot$/)).toHaveCount(1)
  await page.locator('label', { has: page.locator(`input[value="${slot.id}"]`) }).click()
  await page.getByRole('button', { name: 'One person more' }).click()
  await expect(said(/^2 people$/)).toHaveCount(1)
  await button(page, 'Continue').click()
  await sayWho(page, 'Lena Late', '+49 170 7654321')
  await expect(page).toHaveURL(/step=confirm/)
  await page.goBack()
  await expect(stepNow(page)).toHaveText('Login')
  await expect(page.getByLabel('Your name')).toHaveValue('Lena Late')
  await page.goBack()
  await expect(stepNow(page)).toHaveText('Select')
  await expect(day).toHaveAttribute('aria-current', 'date')
  await expect(page.locator(`input[value="${slot.id}"]`)).toBeChecked()
  await expect(page.getByRole('spinbutton', { name: 'People' })).toHaveValue('2')
  await page.goForward()
  await page.goForward()
  await expect(stepNow(page)).toHaveText('Confirm')
  await button(page, 'Confirm Booking').click()
  await expect(page).toHaveURL(/\/booking\//)
  expect(await takenIn(of.id)).toEqual([0, 1])
})

test('a step whose field was refused is not left by the Back and Forward buttons of the browser @phone', async ({
  browser,
  baseURL,
}) => {
  const of = await aFacility(opened.db, { asksGender: true, asksBirthDate: true })
  const slot = await aSession(opened.db, { class: of, startsAt: onDay(3) })
  const page = await visitorOf(browser, baseURL, true)
  await page.goto(`/book-slot/${slot.id}`)
  await awake(page)
  await button(page, 'Continue').click()
  await sayWho(page, 'Carla Weber', 'carla@example.com')
  await fillDetails(page)
  await page.getByLabel('Phone number').fill('12')
  await button(page, 'Continue').click()
  const phone = page.getByLabel('Phone number')
  await expect(page).toHaveURL(/step=confirm/)
  await expect(stepNow(page)).toHaveText('Details')
  await expect(phone).toHaveAttribute('aria-invalid', 'true')
  await page.goBack()
  await expect(page).toHaveURL(/step=details/)
  await page.goBack()
  await expect(stepNow(page)).toHaveText('Login')
  for (const address of [/step=details/, /step=confirm/]) {
    await page.goForward()
    await expect(page).toHaveURL(address)
    await expect(stepNow(page)).toHaveText('Details')
    await expect(phone).toHaveAttribute('aria-invalid', 'true')
  }
  await phone.fill('0170 1234567')
  await button(page, 'Continue').click()
  await expect(stepNow(page)).toHaveText('Confirm')
})

test('from the trainer’s page to a booked court: six taps and four fields at most, also with large text @phone', async ({
  browser,
  baseURL,
}) => {
  const { db } = opened
  const of = await aFacility(db)
  await aSession(db, { class: of, startsAt: onDay(2) })
  const page = await visitorOf(browser, baseURL, true)
  let [taps, fields] = [0, 0]
  const tap = async (target: ReturnType<Page['locator']>) => {
    taps += 1
    await target.click()
  }
  const type = async (label: string, text: string) => {
    fields += 1
    await page.getByLabel(label).fill(text)
  }
  await page.goto(`/${of.vendor.username}`)
  await awake(page)
  await tap(page.getByRole('link', { name: /^Book a slot/ }))
  await expect(page.getByRole('heading', { name: 'When and how many' })).toBeVisible()
  await tap(page.locator('label.choice').first())
  await tap(button(page, 'Continue'))
  await type('Your name', 'Ada Brown')
  await type('Phone or email', 'ada@example.com')
  await tap(button(page, 'Continue'))
  // Nothing moves the page sideways where the text is twice as large.
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  await expect(page).toHaveURL(/step=confirm/)
  for (const step of ['Confirm', 'Login', 'Select']) {
    await expect(stepNow(page)).toHaveText(step)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect({ step, wide }).toEqual({ step, wide: 0 })
    if (step !== 'Select') await page.goBack()
  }
  await page.goForward()
  await page.goForward()
  await tap(button(page, 'Confirm Booking'))
  await expect(page).toHaveURL(/\/booking\//)
  expect({ taps, fields }).toEqual({ taps: 5, fields: 2 })
})

test('who has booked on this device is known, until they say that it is not them @phone', async ({
  browser,
  baseURL,
}) => {
  const { db } = opened
  const of = await aFacility(db)
  const slots = [
    await aSession(db, { class: of, startsAt: onDay(3) }),
    await aSession(db, { class: of, startsAt: onDay(3, '20:00') }),
  ]
  const page = await visitorOf(browser, baseURL, true)
  const open = async (slotId: string | undefined) => {
    await page.goto(`/book-slot/${slotId}`)
    await awake(page)
    await button(page, 'Continue').click()
    await expect(page.getByRole('heading', { name: 'Who is booking?' })).toBeVisible()
  }
  await open(slots[0]?.id)
  await sayWho(page, 'Lena Late', 'lena@example.com')
  await button(page, 'Confirm Booking').click()
  await expect(page).toHaveURL(/\/booking\//)
  await open(slots[1]?.id)
  await expect(page.getByLabel('Your name')).toHaveValue('Lena Late')
  await expect(page.getByLabel('Phone or email')).toHaveValue('lena@example.com')
  await button(page, 'Not you?').click()
  for (const name of ['Your name', 'Phone or email'])
    await expect(page.getByLabel(name)).toHaveValue('')
  await expect(button(page, 'Not you?')).toHaveCount(0)
})

async function takenOn(classId: string): Promise<number> {
  const { taken } = await opened.db
    .selectFrom('classSessions')
    .where('classId', '=', classId)
    .select(({ fn }) => fn.sum<number>('currentStudents').as('taken'))
    .executeTakeFirstOrThrow()
  return Number(taken)
}

for (const [when, minutes, recorded] of [
  ['before', 6 * 60, null],
  ['within', 3 * 60, 'late_cancel'],
] as const)
  test(`the customer of a court cancels ${when} the four hours of notice @phone`, async ({
    browser,
    baseURL,
  }) => {
    const { db } = opened
    const of = await aFacility(db, { noticeMinutes: 240 })
    const slot = await aSession(db, { class: of, startsAt: fromNow(minutes) })
    const page = await visitorOf(browser, baseURL, true)
    await page.goto(`/book-slot/${slot.id}`)
    await awake(page)
    await button(page, 'Continue').click()
    await sayWho(page, 'Lena Late', '+49 170 7654321')
    await button(page, 'Confirm Booking').click()
    await expect(page).toHaveURL(/\/booking\//)
    const hourAgo = addMinutes(new Date(), -60)
    await db
      .updateTable('bookings')
      .set({ bookedAt: hourAgo, confirmedAt: hourAgo })
      .where('sessionId', '=', slot.id)
      .execute()
    await page.reload()
    await page
      .getByRole('link', { name: /^Cancel/ })
      .first()
      .click()
    await button(page, /^(?:Cancel|Yes)/).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Cancelled' })).toBeVisible()
    const { attendance } = await db
      .selectFrom('bookings')
      .where('sessionId', '=', slot.id)
      .select('attendance')
      .executeTakeFirstOrThrow()
    expect(attendance).toBe(recorded)
    expect(await takenIn(of.id)).toEqual([0])
  })

for (const javaScriptEnabled of [true, false])
  test(`the owner creates a court with its week, ${javaScriptEnabled ? 'with' : 'without'} JavaScript @both`, async ({
    page: signedIn,
    browser,
  }) => {
    const { vendor } = await aTrainer(signedIn)
    const context = await browser.newContext({
      javaScriptEnabled,
      storageState: await signedIn.context().storageState(),
    })
    const page = await context.newPage()
    await page.goto('/dashboard/facilities/new')
    if (javaScriptEnabled) await awake(page)
    await page.getByLabel('Name', { exact: true }).first().fill('Court 1')
    await page.getByLabel('Length of a slot').fill('120')
    await page.getByLabel('Price').first().fill('0')
    if (javaScriptEnabled) await expect(page.getByText('Free for customers')).toBeVisible()
    await page.getByLabel('Every day, from').fill('09:00')
    await page.getByLabel('Every day, until').fill('20:00')
    const times = page.locator('input[type=time]:visible')
    await expect(times).toHaveCount(2)
    const addBreak = page.getByText('Add a break').first()
    await addBreak.click()
    await page.getByLabel('Every day, break from').fill('13:00')
    if (javaScriptEnabled) {
      await button(page, 'Every day: remove the break').click()
      await expect(times).toHaveCount(2)
      await addBreak.click()
      await page.getByLabel('Every day, break from').fill('13:00')
    }
    await page.getByLabel('Every day, break until').fill('14:00')
    await expect(addBreak).toBeHidden()
    await page.getByText('Different on…').click()
    await page.getByText('Saturday', { exact: true }).click()
    await page.getByLabel('Saturday, from').fill('08:00')
    await page.getByLabel('Saturday, until').fill('18:00')
    await page.getByText('Sunday', { exact: true }).click()
    await page.getByLabel('Closed on Sunday').check()
    if (javaScriptEnabled) await expect(page.getByText('30 slots a week')).toBeVisible()
    const addExtra = page.getByText('Add an extra').filter({ visible: true })
    await addExtra.click()
    await expect(addExtra).toHaveCount(1)
    const extra = page.getByRole('group', { name: 'Extra 1' })
    await extra.getByLabel('Name').fill('Ball machine')
    await extra.getByLabel('Price').fill('15')
    await extra.getByLabel('Charged').selectOption('hour')
    await button(page, 'Create').click()
    await expect(page.getByText('Court or room created.').first()).toBeVisible()
    await expect(page.getByText('30 slots a week, 120 min each').first()).toBeVisible()
    const made = await opened.db
      .selectFrom('classTimes')
      .where('vendorId', '=', vendor.id)
      .orderBy('weekday')
      .orderBy('startTime')
      .select(['weekday', 'startTime'])
      .execute()
    const startsOn = (day: number) =>
      made.flatMap(({ weekday, startTime }) => (weekday === day ? startTime.slice(0, 2) : []))
    expect([1, 6, 7].map((day) => startsOn(day).join(' '))).toEqual([
      '09 11 14 16 18',
      '08 10 12 14 16',
      '',
    ])
    await context.close()
  })

test('the owner sees who has the court, and blocks free time by dragging over it', async ({
  page,
}) => {
  const { vendor } = await aTrainer(page)
  const { db } = opened
  const classId = await aCourt(vendor.id)
  const date = next(3)
  const slot = await db
    .selectFrom('classSessions')
    .where('classId', '=', classId)
    .where('sessionDate', '=', date)
    .where('startTime', '=', '09:00')
    .select(['id', 'startsAt', 'maxStudents'])
    .executeTakeFirstOrThrow()
  const of = { id: classId, vendor, durationMinutes: 120, priceMinor: 0, maxStudents: 1 }
  const { bookingIds } = await aBooking(db, {
    session: { ...slot, class: of },
    customer: { name: 'Ada Brown' },
    people: 3,
  })
  await page.goto('/dashboard')
  await expect(page.getByText('1 booked, 4 free')).toBeVisible()
  await expect(page.getByText('Ada Brown, 3 people').first()).toBeVisible()
  await page.goto(`/dashboard/calendar?from=${date}`)
  await expect(page.locator('.live-title')).toHaveText(['Ada Brown, 3 people'])
  const free = await page.locator('.live-free').count()
  // From 11:00 to 16:00 on Wednesday; the week begins on Monday, the day at 7:00 and ends at 21:00.
  const lane = await page.locator('.live-lane').nth(2).boundingBox()
  if (!lane) throw new Error('The calendar has no days.')
  const [x, at] = [
    lane.x + lane.width / 2,
    (hour: number) => lane.y + (lane.height * (hour - 7)) / 14,
  ]
  await page.mouse.move(x, at(11.1))
  await page.mouse.down()
  await page.mouse.move(x, at(13), { steps: 5 })
  await page.mouse.move(x, at(15.9), { steps: 5 })
  await page.mouse.up()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading').first()).toContainText(/11:00.*(?:16|4):00/)
  // Each free slot in it can be given to a customer instead.
  await expect(dialog.locator('a[href*="/bookings/new?session="]')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Block this time' }).click()
  // Nobody had booked them, so nothing was asked.
  await expect(page.getByText('The time is blocked.').first()).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('.live-free')).toHaveCount(free - 2)
  await expect(page.locator('.live-title')).toHaveText(['Ada Brown, 3 people'])

  // Edit Booking asks for the day, then for a time that is free on it.
  await page.goto(`/dashboard/bookings/${bookingIds[0]}`)
  await awake(page)
  await page.getByText('Correct details').click()
  const time = page.getByLabel('Time', { exact: true })
  await expect(time.locator('option:checked')).toHaveText(/^9:00 AM|^09:00/)
  await page.getByLabel('Day', { exact: true }).selectOption(next(6))
  await expect(time.locator('option:checked')).toHaveText('Choose a time')
  await expect(time.locator('option')).toHaveCount(6)
  await time.selectOption({ index: 2 })
  await button(page, 'Update Booking').click()
  await expect(page.getByText('Success!').first()).toBeVisible()
  const { sessionDate } = await db
    .selectFrom('bookings as b')
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .where('b.id', '=', bookingIds[0] ?? '')
    .select('s.sessionDate')
    .executeTakeFirstOrThrow()
  expect(sessionDate).toBe(next(6))
})
