import { expect } from '@playwright/test'
import { test } from '#tests/support/browser.ts'
import ICAL from 'ical.js'
import { awake } from './awake.ts'
import { linkIn, mailsTo, mailTo } from './inbox.ts'
import { aTrainer, aYoga, publishYoga, registerTrainer } from './people.ts'
import { opened } from './series.ts'

test.afterAll(opened.close)

// The heart of the product, from nothing to a cancelled booking, with and without JavaScript.
for (const javaScriptEnabled of [true, false]) {
  test(`a trainer publishes Yoga, a stranger books, moves and cancels it, ${javaScriptEnabled ? 'with' : 'without'} JavaScript ${javaScriptEnabled ? '@both' : '@phone'}`, async ({
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
    const trainer = await registerTrainer(trainerPage, javaScriptEnabled)
    await publishYoga(trainerPage)

    const page = await (await browser.newContext(options)).newPage()
    await page.goto(`/${trainer.username}`)
    await expect(page.getByRole('heading', { level: 1, name: trainer.business })).toBeVisible()
    // Before the script has started, the link leads to the page of the class.
    if (javaScriptEnabled) await awake(page)
    await page
      .getByRole('link', { name: /Book Session/ })
      .first()
      .click()
    const opened = javaScriptEnabled
      ? page.getByRole('dialog', { name: 'Confirm Your Booking' })
      : page.getByRole('heading', { level: 1, name: 'Yoga' })
    await expect(opened).toBeVisible()
    const email = `customer-${trainer.username}@example.com`
    await page.getByLabel('Your name').fill('Carla <b>Çelik</b> 🧘')
    await page.getByLabel('Phone or email').fill(email)
    await page.getByLabel('Spots', { exact: true }).selectOption('2')
    await page.getByRole('button', { name: /Book/ }).last().click()
    await expect(page).toHaveURL(/\/booking\/[0-9A-Z]{10}\?token=/)
    await expect(page.getByText('🎉 Booking Confirmed!')).toBeVisible()
    await expect(page.getByText(/Monday/).first()).toBeVisible()
    await expect(page.getByText(/18:00|6:00 PM/).first()).toBeVisible()

    const booked = await mailTo(email, /You’re booked: Yoga/)
    expect(booked.text).toMatch(/18:00|6:00 PM/)
    const first = eventOf(booked)
    expect(first.start.hour).toBe(18)
    await mailTo(trainer.email, /New booking: .*Carla/)

    // The manage link of the mail is the key, in a browser that knows nothing else.
    const elsewhere = await (await browser.newContext(options)).newPage()
    await elsewhere.goto(linkIn(booked, '/booking/'))
    await elsewhere.getByRole('link', { name: 'Move to another time' }).click()
    await elsewhere.getByRole('radio').nth(1).check()
    await elsewhere.getByRole('button', { name: 'Move here' }).click()
    await expect(elsewhere.getByText('You are booked for the new time.')).toBeVisible()
    await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Moved')
    const moved = await mailTo(email, /Moved to .*Yoga/)
    const second = eventOf(moved)
    expect(second.uid).toBe(first.uid)
    expect(second.sequence).toBeGreaterThan(first.sequence)
    expect(second.start.hour).toBe(18)
    await mailTo(trainer.email, /Moved by .*Carla/)

    await elsewhere.getByRole('link', { name: 'Cancel booking' }).click()
    await expect(elsewhere.getByText('Cancelling now is free.')).toBeVisible()
    await elsewhere.getByRole('button', { name: 'Cancel now' }).click()
    await expect(elsewhere.getByText(/spots are open again/)).toBeVisible()
    const cancelled = await mailTo(email, /Cancelled: Yoga/)
    expect(cancelled.attachments.some(({ content }) => content.includes('METHOD:CANCEL'))).toBe(
      true,
    )
    await mailTo(trainer.email, /Cancelled by .*Carla/)
    expect((await mailsTo(email)).map(({ subject }) => subject.split(/[:,]/)[0])).toHaveLength(3)
  })
}

function eventOf(mail: Awaited<ReturnType<typeof mailTo>>) {
  const file = mail.attachments.find(({ contentType }) => contentType.startsWith('text/calendar'))
  if (!file) throw new Error(`No calendar file in ${mail.subject}`)
  const event = new ICAL.Event(
    new ICAL.Component(ICAL.parse(file.content)).getFirstSubcomponent('vevent') ?? undefined,
  )
  const berlin = new Date(event.startDate.toJSDate()).toLocaleTimeString('en-GB', {
    timeZone: 'Europe/Berlin',
    hour: '2-digit',
  })
  return { uid: event.uid, sequence: event.sequence, start: { hour: Number(berlin) } }
}

test('double click, back button, reload and a second tab are one booking', async ({
  browser,
  baseURL,
}) => {
  const options = { locale: 'en-US', ...(baseURL && { baseURL }) }
  const trainerPage = await (await browser.newContext(options)).newPage()
  const trainer = await aTrainer(trainerPage)
  await aYoga(trainer)

  const context = await browser.newContext(options)
  const page = await context.newPage()
  const tab = await context.newPage()
  await page.goto(`/${trainer.username}`)
  const form = await page
    .getByRole('link', { name: /Book Session/ })
    .first()
    .getAttribute('href')
  if (form === null) throw new Error('The link leads nowhere.')
  for (const one of [page, tab]) {
    await one.goto(form)
    // Only the script remembers who booked.
    await awake(one)
    await one.getByLabel('Your name').fill('Carla')
    await one.getByLabel('Phone or email').fill('0151 23456789')
  }
  await page.getByRole('button', { name: /Book/ }).last().dblclick()
  await expect(page).toHaveURL(/\/booking\//)
  const booking = page.url()
  await page.reload()
  await page.goto(form)
  // The device remembers who booked.
  await expect(page.getByLabel('Your name')).toHaveValue('Carla')
  await expect(page.getByLabel('Phone or email')).toHaveValue('0151 23456789')
  await page.getByRole('button', { name: /Book/ }).last().click()
  await expect(page).toHaveURL(booking)
  await tab.getByRole('button', { name: /Book/ }).last().click()
  await expect(tab).toHaveURL(booking)
  await trainerPage.goto('/dashboard/bookings')
  await expect(trainerPage.getByRole('link', { name: 'Carla' })).toHaveCount(1)
})

test('a manual class: the vendor answers from the email, with a button', async ({
  browser,
  baseURL,
}) => {
  const options = { javaScriptEnabled: false, locale: 'en-US', ...(baseURL && { baseURL }) }
  const trainerPage = await (await browser.newContext(options)).newPage()
  const trainer = await aTrainer(trainerPage)
  await aYoga(trainer)
  await trainerPage.goto('/dashboard/settings')
  await trainerPage.getByLabel('You confirm each one').check()
  await trainerPage.getByRole('button', { name: /Save/ }).click()
  await expect(trainerPage.getByText('Settings Updated')).toBeVisible()

  const page = await (await browser.newContext(options)).newPage()
  await page.goto(`/${trainer.username}`)
  await page
    .getByRole('link', { name: /Request Session/ })
    .first()
    .click()
  const email = `asker-${trainer.username}@example.com`
  await page.getByLabel('Your name').fill('Asker')
  await page.getByLabel('Phone or email').fill(email)
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('Booking submitted!')).toBeVisible()
  await mailTo(email, /Waiting for confirmation/)

  const request = await mailTo(trainer.email, /New request: .*Asker/)
  const answering = await (await browser.newContext(options)).newPage()
  await answering.goto(linkIn(request, '/request/'))
  await answering.getByRole('button', { name: 'Confirm' }).click()
  await expect(
    answering.getByText('The spot is confirmed. The customer will be notified.'),
  ).toBeVisible()
  await mailTo(email, /Confirmed: Yoga/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'You’re in' })).toBeVisible()
})
