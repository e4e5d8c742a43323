import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { StartOver } from '#core/shared/settle.ts'

/** How a class ends registration, for its sessions. */
export type LockedClass = {
  id: string
  closesMinutesBefore: number
  registrationClosedDate: string | null
}

/**
 * Locks all classes of a vendor, the vendor itself and the weekly times, for a change that concerns every session: nobody
 * adds or changes one until the transaction ends.
 */
export async function lockAllClasses(tx: Tx, vendorId: VendorId) {
  const ofVendor = tx
    .selectFrom('classes')
    .where('vendorId', '=', vendorId)
    .orderBy('id')
    .select(['id', 'closesMinutesBefore', 'registrationClosedDate'])
  const classes: LockedClass[] = await ofVendor.forNoKeyUpdate().execute()
  const { timeZone, currency } = await tx
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select(['timeZone', 'currency'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  // A class that was made while we waited for the vendor is not locked.
  if ((await ofVendor.execute()).length !== classes.length) throw new StartOver()
  await sql`select from class_times where vendor_id = ${vendorId} order by id for no key update`.execute(
    tx,
  )
  return { classes: new Map(classes.map((row) => [row.id, row])), timeZone, currency }
}

/** Locks the upcoming sessions of all classes. */
export function lockUpcoming(tx: Tx, vendorId: VendorId, now: Date) {
  return tx
    .selectFrom('classSessions')
    .where('vendorId', '=', vendorId)
    .where('status', '=', 'confirmed')
    .where('startsAt', '>', now)
    .orderBy('id')
    .selectAll()
    .forNoKeyUpdate()
    .execute()
}
