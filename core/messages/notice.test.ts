import { wallClockOf } from '#core/shared/time.ts'
import { emit } from '#core/events/emit.ts'
import { minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'

const carla = { email: 'carla@example.com' }

test.for([
  { notice: 1440, starts: 3 * 1440, free: 2 * 1440 },
  { notice: 0, starts: 60, free: 60 },
  // Its notice period has begun: as the page says, free for a quarter of an hour only.
  { notice: 720, starts: 480, free: 15 },
  { notice: 720, starts: 480, bookedAgo: 20, free: null },
])(
  'with $notice minutes of notice, $starts minutes before the start, the confirmation says that cancelling is free for $free',
  async ({ notice, starts, free, bookedAgo = 0 }, { deps, db, databaseUrl }) => {
    const of = await aClass(db, { noticeMinutes: notice })
    const startsAt = minutes(starts)
    const session = await aSession(db, { class: of, startsAt })
    const before = (end: number) => new Date(startsAt.getTime() - (starts - end) * 60_000)
    const bookedAt = before(-bookedAgo)
    const customer = { customer: carla, noticeMinutes: notice, bookedAt, confirmedAt: bookedAt }
    const booking = await aBooking(db, { session, ...customer })
    await emit(db, 'booking.confirmed', booking)
    const { mails, send } = keepMails()
    await work(databaseUrl, deps, { send })
    const mail = mails.find(({ to }) => to === carla.email)
    expect(mail?.text).toContain('booked')
    if (free === null) expect(mail?.text).not.toMatch(/free/i)
    else {
      const { time } = wallClockOf(before(free), of.vendor.timeZone)
      expect(mail?.text).toMatch(new RegExp(`Free to cancel until \\w{3}, \\w{3} \\d+, ${time}\\.`))
    }
  },
)

test.for([
  { starts: [3, 10].map((days) => days * 1440), said: true },
  // One of the dates is within its notice period.
  { starts: [480, 10 * 1440], said: false },
])(
  'several dates $starts share their rule as long as it holds for all',
  async ({ starts, said }, { deps, db, databaseUrl }) => {
    const of = await aClass(db, { noticeMinutes: 720 })
    const bookings = []
    for (const start of starts) {
      const session = await aSession(db, { class: of, startsAt: minutes(start) })
      bookings.push(await aBooking(db, { session, customer: carla, noticeMinutes: 720 }))
    }
    await db
      .updateTable('bookings')
      .set({ purchaseId: bookings[0]?.purchaseId ?? '' })
      .execute()
    await emit(db, 'booking.confirmed', {
      purchaseId: bookings[0]?.purchaseId ?? '',
      bookingIds: bookings.flatMap(({ bookingIds }) => bookingIds),
    })
    const { mails, send } = keepMails()
    await work(databaseUrl, deps, { send })
    const text = mails.find(({ to }) => to === carla.email)?.text
    expect(text).toContain('booked')
    const rule = 'You can cancel free of charge until 12 hours before the start.'
    expect(text?.includes(rule)).toBe(said)
  },
)
