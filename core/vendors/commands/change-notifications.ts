import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { type Conflict, mergeEdit } from '#core/shared/merge-edit.ts'
import { eachNews, newsNames } from '../catalogue.ts'
import type { NotificationsForm } from '../schema.ts'

export type NotificationsChanged =
  | { ok: true }
  | { ok: false; reason: 'conflict'; conflicts: Conflict<NotificationsForm>[] }

export async function findNotifications(db: Db, vendorId: VendorId): Promise<NotificationsForm> {
  const { mutedNews, agendaHour } = await db
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select(['mutedNews', 'agendaHour'])
    .executeTakeFirstOrThrow()
  return { agendaHour, ...eachNews((news) => !mutedNews.includes(news)) }
}

/** Which emails the vendor gets from now on. `shown`: what the form held when it was opened; null if unknown. */
export async function changeNotifications(
  db: Db,
  vendorId: VendorId,
  typed: NotificationsForm,
  shown: NotificationsForm | null = null,
): Promise<NotificationsChanged> {
  return db.transaction().execute(async (tx) => {
    await sql`select from vendors where id = ${vendorId} for no key update`.execute(tx)
    const current = await findNotifications(tx, vendorId)
    const merged = mergeEdit({ shown, typed, current })
    if (!merged.ok) return { ok: false, reason: 'conflict', conflicts: merged.conflicts }
    await tx
      .updateTable('vendors')
      .set((eb) => ({
        agendaHour: merged.values.agendaHour,
        mutedNews: newsNames.filter((news) => !merged.values[news]),
        updatedAt: eb.fn<Date>('now'),
      }))
      .where('id', '=', vendorId)
      .execute()
    return { ok: true }
  })
}
