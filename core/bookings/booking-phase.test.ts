import { sql } from 'kysely'
import { addDays, addMinutes, todayIn } from '#core/shared/time.ts'
import { bookingClosesAt, bookingOpensAt, bookingPhase } from '#core/classes/rules.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBlockedTime, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { onDay } from '#tests/support/times.ts'
import { book } from '#tests/support/book.ts'

const zone = 'Europe/Berlin'
const startsAt = onDay(5)
const today = todayIn(zone, new Date())
const date = addDays(today, 5)

/** Everything that opens or closes booking, with what it makes of a session in five days alone. */
const facts = {
  daysAhead: [
    [null, 'open'],
    [5, 'open'],
    [4, 'not_yet'],
  ],
  closesMinutesBefore: [
    [0, 'open'],
    [10_080, 'closed'],
  ],
  registrationClosedDate: [
    [null, 'open'],
    [today, 'open'],
    [addDays(today, -1), 'closed'],
  ],
  isPaused: [
    [false, 'open'],
    [true, 'closed'],
  ],
  isBlocked: [
    [false, 'open'],
    [true, 'closed'],
  ],
} as const

const rows = facts.daysAhead.flatMap((days) =>
  facts.closesMinutesBefore.flatMap((minutes) =>
    facts.registrationClosedDate.flatMap((last) =>
      facts.isPaused.flatMap((pause) =>
        facts.isBlocked.map((block) => {
          const all: string[] = [days, minutes, last, pause, block].map(([, phase]) => phase)
          return {
            daysAhead: days[0],
            closesMinutesBefore: minutes[0],
            registrationClosedDate: last[0],
            isPaused: pause[0],
            isBlocked: block[0],
            phase: ['closed', 'not_yet'].find((phase) => all.includes(phase)) ?? 'open',
          }
        }),
      ),
    ),
  ),
)

test('rule, database and booking agree on what opens and closes booking, in all combinations', async ({
  db,
  deps,
}) => {
  const vendors = { free: await aVendor(db), blocked: await aVendor(db) }
  await aBlockedTime(db, vendors.blocked, { startsOn: date, endsOn: date })
  const ago = addMinutes(new Date(), -60)
  for (const { phase, isPaused, isBlocked, ...rule } of rows) {
    const of = await aClass(db, {
      vendor: isBlocked ? vendors.blocked : vendors.free,
      ...rule,
      pausedAt: isPaused ? ago : null,
    })
    const closes = bookingClosesAt(startsAt, zone, rule)
    const session = await aSession(db, { class: of, startsAt, bookingClosesAt: closes })
    const now = new Date()
    const window = {
      bookingOpensAt: bookingOpensAt(date, zone, rule),
      bookingClosesAt:
        isPaused || isBlocked ? new Date(Math.min(Number(closes), Number(ago))) : closes,
    }
    const row = await db
      .selectFrom('classSessions as s')
      .innerJoin('classes as c', 'c.id', 's.classId')
      .where('s.id', '=', session.id)
      .select([
        sql<string>`booking_phase(s, c)`.as('phase'),
        sql<Date | null>`session_opens_at(s, c)`.as('opensAt'),
      ])
      .executeTakeFirstOrThrow()
    const which = JSON.stringify({ ...rule, isPaused, isBlocked })
    expect({ rule: bookingPhase(window, now), database: row.phase }, which).toEqual({
      rule: phase,
      database: phase,
    })
    expect(row.opensAt, which).toEqual(window.bookingOpensAt)
    const refusals = new Map([
      ['not_yet', 'not_open_yet'],
      ['closed', 'registration_closed'],
    ])
    const booked = await book(deps, session.id, `${session.id}@example.com`)
    expect(booked.ok ? undefined : booked.reason, which).toBe(refusals.get(phase))
  }
})
