import { sql } from 'kysely'
import { defineSubscriptions } from '#core/events/define-subscriptions.ts'
import type { Deps } from '#core/shared/deps.ts'
import { wake } from './steps/wake.ts'

type OfPurchase = { payload: { purchaseId: string } }
type OfSessions = { payload: { sessionIds: readonly string[] } }
type OfVendor = { payload: { vendorId: string } }

/** Whatever may change what a session looks like in the calendar only wakes the work, which compares. */
export const calendarSubscriptions = defineSubscriptions('calendar', {
  'booking.requested': ofPurchase,
  'booking.confirmed': ofPurchase,
  'booking.ended': ofPurchase,
  'booking.moved': ofPurchase,
  'purchase.renamed': ofPurchase,
  'session.created': ofSessions,
  'session.changed': ofSessions,
  'session.cancelled': ofSessions,
  'session.removed': ofVendor,
  'class.changed': ofVendor,
  'class.archived': ofVendor,
  // The calendars name them, too: their events are written again, whenever somebody is connected again.
  'purchase.erased': async ({ db }, { payload: { purchaseIds } }) => {
    const { rows } = await sql<{ vendorId: string }>`
      update calendar_events set etag = null, hash = null where (vendor_id, session_id) in (
        select vendor_id, session_id from bookings where purchase_id = any(${[...purchaseIds]}::uuid[]))
      returning vendor_id`.execute(db)
    await wake(db, sql`select unnest(${rows.map(({ vendorId }) => vendorId)}::uuid[])`)
  },
})

async function ofPurchase(deps: Deps, { payload: { purchaseId } }: OfPurchase): Promise<void> {
  if (deps.googleCalendar === null) return
  await wake(deps.db, sql`select vendor_id from purchases where id = ${purchaseId}`)
}

async function ofSessions(deps: Deps, { payload: { sessionIds } }: OfSessions): Promise<void> {
  if (deps.googleCalendar === null) return
  await wake(
    deps.db,
    sql`select vendor_id from class_sessions where id = any(${[...sessionIds]}::uuid[])`,
  )
}

async function ofVendor(deps: Deps, { payload: { vendorId } }: OfVendor): Promise<void> {
  if (deps.googleCalendar === null) return
  await wake(deps.db, sql`values (${vendorId}::uuid)`)
}
