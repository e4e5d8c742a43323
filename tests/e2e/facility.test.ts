import { type Browser, expect, type Page, test } from '@playwright/test'
import { createClass } from '#core/classes/commands/create-class.ts'
import { addDays, addMinutes, todayIn, weekdayOf } from '#core/shared/time.ts'
import { plainFacility } from '#db/seed/plain-class.ts'
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

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).last()

async function asGuest(page: Page) {
  await button(page, 'Continue without an account').click()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
}

async function fillDetails(page: Page) {
  await page.getByLabel('First name').fill('Carla')
  await page.getByLabel('Last name').fill('Weber')
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
    await page.locator(`button[formaction*="date=${date}"]`).click()
    await expect(page.getByRole('radio')).toHaveCount(5)
    await button(page, 'Continue').click()
    await expect(page.getByText('Please select date and time')).toBeVisible()
    await expect(page.getByText('Choose both a date and time slot to continue.')).toBeVisible()

    await page.getByRole('radio', { name: /^14:00/ }).check({ force: true })
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
    await button(page, 'Sign up and continue').click()
    await expect(page.getByText('Please fill in all fields')).toBeVisible()
    await button(page, 'Login').click()
    await button(page, 'Log in and continue').click()
    await expect(page.getByText('Please fill in all fields')).toBeVisible()
    await button(page, 'Sign Up').click()
    await page.getByLabel('First name').fill('Carla')
    await page.getByLabel('Last name').fill('Weber')
    await page.getByLabel('Email').fill('carla@example.com')
    await looksRight(page)
    await button(page, 'Sign up and continue').click()

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

    await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible()
    await expect(page.getByText('€40').first()).toBeVisible()
    await looksRight(page)
    expect(await takenOn(classId)).toBe(0)
    await button(page, 'Continue').click()
    await expect(page.getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
    await looksRight(page)
    await button(page, 'Confirm Booking').click()
    await expect(page).toHaveURL(/\/booking\//)
    await expect(
      page.getByRole('heading', { level: 1, name: '🎉 Booking Confirmed!' }),
    ).toBeVisible()
    await expect(page.getByText('4 people')).toBeVisible()
    await expect(page.getByText('Ball machine')).toBeVisible()
    await expect(page.getByText('€40')).toBeVisible()
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
    await asGuest(page)
    await page.getByLabel('First name').fill('Lena')
    await page.getByLabel('Last name').fill('Late')
    await page.getByLabel('Country code').selectOption('+49')
    await page.getByLabel('Phone number').fill('0170 7654321')
    await button(page, 'Continue').click()
    await expect(page.getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
    await aBooking(db, { session: slot, people: 2 })
    await button(page, 'Confirm Booking').click()
    await expect(page.getByText(/^Somebody has just booked this slot\./)).toBeVisible()
    const other = page.locator(`input[value="${later.id}"]`)
    await page.locator('label', { has: other }).click()
    await expect(other).toBeChecked()
    await button(page, 'Continue').click()
    await expect(page.getByLabel('First name')).toHaveValue('Lena')
    await expect(page.getByLabel('Phone number')).toHaveValue('0170 7654321')
    await button(page, 'Continue').click()
    await button(page, 'Confirm Booking').click()
    await expect(page).toHaveURL(/\/booking\//)
    expect(await takenIn(of.id)).toEqual([1, 1])
  })
}

test('the Back button of the browser leads to the first step, and nothing typed is lost @phone', async ({
  browser,
  baseURL,
}) => {
  const { db } = opened
  const of = await aFacility(db)
  const slot = await aSession(db, { class: of, startsAt: onDay(3) })
  const page = await visitorOf(browser, baseURL, true)
  await page.goto(`/book-slot/${slot.id}`)
  await awake(page)
  await page.getByRole('button', { name: 'One person more' }).click()
  await button(page, 'Continue').click()
  await asGuest(page)
  await page.getByLabel('First name').fill('Lena')
  await page.getByLabel('Last name').fill('Late')
  await page.getByLabel('Phone number').fill('+49 170 7654321')
  await button(page, 'Continue').click()
  await expect(page.getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'When and how many' })).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: 'People' })).toHaveValue('2')
  await button(page, 'Continue').click()
  await expect(page.getByLabel('First name')).toHaveValue('Lena')
  await expect(page.getByLabel('Phone number')).toHaveValue('+49 170 7654321')
})

