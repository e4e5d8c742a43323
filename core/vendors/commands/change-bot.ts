import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { type Changed, changedSince, type Version } from '#core/shared/version.ts'
import type { BotForm } from '../schema.ts'

export type BotChanged = { ok: true } | Changed<{ telegramBotUsername: string | null }>

/** The bot that the Message button opens. */
export async function changeBot(
  db: Db,
  vendorId: VendorId,
  typed: BotForm,
  version: Version = null,
): Promise<BotChanged> {
  return db.transaction().execute(async (tx) => {
    const current = await tx
      .selectFrom('vendors')
      .where('id', '=', vendorId)
      .select('telegramBotUsername')
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const changed = changedSince(version, current, typed)
    if (changed) return changed
    await tx
      .updateTable('vendors')
      .set((eb) => ({ ...typed, updatedAt: eb.fn<Date>('now') }))
      .where('id', '=', vendorId)
      .execute()
    return { ok: true }
  })
}

export async function removeBot(db: Db, vendorId: VendorId): Promise<{ ok: true }> {
  await db
    .updateTable('vendors')
    .set((eb) => ({ telegramBotUsername: null, updatedAt: eb.fn<Date>('now') }))
    .where('id', '=', vendorId)
    .execute()
  return { ok: true }
}
