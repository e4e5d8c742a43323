import { createClass } from '#core/schedule/commands/create-class.ts'
import { editClass } from '#core/schedule/commands/edit-class.ts'
import { editFields, findOwnClass } from '#core/classes/queries/own-classes.ts'
import type { ClassForm } from '#core/classes/schema.ts'
import type { SessionForm } from '#core/schedule/schema.ts'
import type { Db } from '#core/shared/db.ts'
import { addDays, todayIn, weekdayOf } from '#core/shared/time.ts'
import { plainClass } from '#db/seed/plain-class.ts'
import { agreeing } from './agreeing.ts'
import { aBooking, aVendor, type AVendor } from './factories.ts'

export const now = new Date()
export const today = todayIn('Europe/Berlin', now)
export const nextMonday = addDays(today, ((8 - weekdayOf(today)) % 7) + 7)

/** The next Sundays on which Berlin has no half past two, and has it twice, with three Sundays before each. */
export const springSunday = lastSundayOf('03')
export const autumnSunday = lastSundayOf('10')
/** The first of the three. */
export const beforeSpring = addDays(springSunday, -21)

function lastSundayOf(month: '03' | '10'): string {
  const ends = [0, 1].map((years) => `${Number(today.slice(0, 4)) + years}-${month}-31`)
  const sundays = ends.map((last) => addDays(last, -(weekdayOf(last) % 7)))
  return sundays.find((day) => addDays(day, -21) > today) ?? ''
}

/** What the form of a class says: Mondays at 18:00, from the Monday of next week on. */
export function classForm(more: Partial<ClassForm> = {}): ClassForm {
  return plainClass({
    title: 'Yoga',
    category: 'yoga',
    location: '1 Park Street',
    priceMinor: 1500,
    maxStudents: 10,
    durationMinutes: 60,
    startDate: nextMonday,
    times: [{ weekday: 1, startTime: '18:00', everyWeeks: 1 }],
    ...more,
  })
}

/** What the form of one of its sessions says. */
export function sessionForm(date: string, more: Partial<SessionForm> = {}): SessionForm {
  return {
    date,
    startTime: '18:00',
    durationMinutes: 60,
    maxStudents: 10,
    placeKind: 'address',
    location: '1 Park Street',
    onlineUrl: '',
    ...more,
  }
}

export async function publish(db: Db, more: Partial<ClassForm> = {}) {
  const vendor = await aVendor(db)
  const created = await createClass(
    { db, settings: { plans: true } },
    vendor.id,
    classForm(more),
    now,
  )
  if (!created.ok) throw new Error(created.reason)
  return { vendor, classId: created.classId }
}

type OfVendor = { vendor: AVendor; classId: string }

/** The form of a class as it opens now. */
export async function openForm(db: Db, { vendor, classId }: OfVendor): Promise<ClassForm> {
  const found = await findOwnClass(db, { vendorId: vendor.id, classId })
  if (!found) throw new Error('The class is gone.')
  return editFields(found)
}

/** Opens the form, changes it and saves it; agrees to what is asked. */
export async function saveForm(db: Db, of: OfVendor, more: Partial<ClassForm>) {
  const form = { ...(await openForm(db, of)), ...more }
  const saved = await agreeing(form, (typed) => editClass(db, of.vendor.id, of.classId, typed, now))
  if (!saved.ok) throw new Error(saved.reason)
  return saved
}

export async function sessionsOf(db: Db, classId: string) {
  return db
    .selectFrom('classSessions')
    .where('classId', '=', classId)
    .orderBy('startsAt')
    .selectAll()
    .execute()
}

export async function timesOf(db: Db, classId: string) {
  return db
    .selectFrom('classTimes')
    .where('classId', '=', classId)
    .orderBy('createdAt')
    .orderBy('startsOn')
    .selectAll()
    .execute()
}

export async function bookSpots(
  db: Db,
  vendor: AVendor,
  row: { id: string; classId: string; startsAt: Date; maxStudents: number },
  spots = 1,
) {
  const of = { id: row.classId, vendor, durationMinutes: 60, priceMinor: 1500, maxStudents: 10 }
  return aBooking(db, {
    session: { id: row.id, class: of, startsAt: row.startsAt, maxStudents: row.maxStudents },
    spots,
  })
}
