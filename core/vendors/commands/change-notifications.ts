import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { type Changed, changedSince, type Version } from '#core/shared/version.ts'
import { eachNews, newsNames } from '../catalogue.ts'
import type { NotificationsForm } from '../schema.ts'

export type NotificationsChanged = { ok: true } | Changed<NotificationsForm>

export async function findNotifications(db: Db, vendorId: VendorId): Promise<NotificationsForm> {
  const { mutedNews, agendaHour } = await db
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select(['mutedNews', 'agendaHour'])
    .executeTakeFirstOrThrow()
  return { agendaHour, ...eachNews((news) => !mutedNews.includes(news)) }
}

/** Which emails the vendor gets from now on. */
export async function changeNotifications(
  db: Db,
  vendorId: VendorId,
  typed: NotificationsForm,
  version: Version = null,
): Promise<NotificationsChanged> {
  return db.transaction().execute(async (tx) => {
    await sql`select from vendors where id = ${vendorId} for no key update`.execute(tx)
    const current = await findNotifications(tx, vendorId)
    const changed = changedSince(version, current, typed)
    if (changed) return changed
    await tx
      .updateTable('vendors')
      .set((eb) => ({
        agendaHour: typed.agendaHour,
        mutedNews: newsNames.filter((news) => !typed[news]),
        updatedAt: eb.fn<Date>('now'),
      }))
      .where('id', '=', vendorId)
      .execute()
    return { ok: true }
  })
}
