import type { Browser } from '@playwright/test'
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
  return { of, sessions, bundle, username: of.vendor.username, path: `/book/class/${of.id}` }
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
