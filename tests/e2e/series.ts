import { type Browser, expect, type Page } from '@playwright/test'
import { openDatabase } from '#core/shared/db.ts'
import { addDays, todayIn } from '#core/shared/time.ts'
import {
  aBooking,
  aBundle,
  aClass,
  type ASession,
  type AVendor,
  weeklySessions,
} from '#tests/support/factories.ts'
import { awake } from './awake.ts'

let database: ReturnType<typeof openDatabase> | null = null

/** The database of the running application. Files of one worker share it; each closes it, the next opens it again. */
export const opened = {
  get db() {
    database ??= openDatabase({ url: process.env['E2E_DATABASE_URL'] ?? '', max: 2 })
    return database.db
  },
  async close() {
    const last = database
    database = null
    await last?.close()
  },
}

/** A class with weekly sessions of this much room, the first in three days, and a bundle of three of them. */
export async function aSeries(capacities: readonly number[], vendor?: AVendor) {
  const { db } = opened
  const of = await aClass(db, vendor && { vendor })
  const date = addDays(todayIn(of.vendor.timeZone, new Date()), 3)
  const sessions = await weeklySessions(db, of, { date, capacities })
  const bundle = await aBundle(db, {
    class: of,
    bundleName: 'Three weeks',
    sessionCount: 3,
    bundlePriceMinor: 3600,
  })
  const path = `/book/class/${of.id}`
  // A phone shows the form at once where the address names a session.
  const form = `${path}?session=${sessions[0]?.id}`
  return { of, sessions, bundle, username: of.vendor.username, path, form }
}

/** The form of a class: on its page or, on a phone, in the sheet over it. Somebody who is known there is asked for again. */
export async function openForm(page: Page, classId: string): Promise<void> {
  await page.goto(`/book/class/${classId}`)
  await awake(page)
  const time = page.getByRole('link', { name: /^Book Now/ }).first()
  if (await time.isVisible()) await time.click()
  await expect(page.locator('#book-now')).toBeVisible()
  const known = page.getByRole('button', { name: 'Not you?' })
  if (await known.isVisible()) await known.click()
}

/** Somebody else takes what is left of a session that nobody has booked. */
export async function fill(session: ASession | undefined): Promise<void> {
  if (session) await aBooking(opened.db, { session, spots: session.maxStudents })
}

/** Spots taken in each session of a class, by start. */
export async function takenIn(classId: string): Promise<number[]> {
  const rows = await opened.db
    .selectFrom('classSessions')
    .where('classId', '=', classId)
    .orderBy('startsAt')
    .select('currentStudents as taken')
    .execute()
  return rows.map(({ taken }) => taken)
}

/** A customer's own browser. */
export async function aCustomer(
  browser: Browser,
  {
    baseURL,
    javaScriptEnabled = true,
  }: { baseURL: string | undefined; javaScriptEnabled?: boolean },
) {
  const context = await browser.newContext({
    javaScriptEnabled,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 390, height: 844 },
    ...(baseURL && { baseURL }),
  })
  return context.newPage()
}
