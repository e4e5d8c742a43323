import type { Member } from '#app/http/context.ts'
import { listAttendance } from '#core/attendance/queries.ts'
import { owedFor } from '#core/attendance/rules.ts'
import type { Db } from '#core/shared/db.ts'
import { addDays, todayIn } from '#core/shared/time.ts'
import { mayManage } from '#core/vendors/rules.ts'
import { deviceAccountOf } from './attendance-form.server.ts'
import type { DayShown, SpotShown } from './marking.ts'

type Listed = Awaited<ReturnType<typeof listAttendance>>[number]
type Asked = { member: Member; date: string; here: string }

/** The sessions of a day, with everybody in them. */
export async function dayShown(db: Db, { member, date, here }: Asked): Promise<DayShown> {
  const { vendor } = member
  const loadedAt = new Date()
  const manages = mayManage(vendor.role)
  const sessions = await listAttendance(db, { vendorId: vendor.id, date })
  return {
    here,
    date,
    isToday: date === todayIn(vendor.timeZone, loadedAt),
    previous: addDays(date, -1),
    next: addDays(date, 1),
    others: null,
    zone: vendor.timeZone,
    manages,
    account: deviceAccountOf(member),
    loadedAt,
    sessions: sessions.map(({ spots, ...session }) => ({
      ...session,
      spots: spots.map((spot) => toShown(spot, manages)),
    })),
  }
}

/** Only what the list shows: the page is kept on the device. */
function toShown(spot: Listed['spots'][number], manages: boolean): SpotShown {
  return {
    id: spot.id,
    sessionId: spot.sessionId,
    storedStatus: spot.storedStatus,
    reference: spot.reference,
    customerName: spot.customerName,
    status: spot.status,
    waitsFor: spot.waitsFor,
    attendance: spot.attendance,
    attendanceMarkedAt: spot.attendanceMarkedAt,
    lateWaivedAt: spot.lateWaivedAt,
    isFirstTime: spot.isFirstTime,
    spotInSession: spot.spotInSession,
    currency: spot.currency,
    party: spot.party && {
      people: spot.party.people,
      extras: spot.party.extras.map(({ name }) => ({ name })),
    },
    owed: owedFor(spot),
    ...(manages && { paidMinor: spot.paidMinor }),
  }
}
