import { expect, type Page } from '@playwright/test'
import { makeReminders } from '#core/messages/commands/make-reminders.ts'
import { addMinutes } from '#core/shared/time.ts'
import { test } from '#tests/support/browser.ts'
import { aBooking, aClass, type AClass, aSession } from '#tests/support/factories.ts'
import { onDay, zoneAtNoon } from '#tests/support/times.ts'
import { awake } from './awake.ts'
import { mailsTo, mailTo } from './inbox.ts'
import { aStranger } from './at-stripe.ts'
import { aTrainer, signer } from './people.ts'
import { opened } from './series.ts'

test.afterAll(opened.close)

const zone = zoneAtNoon()
const tomorrow = (time: string) => onDay(1, time, zone)

/** What the worker does each minute: it is noon, and what was due in the last two hours is made. */
const remind = () => makeReminders({ ...signer(), settings: { plans: true } }, new Date())

async function aTrainerAtNoon(page: Page) {
  const { vendor, username } = await aTrainer(page)
  const { id } = vendor
  await opened.db.updateTable('vendors').set({ timeZone: zone }).where('id', '=', id).execute()
  return { username, vendor: { ...vendor, timeZone: zone } }
}

/** Booked two days ago. */
async function booked(
  of: AClass,
  email: string,
  { at, ...more }: { at: string } & Parameters<typeof aBooking>[1],
) {
  const session = await aSession(opened.db, { class: of, startsAt: tomorrow(at) })
  const bookedAt = addMinutes(new Date(), -2 * 24 * 60)
  await aBooking(opened.db, { session, bookedAt, customer: { email, name: 'Carla' }, ...more })
  return session
}

test('tomorrow is reminded of once, with what cancelling costs; at its new time after a move, and never of what was cancelled', async ({
  page,
  browser,
  baseURL,
}) => {
  const { vendor, username } = await aTrainerAtNoon(page)
  const of = await aClass(opened.db, { vendor, title: 'Yoga' })
  const pilates = await aClass(opened.db, { vendor, title: 'Pilates' })
  const carla = `carla.${username}@example.com`
  const dora = `dora.${username}@example.com`
  const emil = `emil.${username}@example.com`
  const session = await booked(of, carla, { at: '11:30' })
  await booked(of, emil, { at: '11:45', status: 'cancelled' })
  await booked(of, dora, { at: '11:40' })
  await booked(pilates, dora, { at: '13:00' })
  await remind()
  const mail = await mailTo(carla, /^Tomorrow, 11:30: Yoga$/)
  await mailTo(dora, /^Tomorrow, 11:40: Yoga and 1 more$/)

  // "I can't come" asks, and says what it costs.
  const [cancel = ''] = /https?:\/\/\S+do=cancel/.exec(mail.text ?? '') ?? []
  const stranger = await aStranger(browser, baseURL)
  await stranger.goto(cancel)
  await expect(stranger.getByText(/Cancelling now is free|late cancellation/)).toBeVisible()
  await expect(stranger.getByRole('button', { name: 'Cancel now' })).toBeVisible()

  await page.goto(`/dashboard/sessions/${session.id}`)
  await awake(page)
  const start = page.getByLabel('Start', { exact: true })
  if (!(await start.isVisible()))
    await page.locator('summary', { hasText: 'Change time or place' }).click()
  await start.fill('12:00')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Yes, save' }).click()
  await expect(page.getByText('Session changed.')).toBeVisible()
  await remind()
  await mailTo(carla, /^Tomorrow, 12:00: Yoga$/)
  await remind()
  const reminders = async (address: string) =>
    (await mailsTo(address)).filter(({ subject }) => subject.startsWith('Tomorrow, '))
  expect(await reminders(carla)).toHaveLength(2)
  expect(await reminders(dora)).toHaveLength(1)
  expect(await reminders(emil)).toHaveLength(0)
})

test('@both who has only a phone is reminded by the trainer, and ticked off', async ({ page }) => {
  const { vendor } = await aTrainerAtNoon(page)
  const of = await aClass(opened.db, { vendor, title: 'Yoga' })
  const customer = { name: 'Pia Phone', email: null, phone: '+4915112345678' }
  await booked(of, '', { at: '18:00', customer })
  await page.goto('/dashboard')
  await awake(page)
  await expect(page.getByRole('heading', { name: 'Remind 1 person about tomorrow' })).toBeVisible()
  const link = page.getByRole('link', { name: 'Remind by SMS: Pia Phone' })
  const text = decodeURIComponent((await link.getAttribute('href')) ?? '')
  expect(text).toContain('Tomorrow at 18:00')
  expect(text).toContain('/booking/')
  await page.getByRole('button', { name: 'Reminded: Pia Phone' }).click()
  await expect(page.getByText('Everyone has been reminded')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Pia Phone')).toHaveCount(0)
  await expect(page.getByText('not reached')).toHaveCount(0)
})
