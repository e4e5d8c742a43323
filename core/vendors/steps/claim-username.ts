import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

/** False if another vendor has or had the name. A vendor may take back its own former name. */
export async function claimUsername(
  tx: Tx,
  vendorId: VendorId,
  username: string,
): Promise<boolean> {
  await tx
    .insertInto('usernames')
    .values({ username, vendorId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('usernames')
    .where('username', '=', username)
    .select('vendorId')
    .executeTakeFirst()
  return row?.vendorId === vendorId
}
