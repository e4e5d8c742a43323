import { sql } from 'kysely'
import { defineSubscriptions } from '#core/events/define-subscriptions.ts'
import type { Deps } from '#core/shared/deps.ts'
import { wake } from './steps/wake.ts'

type OfPurchase = { payload: { purchaseId: string } }
type OfSessions = { payload: { sessionIds: readonly string[] } }
type OfClass = { payload: { vendorId: string } }

/** Whatever may change what a session looks like in the calendar only wakes the work, which compares. */
export const calendarSubscriptions = defineSubscriptions('calendar', {
  'booking.requested': ofPurchase,
  'booking.confirmed': ofPurchase,
  'booking.ended': ofPurchase,
  'booking.moved': ofPurchase,
  'address.corrected': ofPurchase,
  'session.created': ofSessions,
  'session.changed': ofSessions,
  'session.cancelled': ofSessions,
  'class.changed': ofClass,
  'class.archived': ofClass,
  // They are gone, so they cannot name their vendor: every calendar that holds one of them.
  'session.removed': async (deps, { payload: { sessionIds } }) => {
    if (deps.googleCalendar === null) return
    await wake(
      deps.db,
      sql`select vendor_id from calendar_events where session_id = any(${[...sessionIds]}::uuid[])`,
    )
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

async function ofClass(deps: Deps, { payload: { vendorId } }: OfClass): Promise<void> {
  if (deps.googleCalendar === null) return
  await wake(deps.db, sql`values (${vendorId}::uuid)`)
}
