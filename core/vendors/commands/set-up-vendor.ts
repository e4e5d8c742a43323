import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#core/shared/db.ts'
import { usernameProblem, type UsernameProblem } from '../rules.ts'
import type { SetUp } from '../schema.ts'

export type SetUpDone =
  | { ok: true; username: string }
  | { ok: false; reason: UsernameProblem | 'username_taken' | 'timeZone' }

/** The profile step: after it the vendor has a public page. Of two that are sent at once the first one counts. */
export async function setUpVendor(
  db: Db,
  member: { vendorId: VendorId; userId: string },
  input: SetUp,
): Promise<SetUpDone> {
  const problem = usernameProblem(input.username)
  if (problem) return { ok: false, reason: problem }
  return db.transaction().execute(async (tx) => {
    const done = await findSetUp(tx, member.vendorId)
    if (done !== null) return { ok: true, username: done }
    if (!(await knowsZone(tx, input.timeZone))) return { ok: false, reason: 'timeZone' }
    if (!(await claimUsername(tx, member.vendorId, input.username)))
      return { ok: false, reason: 'username_taken' }
    await tx
      .updateTable('vendors')
      .set((eb) => ({
        username: input.username,
        businessName: input.businessName,
        location: input.location,
        timeZone: input.timeZone,
        country: input.country,
        currency: input.currency,
        language: input.language,
        setUpAt: eb.fn<Date>('now'),
        updatedAt: eb.fn<Date>('now'),
      }))
      .where('id', '=', member.vendorId)
      .execute()
    await tx
      .updateTable('profiles')
      .set((eb) => ({ fullName: input.fullName, updatedAt: eb.fn<Date>('now') }))
      .where('userId', '=', member.userId)
      .execute()
    await tx
      .updateTable('users')
      .set({ name: input.fullName, language: input.language })
      .where('id', '=', member.userId)
      .execute()
    return { ok: true, username: input.username }
  })
}

/** The username that the step has claimed already, read when no other step of the vendor is under way. */
async function findSetUp(tx: Tx, vendorId: VendorId): Promise<string | null> {
  const vendor = await tx
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select(['setUpAt', 'username'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return vendor.setUpAt && vendor.username
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
