import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#core/shared/db.ts'
import { usernameProblem, type UsernameProblem } from '../rules.ts'
import type { SetUp } from '../schema.ts'

export type SetUpDone =
  | { ok: true; username: string }
  | { ok: false; reason: UsernameProblem | 'username_taken' | 'time_zone' }

/** The profile step: after it the vendor has a public page. Sessions keep their clock times when it runs again. */
export async function setUpVendor(
  db: Db,
  member: { vendorId: VendorId; userId: string },
  input: SetUp,
): Promise<SetUpDone> {
  const problem = usernameProblem(input.username)
  if (problem) return { ok: false, reason: problem }
  return db.transaction().execute(async (tx) => {
    if (!(await knowsZone(tx, input.timeZone))) return { ok: false, reason: 'time_zone' }
    if (!(await claimUsername(tx, member.vendorId, input.username)))
      return { ok: false, reason: 'username_taken' }
    await tx
      .updateTable('vendors')
      .set((eb) => ({
        username: input.username,
        business_name: input.businessName,
        location: input.location,
        time_zone: input.timeZone,
        country: input.country,
        currency: input.currency,
        language: input.language,
        set_up_at: eb.fn.coalesce('set_up_at', eb.fn<Date>('now')),
        updated_at: eb.fn<Date>('now'),
      }))
      .where('id', '=', member.vendorId)
      .execute()
    await tx
      .updateTable('profiles')
      .set((eb) => ({ full_name: input.fullName, updated_at: eb.fn<Date>('now') }))
      .where('user_id', '=', member.userId)
      .execute()
    await tx
      .updateTable('users')
      .set({ name: input.fullName, language: input.language })
      .where('id', '=', member.userId)
      .execute()
    return { ok: true, username: input.username }
  })
}

/** Whether the database knows the zone too: its list of zones is another one than ours. */
async function knowsZone(tx: Tx, zone: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select is_time_zone(${zone}) as known`.execute(tx)
  return rows[0]?.known ?? false
}

/** False when somebody else has or had the name. One's own former name may be taken back. */
async function claimUsername(tx: Tx, vendorId: VendorId, username: string): Promise<boolean> {
  await tx
    .insertInto('usernames')
    .values({ username, vendor_id: vendorId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('usernames')
    .where('username', '=', username)
    .select('vendor_id')
    .executeTakeFirst()
  return row?.vendor_id === vendorId
}
