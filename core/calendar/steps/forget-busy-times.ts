import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

/** Deletes what was read of a vendor's other calendars; `except`: ids of those that still count. */
export async function forgetBusyTimes(
  tx: Tx,
  vendorId: VendorId,
  except: readonly string[] = [],
): Promise<void> {
  let busy = tx.deleteFrom('busyTimes').where('vendorId', '=', vendorId)
  // When they count again, they are read as a whole.
  let read = tx
    .updateTable('googleCalendars')
    .set({ readBusy: false })
    .where('vendorId', '=', vendorId)
    .where('readBusy', '=', true)
  if (except.length > 0) {
    busy = busy.where('calendarId', 'not in', [...except])
    read = read.where('id', 'not in', [...except])
  }
  await busy.execute()
  await read.execute()
}
