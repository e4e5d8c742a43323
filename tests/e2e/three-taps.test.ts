import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/browser.ts'
import { awake } from './awake.ts'
import { aCustomer, aSeries, fill, opened, takenIn } from './series.ts'

const condition = 'I am fit to take part, and I take part at my own risk.'

test.afterAll(opened.close)

/** Counts clicks, without typing. */
function countedTaps(page: Page) {
  let taps = 0
  return {
    async tap(name: string | RegExp, role: 'button' | 'link') {
      taps += 1
      await page.getByRole(role, { name }).first().click()
    },
    count: () => taps,
  }
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without'

  test(`from a trainer’s link to a booked spot in three taps, ${how} JavaScript`, async ({
    browser,
    baseURL,
  }) => {
    const { of, username } = await aSeries([5, 5])
    const page = await aCustomer(browser, { baseURL, javaScriptEnabled })
    const thumb = countedTaps(page)
    await page.goto(`/${username}`)
    await thumb.tap(/^Book Session/, 'link')
    await page.getByLabel('Your name').fill('Carla')
    await page.getByLabel('Phone or email').fill(`carla@${username}.example`)
    await thumb.tap('Book Single Session', 'button')
    await expect(page).toHaveURL(/\/booking\//)
    await expect(
      page.getByRole('heading', { level: 1, name: '🎉 Booking Confirmed!' }),
    ).toBeVisible()
    expect(thumb.count()).toBeLessThanOrEqual(3)
    expect(await takenIn(of.id)).toEqual([1, 0])
  })

  test(`a class begins to ask for something while a customer types: the answer asks for it, ${how} JavaScript`, async ({
    browser,
    baseURL,
  }) => {
    const { of, form } = await aSeries([5, 5])
    const page = await aCustomer(browser, { baseURL, javaScriptEnabled })
    await page.goto(form)
    await page.getByLabel('Phone or email').fill('lena@example.com')
    await opened.db.updateTable('classes').set({ condition }).where('id', '=', of.id).execute()
    const book = page.getByRole('button', { name: 'Book Single Session' })
    await book.click()
    await expect(page.getByText('Please tick this box to book.').first()).toBeVisible()
    await expect(page.getByLabel('Phone or email')).toHaveValue('lena@example.com')
    const box = page.getByRole('checkbox', { name: condition })
    await box.check()
    // Still without a name: the box has to stay, and stay ticked.
    await book.click()
    await expect(page.getByText('Please tick this box to book.')).toHaveCount(0)
    await expect(box).toBeChecked()
    expect(await takenIn(of.id)).toEqual([0, 0])
    await page.getByLabel('Your name').fill('Lena Late')
    await book.click()
    await expect(page).toHaveURL(/\/booking\//)
    expect(await takenIn(of.id)).toEqual([1, 0])
  })

  test(`the last spot goes while a customer types: nothing typed is lost, ${how} JavaScript`, async ({
    browser,
    baseURL,
  }) => {
    const { of, sessions, path } = await aSeries([1, 5])
    const page = await aCustomer(browser, { baseURL, javaScriptEnabled })
    await page.goto(`${path}?session=${sessions[0]?.id}`)
    await page.getByLabel('Your name').fill('Lena Late')
    await page.getByLabel('Phone or email').fill('lena@example.com')

    const winner = await aCustomer(browser, { baseURL })
    await winner.goto(`${path}?session=${sessions[0]?.id}`)
    await winner.getByLabel('Your name').fill('Carla')
    await winner.getByLabel('Phone or email').fill('carla@example.com')
    await winner.getByRole('button', { name: 'Book Single Session' }).click()
    await expect(winner).toHaveURL(/\/booking\//)

    const full = page.getByText('This session is fully booked. Please choose another time.')
    // With a script it is said at once; without one the answer says it.
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Book Single Session' }).click()
    await expect(full.first()).toBeVisible()
    await expect(page.getByLabel('Your name')).toHaveValue('Lena Late')
    await expect(page.getByLabel('Phone or email')).toHaveValue('lena@example.com')
    await page.getByRole('radio').and(page.locator(':not([disabled])')).first().check()
    await page.getByRole('button', { name: 'Book Single Session' }).click()
    await expect(page).toHaveURL(/\/booking\//)
    expect(await takenIn(of.id)).toEqual([1, 1])
  })
}

test('back after booking the last spot: the date stays and is full, and no other is chosen in its place', async ({
  browser,
  baseURL,
}) => {
  const { of, form } = await aSeries([1, 5])
  const page = await aCustomer(browser, { baseURL })
  await page.goto(form)
  await awake(page)
  await page.getByLabel('Your name').fill('Carla')
  await page.getByLabel('Phone or email').fill('carla@example.com')
  await page.getByRole('button', { name: 'Book Single Session' }).click()
  await expect(page).toHaveURL(/\/booking\//)
  await page.goBack()
  await expect(page).toHaveURL(/\/book\/class\//)
  await expect(
    page.getByText('This session is fully booked. Please choose another time.').first(),
  ).toBeVisible()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Book Single Session' })).toBeDisabled()
  expect(await takenIn(of.id)).toEqual([1, 0])
})

test('with the keyboard alone: each step takes the focus to its heading, and Tab goes on from there', async ({
  browser,
  baseURL,
}) => {
  const { of, form } = await aSeries([5, 5])
  const page = await aCustomer(browser, { baseURL })
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
  const press = async (name: string, role: 'link' | 'button') => {
    await page.getByRole(role, { name, exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  await page.goto(form)
  await awake(page)
  await page.getByLabel('Your name').fill('Carla')
  await page.getByLabel('Phone or email').fill('carla@example.com')
  await press('Book Single Session', 'button')
  await expect(heading('🎉 Booking Confirmed!')).toBeFocused()
  await expect(heading('🎉 Booking Confirmed!')).toHaveAccessibleDescription(
    /Your spot has been reserved/,
  )
  await press('Move to another time', 'link')
  await expect(heading('Move to another time')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio').first()).toBeFocused()
  await press('Keep my booking', 'link')
  await expect(heading(/Your booking|You’re in/)).toBeFocused()
  await press('Cancel booking', 'link')
  await expect(heading('Cancel your booking?')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Cancel now' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading('Cancelled')).toBeFocused()
  await expect(page.getByRole('status')).toContainText('Your spot is open again for others.')
  expect(await takenIn(of.id)).toEqual([0, 0])
})

for (const isPressed of [false, true]) {
  test(`a script that comes late moves nothing ${isPressed ? 'under' : 'before'} a tap on an answer`, async ({
    browser,
    baseURL,
  }) => {
    const { of, form } = await aSeries([5])
    await opened.db.updateTable('classes').set({ condition }).where('id', '=', of.id).execute()
    const page = await aCustomer(browser, { baseURL })
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    await page.route('**/assets/*.js', (route) => arrived.then(() => route.continue()))
    // The page may ask for its scripts before it has loaded, and then waits for them.
    await page.goto(form, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Book Single Session' }).click()
    await expect(page.getByText('Please tick this box to book.').first()).toBeVisible()
    const box = page.getByRole('checkbox', { name: condition })
    await box.hover()
    const place = await box.boundingBox()
    if (isPressed) await page.mouse.down()
    arrive()
    await awake(page)
    expect(await box.boundingBox()).toEqual(place)
    if (!isPressed) await page.mouse.down()
    await page.mouse.up()
    await expect(box).toBeChecked()
    await expect(box).toBeFocused()
  })
}

test('the sheet begins in the name, and a mistake goes as it is corrected', async ({
  browser,
  baseURL,
}) => {
  const { username } = await aSeries([5])
  const page = await aCustomer(browser, { baseURL })
  await page.goto(`/${username}`)
  await awake(page)
  await page
    .getByRole('link', { name: /^Book Session/ })
    .first()
    .click()
  const [name, contact] = [page.getByLabel('Your name'), page.getByLabel('Phone or email')]
  await expect(name).toBeFocused()
  await page.getByRole('button', { name: 'Book Single Session' }).click()
  const missing = page.getByText('Please fill this in.')
  await expect(missing).toHaveCount(2)
  await expect(page.getByText('Please check the fields below.')).toHaveCount(0)
  await expect(name).toBeFocused()
  await name.fill('Mia')
  await expect(missing).toHaveCount(1)
  await contact.fill('0171 123')
  await expect(missing).toHaveCount(0)
  await page.getByRole('button', { name: 'Book Single Session' }).click()
  await expect(page.getByText('Some digits are missing from this phone number.')).toBeVisible()
  await expect(contact).toBeFocused()
  await contact.fill('mia@gmial.com')
  await page.getByRole('button', { name: 'Did you mean mia@gmail.com?' }).click()
  await expect(contact).toHaveValue('mia@gmail.com')
  await expect(page.getByRole('button', { name: /^Did you mean/ })).toHaveCount(0)
})

test('a price that changes while a customer types is shown, and the next press books at it', async ({
  browser,
  baseURL,
}) => {
  const { of, form } = await aSeries([5])
  const page = await aCustomer(browser, { baseURL })
  await page.goto(form)
  await page.getByLabel('Your name').fill('Carla')
  await page.getByLabel('Phone or email').fill('carla@example.com')
  const priceMinor = of.priceMinor + 700
  await opened.db.updateTable('classes').where('id', '=', of.id).set({ priceMinor }).execute()
  const book = page.getByRole('button', { name: 'Book Single Session' })
  await book.click()
  await expect(page.getByText('The price of this class has just changed.')).toBeVisible()
  await expect(page.getByText(`€${priceMinor / 100}`).last()).toBeInViewport()
  expect(await takenIn(of.id)).toEqual([0])
  await book.click()
  await expect(page).toHaveURL(/\/booking\//)
  expect(await takenIn(of.id)).toEqual([1])
})

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without'

  test(`a class on a phone shows its times, and the form after one of them is chosen, ${how} JavaScript`, async ({
    browser,
    baseURL,
  }) => {
    const { of, username, path } = await aSeries([5, 5])
    const page = await aCustomer(browser, { baseURL, javaScriptEnabled })
    await page.goto(path)
    if (javaScriptEnabled) await awake(page)
    await expect(page.getByLabel('Your name')).toBeHidden()
    await page
      .getByRole('link', { name: /^Book Now/ })
      .first()
      .click()
    const form = javaScriptEnabled ? page.getByRole('dialog') : page
    await form.getByRole('button', { name: 'Book Single Session' }).click()
    // Refused where it was sent, and everything in it is there once.
    await expect(form.getByText('Please fill this in.').first()).toBeVisible()
    await expect(form.getByLabel('Your name')).toHaveCount(1)
    await form.getByLabel('Your name').fill('Carla')
    await form.getByLabel('Phone or email').fill(`carla@${username}.example`)
    await form.getByRole('button', { name: 'Book Single Session' }).click()
    await expect(page).toHaveURL(/\/booking\//)
    expect(await takenIn(of.id)).toEqual([1, 0])
    if (!javaScriptEnabled) return
    // The booking took the place of its sheet.
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
}

test('a full session cannot be taken from the page at all', async ({ browser, baseURL }) => {
  const { sessions, path } = await aSeries([1, 5])
  await fill(sessions[0])
  const page = await aCustomer(browser, { baseURL, javaScriptEnabled: false })
  await page.goto(`${path}?session=${sessions[0]?.id}`)
  await expect(page.getByRole('radio').first()).toBeDisabled()
})

test('Escape closes the sheet and gives the focus back to the button that opened it', async ({
  browser,
  baseURL,
}) => {
  const { username } = await aSeries([5])
  const page = await aCustomer(browser, { baseURL })
  await page.goto(`/${username}`)
  await awake(page)
  const opener = page.getByRole('link', { name: /^Book Session/ }).first()
  await opener.press('Enter')
  await expect(page.getByLabel('Your name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('the sheet: back closes and opens it, a guest who is known books in two taps, another time is one tap away', async ({
  browser,
  baseURL,
}) => {
  const { of, username, sessions } = await aSeries([5, 5])
  const page = await aCustomer(browser, { baseURL })
  const sheet = page.getByRole('dialog', { name: 'Confirm Your Booking' })
  const open = () =>
    page
      .getByRole('link', { name: /^Book Session/ })
      .first()
      .click()
  await page.goto(`/${username}`)
  await awake(page)
  await open()
  await expect(sheet.getByLabel('Your name')).toBeVisible()
  // Going back to it from elsewhere opens it again.
  await page.goto('/my-spots')
  await page.goBack()
  await expect(sheet.getByLabel('Your name')).toBeVisible()
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(`/${username}`)
  // By a link to it, closing it leaves the page.
  await page.goto(`/${username}#book-${sessions[0]?.id}`)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(`/${username}`)

  await open()
  await sheet.getByLabel('Your name').fill('Carla')
  await sheet.getByLabel('Phone or email').fill(`carla@${username}.example`)
  // The spot goes to somebody else: the sheet says so, and keeps what was typed.
  await fill(sessions[0])
  await expect(sheet.getByText(/fully booked/).first()).toBeVisible()
  await expect(sheet.getByLabel('Your name')).toHaveValue('Carla')
  await sheet.getByRole('radio').and(page.locator(':not([disabled])')).first().press('Space')
  await sheet.getByRole('button', { name: 'Book Single Session' }).click()
  await expect(page).toHaveURL(/\/booking\//)
  expect((await takenIn(of.id))[1]).toBe(1)

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(sheet).toHaveCount(0)
  await open()
  await expect(sheet.getByText('Carla', { exact: true })).toBeVisible()
  await expect(sheet.getByLabel('Your name')).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Not you?' }).click()
  await expect(sheet.getByLabel('Your name')).toHaveValue('')
})

for (const known of [null, { name: 'Carla', contact: 'carla@example.com' }])
  test(`the sheet closes if Close is pressed while its form comes, ${known ? 'known' : 'new'} customer`, async ({
    browser,
    baseURL,
  }) => {
    const { username, sessions } = await aSeries([5])
    const page = await aCustomer(browser, { baseURL })
    await page.addInitScript((customer) => {
      if (customer) localStorage.setItem('openspot.customer', JSON.stringify(customer))
    }, known)
    const sheet = page.getByRole('dialog', { name: 'Confirm Your Booking' })
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    await page.route('**/book/class/*.data*', (route) => arrived.then(() => route.continue()))
    await page.goto(`/${username}#book-${sessions[0]?.id}`)
    await sheet.getByRole('button', { name: 'Close' }).hover()
    await page.mouse.down()
    arrive()
    await expect(sheet.getByRole('button', { name: 'Book Single Session' })).toBeVisible()
    await page.mouse.up()
    await expect(sheet).toHaveCount(0)
  })

test('a sheet that comes late opens once, and not over a page that was opened since', async ({
  browser,
  baseURL,
}) => {
  const { username } = await aSeries([5, 5])
  const page = await aCustomer(browser, { baseURL })
  const late = '**/assets/booking-sheet-*.js'
  const asked = (start: () => Promise<unknown>) => Promise.all([page.waitForRequest(late), start()])
  const tap = () =>
    page
      .getByRole('link', { name: /^Book Session/ })
      .first()
      .click()
  for (const leaves of [true, false]) {
    const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
    await page.route(late, (route) => loaded.then(() => route.continue()))
    await page.goto(`/${username}`)
    await awake(page)
    await asked(tap)
    if (leaves) await page.getByRole('link', { name: 'Find my bookings' }).click()
    else await tap()
    if (leaves) await expect(page).toHaveURL('/my-spots')
    load()
    await page.unrouteAll({ behavior: 'wait' })
    await awake(page)
    if (leaves) {
      await expect(page).toHaveURL('/my-spots')
      continue
    }
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('what one customer ticked, the next one on the same device has not', async ({
  browser,
  baseURL,
}) => {
  const { of, form, username } = await aSeries([5, 5])
  await opened.db.updateTable('classes').set({ condition }).where('id', '=', of.id).execute()
  const page = await aCustomer(browser, { baseURL })
  await page.goto(form)
  await awake(page)
  const box = page.getByRole('checkbox').first()
  await page.getByLabel('Your name').fill('Carla')
  await page.getByLabel('Phone or email').fill(`carla@${username}.example`)
  await box.check()
  await page.getByRole('button', { name: 'Book Single Session' }).click()
  await expect(page).toHaveURL(/\/booking\//)
  await page.goto(form)
  await awake(page)
  await box.check()
  await page.getByRole('button', { name: 'Not you?' }).click()
  await expect(page.getByLabel('Your name')).toHaveValue('')
  await expect(box).not.toBeChecked()
})
