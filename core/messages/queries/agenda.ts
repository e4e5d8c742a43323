import { listAttendance } from '#core/attendance/queries.ts'
import { asksVendor } from '#core/bookings/rules/waiting.ts'
import { holdsSeat, isPending } from '#core/bookings/rules/status.ts'
import { sql } from 'kysely'
import { isFreeSlot } from '#core/classes/rules.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { LocalDate } from '#core/shared/time.ts'

type Amount = { minor: number; currency: string }

/** The spots of one purchase in a session, as the attendance list shows them. */
export type AgendaPerson = {
  purchaseId: string
  name: string
  spots: number
  waiting: boolean
  isFirstTime: boolean
  /** what is still to be paid for the spots, and for the bundle */
  owed: Amount | null
  owedForBundle: Amount | null
}

export type AgendaSession = {
  id: string
  classTitle: string
  startTime: string
  endTime: string
  location: string | null
  onlineUrl: string | null
  currentStudents: number
  maxStudents: number
  people: AgendaPerson[]
}

const quietDays = 7

/**
 * What is still to come of a vendor's day, with who comes, without free slots. A day on which nobody comes is told only if the
 * last booking, or the sign-up, is less than a week ago: a page without customers needs no email every morning.
 */
export async function listAgenda(
  db: Db,
  day: { vendorId: VendorId; date: LocalDate },
): Promise<AgendaSession[]> {
  const sessions = (await listAttendance(db, day))
    .filter((session) => !session.over && !isFreeSlot(session))
    .map(({ spots, ...session }) => {
      const upcoming = spots.filter(({ status }) => holdsSeat(status))
      return { ...session, people: peopleOf(upcoming) }
    })
  const isEmpty = sessions.every(({ people }) => people.length === 0)
  return isEmpty && (await isQuiet(db, day.vendorId)) ? [] : sessions
}

async function isQuiet(db: Db, vendorId: VendorId): Promise<boolean> {
  const { rows } = await sql`
    select from vendors v where v.id = ${vendorId}
      and greatest(v.created_at, (select max(b.booked_at) from bookings b where b.vendor_id = v.id))
        < now() - make_interval(days => ${quietDays})`.execute(db)
  return rows.length > 0
}

type Spot = Awaited<ReturnType<typeof listAttendance>>[number]['spots'][number]

function peopleOf(upcoming: readonly Spot[]): AgendaPerson[] {
  return [...Map.groupBy(upcoming, ({ purchaseId }) => purchaseId)].flatMap(
    ([purchaseId, spots]) => {
      const [first] = spots
      if (!first) return []
      const { customerName: name, currency, isFirstTime } = first
      const due = spots.reduce((sum, spot) => sum + dueFor(spot), 0)
      const ofBundle = Math.max(...spots.map(({ bundle }) => bundle?.owedMinor ?? 0))
      return [
        {
          purchaseId,
          name,
          spots: spots.length,
          waiting: spots.some(asksVendor),
          isFirstTime,
          owed: due > 0 ? { minor: due, currency } : null,
          owedForBundle: ofBundle > 0 ? { minor: ofBundle, currency } : null,
        },
      ]
    },
  )
}

/** Nothing is owed for what is not confirmed. */
const dueFor = ({ status, owedMinor }: Spot) => (isPending(status) ? 0 : owedMinor)
