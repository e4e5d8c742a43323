import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { settle } from '#core/shared/settle.ts'
import { addDays } from '#core/shared/time.ts'
import { closeByTime } from '../steps/close-by-time.ts'
import { fillDaysAgain } from './fill-sessions.ts'

export type TimeUnblocked =
  | { ok: true; added: number }
  | { ok: false; reason: 'not_found' | 'busy' }

/** Removes a blocked time; the weekly times create the sessions they left out, and those that stayed open for booking. Cancelled sessions stay cancelled. */
export async function unblockTime(
  db: Db,
  { vendorId, blockId }: { vendorId: VendorId; blockId: string },
  now: Date,
): Promise<TimeUnblocked> {
  return settle<TimeUnblocked>(db, async (tx) => {
    // Waits for everybody who leaves out sessions because of it.
    await tx
      .selectFrom('vendors')
      .where('id', '=', vendorId)
      .select('id')
      .forNoKeyUpdate()
      .execute()
    const freed = await tx
      .deleteFrom('blockedTimes')
      .where('id', '=', blockId)
      .where('vendorId', '=', vendorId)
      .returning(['startsOn', 'endsOn'])
      .executeTakeFirst()
    if (!freed) return { ok: false, reason: 'not_found' }
    // A session that begins the day before may run into it.
    const again = { from: addDays(freed.startsOn, -1), to: freed.endsOn }
    const added = await fillDaysAgain(tx, vendorId, { now, again })
    await closeByTime(tx, vendorId)
    return { ok: true, added }
  })
}
