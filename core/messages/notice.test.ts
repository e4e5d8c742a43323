import { emit } from '#core/events/emit.ts'
import { minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'

const carla = { email: 'carla@example.com' }

test.for([
  { notice: 1440, starts: 3 * 1440, said: 'You can cancel free of charge until 24 hours before' },
  { notice: 0, starts: 60, said: 'You can cancel free of charge until the start.' },
  // Free for a quarter of an hour only, which the page says.
  { notice: 1440, starts: 600, said: null },
])(
  'with $notice minutes of notice, $starts minutes before the start, the confirmation says: $said',
  async ({ notice, starts, said }, { deps, db, databaseUrl }) => {
    const of = await aClass(db, { noticeMinutes: notice })
    const session = await aSession(db, { class: of, startsAt: minutes(starts) })
    const booking = await aBooking(db, {
      session,
      customer: carla,
      noticeMinutes: notice,
    })
    await emit(db, 'booking.confirmed', booking)
    const { mails, send } = keepMails()
    await work(databaseUrl, deps, { send })
    const mail = mails.find(({ to }) => to === carla.email)
    expect(mail?.text).toContain('booked')
    if (said === null) expect(mail?.text).not.toContain('free of charge')
    else expect(mail?.text).toContain(said)
  },
)