test('who has booked on this device is known, until they say that it is not them @phone', async ({
  browser,
  baseURL,
}) => {
  const { db } = opened
  const of = await aFacility(db)
  const startsAt = onDay(3)
  const slots = [
    await aSession(db, { class: of, startsAt }),
    await aSession(db, { class: of, startsAt: addMinutes(startsAt, 120) }),
  ]
  const page = await visitorOf(browser, baseURL, true)
  const open = async (slotId: string | undefined) => {
    await page.goto(`/book-slot/${slotId}`)
    await awake(page)
    await button(page, 'Continue').click()
    await expect(page.getByRole('heading', { name: 'Who is booking?' })).toBeVisible()
  }
  await open(slots[0]?.id)
  await page.getByLabel('First name').fill('Lena')
  await page.getByLabel('Last name').fill('Late')
  await page.getByLabel('Email').fill('lena@example.com')
  await button(page, 'Sign up and continue').click()
  await page.getByLabel('Phone number').fill('+49 170 7654321')
  await button(page, 'Continue').click()
  await button(page, 'Confirm Booking').click()
  await expect(page).toHaveURL(/\/booking\//)
  await open(slots[1]?.id)
  await expect(page.getByLabel('First name')).toHaveValue('Lena')
  await expect(page.getByLabel('Email')).toHaveValue('lena@example.com')
  await button(page, 'Not you?').click()
  for (const name of ['First name', 'Last name', 'Email'])
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
    await asGuest(page)
    await page.getByLabel('First name').fill('Lena')
    await page.getByLabel('Last name').fill('Late')
    await page.getByLabel('Phone number').fill('+49 170 7654321')
    await button(page, 'Continue').click()
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

test('the owner creates a court with its week on one screen, and sees it in the calendar', async ({
  page,
}) => {
  await aTrainer(page)
  await page.goto('/dashboard/classes')
  await page.getByRole('link', { name: 'Add court or room' }).first().click()
  await awake(page)
  await page.getByLabel('Name', { exact: true }).first().fill('Court 1')
  await page.getByLabel('Length of a slot').fill('120')
  await page.getByLabel('Monday, from').first().fill('09:00')
  await page.getByLabel('Monday, until').first().fill('13:00')
  await page.getByLabel('Monday, from').last().fill('14:00')
  await page.getByLabel('Monday, until').last().fill('20:00')
  await button(page, 'Use Monday’s hours for every day').click()
  await expect(page.getByText('35 slots a week')).toBeVisible()
  for (const day of ['Saturday', 'Sunday']) {
    await page.getByLabel(`${day}, from`).first().fill('08:00')
    await page.getByLabel(`${day}, until`).first().fill('18:00')
    await page.getByLabel(`${day}, from`).last().fill('')
    await page.getByLabel(`${day}, until`).last().fill('')
  }
  await expect(page.getByText('35 slots a week')).toBeVisible()
  const extra = page.getByRole('group', { name: 'Extra 1' })
  await extra.getByLabel('Name').fill('Ball machine')
  await extra.getByLabel('Price').fill('15')
  await extra.getByLabel('Charged').selectOption('hour')
  await button(page, 'Create').click()
  await expect(page.getByText('Court or room created.')).toBeVisible()
  await expect(page.getByText('35 slots a week, 120 min each')).toBeVisible()
  await page.goto(`/dashboard/calendar?from=${next(1)}`)
  await expect(page.getByText('Court 1').first()).toBeVisible()
  expect(await page.getByText('Court 1').count()).toBeGreaterThanOrEqual(35)
})
