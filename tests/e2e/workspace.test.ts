import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { addMinutes } from '#core/shared/time.ts'
import { test } from '#tests/support/browser.ts'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { awake } from './awake.ts'
import { linkIn, mailTo } from './inbox.ts'
import { aTrainer, aYoga, publishYoga } from './people.ts'
import { opened } from './series.ts'

test.afterAll(opened.close)

test('the link of the page is copied, and a clipboard that refuses is named', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const trainer = await aTrainer(page)
  await page.goto('/dashboard')
  await awake(page)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link Copied!')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(copied).pathname).toBe(`/${trainer.username}`)

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Copy Failed')).toBeVisible()
  await expect(page.getByText('Failed to copy link to clipboard.')).toBeVisible()
})

test('on a phone the tabs are at the lower edge, hide nothing, and open what else there is', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const trainer = await aTrainer(page)
  await aYoga(trainer)
  await page.goto('/dashboard/classes')
  await awake(page)
  const tabs = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(tabs.getByRole('link', { name: 'Classes' })).toHaveAttribute('aria-current', 'page')
  const bar = await tabs.boundingBox()
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(844)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const last = await page.getByRole('button', { name: 'Русский' }).boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)

  await tabs.getByRole('link', { name: 'Bookings' }).press('Enter')
  await expect(page).toHaveURL('/dashboard/bookings')
  await tabs.getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('link', { name: 'Share your page' }).last().click()
  await expect(page).toHaveURL('/dashboard/share')
  await page.getByText('Embed on your site').click()
  await expect(page.getByLabel('Code for your site')).toHaveValue(
    new RegExp(`data-openspot="${trainer.username}"`),
  )
})

test('a class form adds and removes times, names its mistakes and survives a broken network', async ({
  page,
  context,
}) => {
  await aTrainer(page)
  await page.goto('/dashboard/classes/new')
  await awake(page)
  await page.getByLabel('Title').fill('Typed by hand')
  await expect(page.locator('aside')).toContainText('Typed by hand')
  await page.getByRole('button', { name: 'Add a time' }).click()
  await expect(page.getByLabel('Weekday').nth(1)).toBeFocused()
  await page.getByRole('button', { name: 'Remove time 2' }).click()
  await expect(page.getByLabel('Weekday')).toHaveCount(1)

  // The vendor's own place stands there already.
  await page.getByRole('textbox', { name: 'Address' }).fill('')
  await page.getByLabel('Title').press('Enter')
  await expect(page.getByRole('region', { name: 'Please check the fields below.' })).toBeFocused()
  await page.getByRole('link', { name: 'Address: Please fill this in.' }).click()
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveAccessibleDescription(
    'Please fill this in.',
  )

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Create class' }).last().click()
  await expect(page.getByText('No connection. Nothing is lost')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Typed by hand')
  await context.setOffline(false)
  await publishYoga(page)
})

test('adding somebody by hand offers the confirmation by email once an email address is typed', async ({
  page,
}) => {
  const { vendor } = await aTrainer(page)
  const session = await aSession(opened.db, { class: await aClass(opened.db, { vendor }) })
  await page.goto(`/dashboard/bookings/new?session=${session.id}`)
  await awake(page)
  const box = page.getByLabel('Email a confirmation to the customer')
  await expect(box).toBeHidden()
  await page.getByLabel('Phone or email').fill('0151 12345678')
  await expect(box).toBeHidden()
  await page.getByLabel('Phone or email').fill('mia@example.com')
  await expect(box).toBeVisible()
  await expect(box).toBeChecked()
})

test('the list of bookings: search, mark as paid in one tap, write to everyone of a session, download as CSV', async ({
  page,
}) => {
  const { db } = opened
  const { vendor, business } = await aTrainer(page)
  // A new vendor's own words are not mailed.
  await db.insertInto('vendorBadges').values({ vendorId: vendor.id, badge: 'verified' }).execute()
  const session = await aSession(db, { class: await aClass(db, { vendor, title: 'Yoga' }) })
  const carla = `carla-${vendor.username}@example.com`
  await aBooking(db, { session, customer: { name: 'Carla Weber', email: carla } })
  const petra = { name: 'Petra Klein', email: null, phone: '+4915112345678' }
  await aBooking(db, { session, customer: petra })
  await page.goto('/dashboard/bookings')
  await awake(page)

  await page.getByRole('searchbox').fill('carla')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByText('Petra Klein')).toHaveCount(0)
  await page.getByRole('button', { name: 'Mark as paid Carla Weber' }).click()
  await expect(page.getByText('Marked as paid.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as paid Carla Weber' })).toHaveCount(0)

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download this list (CSV)' }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(csv).toContain('Carla Weber')
  expect(csv).not.toContain('Petra Klein')

  await page.goto('/dashboard/bookings')
  await awake(page)
  await expect(page.getByRole('button', { name: 'Mark as paid …' })).toBeHidden()
  await page.getByRole('checkbox', { name: /^Choose everyone in .*Yoga/ }).check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect(page.getByRole('button', { name: 'Mark as paid …' })).toBeHidden()
  const everyone = page.getByRole('checkbox', { name: /^Choose everyone in .*Yoga/ })
  await expect(everyone).toBeFocused()
  await everyone.check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Write a message' }).click()
  await page.getByLabel('Your message').fill('Bring a towel & a mat.')
  const text = 'Bring%20a%20towel%20%26%20a%20mat.'
  await expect(page.getByRole('link', { name: 'WhatsApp Petra Klein' })).toHaveAttribute(
    'href',
    `https://wa.me/4915112345678?text=${text}`,
  )
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Your message is on its way.')).toBeVisible()
  const mail = await mailTo(carla, new RegExp(`A message from ${business}`))
  expect(mail.text).toContain('Bring a towel & a mat.')
  // She has no address, so the overview lists her with the same text.
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'SMS Petra Klein' })).toHaveAttribute(
    'href',
    `sms:+4915112345678?body=${text}`,
  )
})

