import { cancelSession } from './commands/cancel-sessions.ts'
import { addDays, daysBetween, instantOf } from '#core/shared/time.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBlockedTime, aBooking, aFacility, aSession, aVendor } from '#tests/support/factories.ts'
import { onDay } from '#tests/support/times.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import {
  classForm,
  nextMonday,
  now,
  openForm,
  publish,
  sessionsOf,
  today,
} from '#tests/support/weekly-class.ts'
import { createClass } from './commands/create-class.ts'
import { editClass } from './commands/edit-class.ts'
import type { ClassForm } from '#core/classes/schema.ts'

const deps = { settings: { plans: true } }
const blockedMonday = addDays(nextMonday, 14)
const at = (date: string, time = '18:00') => ({ date, time, zone: 'Europe/Berlin' })

test('a new series names the days that are blocked, and what has begun; sent twice, it names them again', async ({
  db,
}) => {
  const vendor = await aVendor(db)
  await aBlockedTime(db, vendor, { startsOn: blockedMonday, endsOn: blockedMonday })
  const begun = instantOf({ ...at(nextMonday, '19:00') }) ?? now
  const form = { ...classForm({ startDate: nextMonday }), formKey: crypto.randomUUID() }
  for (const sent of ['first', 'again'])
    expect(await createClass({ db, ...deps }, vendor.id, form, begun), sent).toMatchObject({
      ok: true,
      named: [
        { ...at(nextMonday), why: 'past' },
        { ...at(blockedMonday), why: 'blocked' },
      ],
    })
})

test('an edit names what its own change leaves out, and not what was left out before', async ({
  db,
}) => {
  const of = await publish(db)
  const edit = (form: ClassForm) => editClass(db, of.vendor.id, of.classId, form, now)
  const [, cancelled] = await sessionsOf(db, of.classId)
  if (!cancelled) throw new Error('no session')
  await cancelSession(db, { vendorId: of.vendor.id, sessionId: cancelled.id }, now)
  const until = addDays(nextMonday, 10)
  expect(await agreeing({ ...(await openForm(db, of)), endDate: until }, edit)).toMatchObject({
    named: [],
  })
  await aBlockedTime(db, of.vendor, { startsOn: blockedMonday, endsOn: blockedMonday })
  const blocked = { ...at(blockedMonday), why: 'blocked' }

  const longer = { ...(await openForm(db, of)), endDate: null }
  expect(await edit(longer)).toMatchObject({ ok: true, named: [blocked] })
  const renamed = { ...(await openForm(db, of)), title: 'Yin' }
  expect(await edit(renamed)).toMatchObject({ ok: true, named: [] })

  // Another weekly time at the hour of the old one: its sessions stay, what was cancelled is offered again.
  const again = [{ weekday: 1, startTime: '18:00', everyWeeks: 1 }]
  const replaced = { ...(await openForm(db, of)), times: again }
  expect(await agreeing(replaced, edit)).toMatchObject({
    named: [{ ...at(cancelled.sessionDate), why: 'again' }, blocked],
  })
  const later = await openForm(db, of)
  const moved = { ...later, times: later.times.map((time) => ({ ...time, startTime: '19:00' })) }
  expect(await agreeing(moved, edit)).toMatchObject({
    named: [{ ...at(blockedMonday, '19:00'), why: 'blocked' }],
  })
})

test('opening hours name the slots that a booked one is in the way of', async ({ db }) => {
  const court = await aFacility(db, { durationMinutes: 60 })
  const { vendor } = court
  const of = { vendor, classId: court.id }
  const tuesday = addDays(nextMonday, 1)
  const startsAt = onDay(daysBetween(today, tuesday), '09:30')
  await aBooking(db, { session: await aSession(db, { class: court, startsAt }) })
  const form = await openForm(db, of)
  const hours = ['09:00', '10:00', '11:00'].map((startTime) => ({
    weekday: 2,
    startTime,
    everyWeeks: 1,
  }))
  expect(
    await editClass(db, vendor.id, of.classId, { ...form, times: [...form.times, ...hours] }, now),
  ).toMatchObject({
    named: [
      { ...at(tuesday, '09:00'), why: 'slot' },
      { ...at(tuesday, '10:00'), why: 'slot' },
    ],
  })
})
