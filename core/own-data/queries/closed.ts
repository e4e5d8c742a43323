import type { Db } from '#core/shared/db.ts'

/** Whether a purchase belonged to an account that was erased. */
export async function isErased(db: Db, reference: string): Promise<boolean> {
  const row = await db
    .selectFrom('erasedPurchases')
    .where('reference', '=', reference.toUpperCase())
    .select('reference')
    .executeTakeFirst()
  return row !== undefined
}

/** When the account is erased and whether it can still be taken back; null: it is not closed. */
export async function findClosed(db: Db, userId: string) {
  const row = await db
    .selectFrom('vendorMembers as m')
    .innerJoin('vendors as v', 'v.id', 'm.vendorId')
    .where('m.userId', '=', userId)
    .orderBy('m.createdAt')
    .select(['v.id as vendorId', 'v.closedAt', 'v.erasingAt', 'v.timeZone', 'm.role'])
    .executeTakeFirst()
  return row?.closedAt ? { ...row, closedAt: row.closedAt } : null
}
