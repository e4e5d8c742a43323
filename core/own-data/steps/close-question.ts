import { sql } from 'kysely'
import {
  countReach,
  type GivenBack,
  listSpotsHeld,
  type Reach,
  sumGivenBack,
} from '#core/classes/queries/reach.ts'
import { agreementTo } from '#core/classes/steps/agreement.ts'
import { listBundlesHeld } from '#core/passes/queries.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

export type CloseQuestion = {
  /** upcoming sessions that somebody booked */
  sessions: number
  bookings: number
  reach: Reach
  givenBack: readonly GivenBack[]
  /** sold bundles that end */
  bundles: number
  /** of these, those that somebody paid for */
  paidBundles: number
  /** the form's text when the owner agrees to exactly this; '' if nobody is concerned */
  agreement: string
}

/** What closing an account does to its customers. */
export async function askAboutClosing(db: Db, vendorId: VendorId): Promise<CloseQuestion> {
  const sessions = await listUpcoming(db, vendorId)
  const booked = sessions.filter(({ currentStudents }) => currentStudents > 0)
  const of = { sessionIds: booked.map(({ id }) => id) }
  const spots = await listSpotsHeld(db, of)
  const reach = await countReach(db, { vendorId, of })
  const givenBack = await sumGivenBack(db, { vendorId, of })
  const bundles: string[] = []
  for (const { classId } of await listClassesWithBundles(db, vendorId))
    bundles.push(...(await listBundlesHeld(db, { classId })))
  const bookings = booked.reduce((sum, { currentStudents }) => sum + currentStudents, 0)
  const effects = {
    cancels: { bookings, sessions: booked.length },
    givenBack,
    reach,
    bundles: bundles.length,
  }
  return {
    sessions: booked.length,
    bookings,
    reach,
    givenBack,
    bundles: bundles.length,
    // Their last part is what was paid.
    paidBundles: bundles.filter((bundle) => !bundle.endsWith(' 0')).length,
    agreement: agreementTo(effects, [...spots, ...bundles]),
  }
}

/** The confirmed sessions that have not started. */
export function listUpcoming(db: Db, vendorId: VendorId) {
  return db
    .selectFrom('classSessions')
    .where('vendorId', '=', vendorId)
    .where('status', '=', 'confirmed')
    .where('startsAt', '>', sql<Date>`now()`)
    .orderBy('id')
    .select(['id', 'currentStudents'])
    .execute()
}

/** The classes of which customers hold bundles. */
function listClassesWithBundles(db: Db, vendorId: VendorId) {
  return bundlesHeld(db, vendorId).distinct().orderBy('c.id').select('c.id as classId').execute()
}

/** The ids of the bundles that customers hold. */
export async function listBundlesLeft(db: Db, vendorId: VendorId): Promise<string[]> {
  const rows = await bundlesHeld(db, vendorId).orderBy('e.id').select('e.id').execute()
  return rows.map(({ id }) => id)
}

const bundlesHeld = (db: Db, vendorId: VendorId) =>
  db
    .selectFrom('passes as e')
    .innerJoin('classes as c', 'c.id', 'e.classId')
    .where('e.vendorId', '=', vendorId)
    .where(sql<boolean>`bundle_is_held(e)`)
