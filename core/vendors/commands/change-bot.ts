import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { type Conflict, mergeEdit } from '#core/shared/merge-edit.ts'
import type { BotForm } from '../schema.ts'

export type BotChanged =
  | { ok: true }
  | { ok: false; reason: 'conflict'; conflicts: Conflict<{ telegramBotUsername: string | null }>[] }

/** The bot that the Message button opens. `shown`: what the form held when it was opened; null if unknown. */
export async function changeBot(
  db: Db,
  vendorId: VendorId,
  typed: BotForm,
  shown: { telegramBotUsername: string | null } | null = null,
): Promise<BotChanged> {
  return db.transaction().execute(async (tx) => {
    const current = await tx
      .selectFrom('vendors')
      .where('id', '=', vendorId)
      .select('telegramBotUsername')
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const merged = mergeEdit({ shown, typed, current })
    if (!merged.ok) return { ok: false, reason: 'conflict', conflicts: merged.conflicts }
    await tx
      .updateTable('vendors')
      .set((eb) => ({ ...merged.values, updatedAt: eb.fn<Date>('now') }))
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
