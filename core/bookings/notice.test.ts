import type { Deps } from '#core/shared/deps.ts'
import { book } from '#tests/support/book.ts'
import { minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { linkTo } from '#tests/support/links.ts'
import { aSeries, bought, order } from '#tests/support/series.ts'
import { cancelByCustomer } from './commands/cancel-bookings.ts'

/** A spot in a session that starts in a day, booked yesterday. */
async function bookedYesterday(
  deps: Deps,
  { vendorNotice, classNotice }: { vendorNotice: number; classNotice: number | null },
) {
  const { db } = deps
  const vendor = await aVendor(db, { noticeMinutes: vendorNotice })
  const of = await aClass(db, { vendor, noticeMinutes: classNotice })
  const session = await aSession(db, { class: of, startsAt: minutes(24 * 60) })
  const booked = await book(deps, session.id, 'carla@example.com', { key: session.id })
  if (!booked.ok) throw new Error(booked.reason)
  await db
    .updateTable('bookings')
    .set({ bookedAt: minutes(-24 * 60), confirmedAt: minutes(-24 * 60) })
    .execute()
  const cancel = () => cancelByCustomer(db, linkTo(booked.purchase.purchaseId), null)
  const setPeriod = (noticeMinutes: number) =>
    db.updateTable('vendors').set({ noticeMinutes }).execute()
  return { cancel, setPeriod }
}

test.for([
  ['the vendor’s period', 720, null, 0],
  ['a period of the vendor that has begun', 2880, null, 1],
  ['a longer period of the class', 720, 2880, 1],
  ['a shorter period of the class', 2880, 60, 0],
  ['no period of the class', 2880, 0, 0],
] as const)(
  'cancelling a day before: %s',
  async ([, vendorNotice, classNotice, late], { deps }) => {
    const { cancel } = await bookedYesterday(deps, { vendorNotice, classNotice })
    expect(await cancel()).toEqual({ ok: true, cancelled: 1, late })
  },
)

test('a longer notice period does not apply to earlier bookings, but a shorter one does', async ({
  deps,
}) => {
  const longer = await bookedYesterday(deps, { vendorNotice: 720, classNotice: null })
  await longer.setPeriod(2880)
  expect(await longer.cancel()).toMatchObject({ late: 0 })
  const shorter = await bookedYesterday(deps, { vendorNotice: 2880, classNotice: null })
  await shorter.setPeriod(720)
  expect(await shorter.cancel()).toMatchObject({ late: 0 })
})

test('the dates of a bundle keep the period with which they were booked', async ({ deps, db }) => {
  const { bundle, sessions } = await aSeries(db)
  await db.updateTable('vendors').set({ noticeMinutes: 90 }).execute()
  await bought(deps, order(bundle, sessions))
  const stored = await db.selectFrom('bookings').select('noticeMinutes').execute()
  expect(stored).toEqual(Array.from({ length: 5 }, () => ({ noticeMinutes: 90 })))
})
