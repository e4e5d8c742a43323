import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import type { SpotTold } from '#core/messages/rules/news.ts'
import type { Db } from '#core/shared/db.ts'

/** Notes what both readers of a purchase know: how it stands, with `was` instead of what is different now. */
export async function knowing(
  db: Db,
  purchaseId: string,
  was: Partial<SpotTold> = {},
): Promise<void> {
  await sql`select mark_told(${purchaseId}, reader) from unnest(array['customer', 'vendor']) as reader`.execute(
    db,
  )
  await sql`
    update told set spots = (
      select coalesce(jsonb_object_agg(key, value || ${JSON.stringify(was)}::jsonb), '{}') from jsonb_each(spots))
    where purchase_id = ${purchaseId}`.execute(db)
}

const happened = {
  booked: ['booking.confirmed', null],
  requested: ['booking.requested', null],
  approved: ['booking.confirmed', 'requested'],
  rejected: ['booking.ended', 'requested'],
  ended: ['booking.ended', 'confirmed'],
} as const

/** Lets the present of a purchase be news of this kind to its readers: they know what was before. */
export async function tell(
  db: Db,
  what: keyof typeof happened,
  { purchaseId, bookingIds }: { purchaseId: string; bookingIds: string[] },
): Promise<void> {
  const [event, status] = happened[what]
  if (status !== null) await knowing(db, purchaseId, { status })
  await emit(db, event, { purchaseId, bookingIds })
}