test('a spot is given to another customer, whose address is corrected after a question; each link shows its own booking @both', async ({
  page,
  browser,
}) => {
  const { db } = opened
  const { vendor } = await aTrainer(page)
  const of = await aClass(db, { vendor, title: 'Yoga' })
  const session = await aSession(db, { class: of })
  const next = await aSession(db, { class: of, startsAt: addMinutes(session.startsAt, 7 * 1440) })
  const letters = vendor.username
  const ada = `ada-${letters}@example.com`
  const ben = { right: `ben-${letters}@example.com`, wrong: `ben-${letters}@exmaple.com` }
  const { bookingIds } = await aBooking(db, { session, customer: { name: 'Ada', email: ada } })
  await aBooking(db, { session: next, customer: { name: 'Ben Young', email: ben.wrong } })

  await page.goto(`/dashboard/bookings/${bookingIds[0]}`)
  await awake(page)
  await expect(page.getByLabel('Customer name')).toBeHidden()
  await page.getByRole('link', { name: 'Give to another customer' }).click()
  await page.getByLabel('Name of the other customer').fill('Ben')
  await page.getByLabel('Phone or email').fill(ben.wrong)
  await page.getByRole('button', { name: 'Give this spot' }).click()
  await expect(page.getByText('Ben now has the spot of Ada.')).toBeVisible()
  const lost = await mailTo(ada, /cancelled/i)
  await mailTo(ben.wrong, /Yoga/)

  await page.goto('/dashboard/bookings?q=Ben')
  await awake(page)
  await page.getByRole('button', { name: 'More actions for Ben', exact: true }).click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByText('Correct details').click()
  await page.getByRole('textbox', { name: 'Email' }).fill(ben.right)
  await page.getByRole('button', { name: 'Update Booking' }).click()
  await expect(page.getByText('One more booking has the old address')).toBeVisible()
  await page.getByRole('checkbox', { name: /Ben Young · Yoga/ }).check()
  await page.getByRole('button', { name: 'Correct the address' }).click()
  await expect(page.getByText('Booking updated successfully')).toBeVisible()

  const guest = await browser.newPage()
  const linked = await mailTo(ben.right, /link/i)
  await guest.goto(linkIn(linked, '/booking/'))
  await expect(guest.getByRole('link', { name: 'Cancel booking' })).toBeVisible()
  await guest.goto(linkIn(lost, '/booking/'))
  await expect(guest.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await expect(guest.getByText('Ben')).toHaveCount(0)
  await guest.close()
})
