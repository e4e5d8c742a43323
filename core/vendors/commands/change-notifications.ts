import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { type Changed, changedSince, type Version } from '#core/shared/version.ts'
import { eachNews, newsNames } from '../catalogue.ts'
import type { NotificationsForm } from '../schema.ts'

export type NotificationsChanged = { ok: true } | Changed<NotificationsForm>

type Reader = { vendorId: VendorId; userId: string }

/** Which emails come. The hour of the email of the day is the vendor's, and whether it comes its reader's. */
export async function findNotifications(
  db: Db,
  { vendorId, userId }: Reader,
): Promise<NotificationsForm> {
  const { mutedNews, agendaHour, wantsAgenda } = await db
    .selectFrom('vendors as v')
    .innerJoin('vendorMembers as m', 'm.vendorId', 'v.id')
    .where('v.id', '=', vendorId)
    .where('m.userId', '=', userId)
    .select(['v.mutedNews', 'v.agendaHour', 'm.wantsAgenda'])
    .executeTakeFirstOrThrow()
  return {
    agendaHour: wantsAgenda ? agendaHour : null,
    ...eachNews((news) => !mutedNews.includes(news)),
  }
}

/** Which emails come from now on. */
export async function changeNotifications(
  db: Db,
  reader: Reader,
  typed: NotificationsForm,
  version: Version = null,
): Promise<NotificationsChanged> {
  return db.transaction().execute(async (tx) => {
    const { vendorId, userId } = reader
    await sql`select from vendors where id = ${vendorId} for no key update`.execute(tx)
    const current = await findNotifications(tx, reader)
    const changed = changedSince(version, current, typed)
    if (changed) return changed
    await tx
      .updateTable('vendors')
      .set((eb) => ({
        // The hour stays for when it is switched on again.
        ...(typed.agendaHour !== null && { agendaHour: typed.agendaHour }),
        mutedNews: newsNames.filter((news) => !typed[news]),
        updatedAt: eb.fn<Date>('now'),
      }))
      .where('id', '=', vendorId)
      .execute()
    await tx
      .updateTable('vendorMembers')
      .set({ wantsAgenda: typed.agendaHour !== null })
      .where('vendorId', '=', vendorId)
      .where('userId', '=', userId)
      .execute()
    return { ok: true }
  })
}
