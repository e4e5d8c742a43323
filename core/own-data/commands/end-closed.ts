import { sql } from 'kysely'
import { cancelAll } from '#core/schedule/commands/cancel-sessions.ts'
import { lockLeftBundles, refundBundles } from '#core/passes/steps/leave-class.ts'
import { emit } from '#core/events/emit.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { settle } from '#core/shared/settle.ts'
import { listBundlesLeft, listUpcoming } from '../steps/close-question.ts'
import { eachAccount } from '../steps/each-account.ts'

/**
 * Cancels what is booked with closed accounts, tells the customers, and ends the bundles they hold: each session and each
 * bundle in a transaction of its own. What is left to do is read from the rows, so the next run goes on where a worker
 * died. Returns how many sessions and bundles it ended; fails at the end if some accounts could not be ended.
 */
export async function endClosed(db: Db): Promise<number> {
  let ended = 0
  await eachAccount(await listToEnd(db), 'ended', async (id) => {
    ended += await endVendor(db, id)
  })
  return ended
}

function listToEnd(db: Db) {
  return db
    .selectFrom('vendors as v')
    .where('v.closedAt', 'is not', null)
    .where('v.erasingAt', 'is', null)
    .where(
      sql<boolean>`(exists (select from class_sessions s
          where s.vendor_id = v.id and s.status = 'confirmed' and s.starts_at > now() and s.current_students > 0)
        or exists (select from passes e where e.vendor_id = v.id and bundle_is_held(e)))`,
    )
    .orderBy('v.closedAt')
    .select('v.id')
    .execute()
}

async function endVendor(db: Db, vendorId: VendorId): Promise<number> {
  let ended = 0
  const end = async (work: (tx: Tx) => Promise<number>) => {
    ended += await whileClosed(db, vendorId, work)
  }
  // Empty sessions stay as they are: nobody can book them now, and the owner finds them if the account is taken back.
  for (const { id, currentStudents } of await listUpcoming(db, vendorId))
    if (currentStudents > 0) await end(async (tx) => (await cancelAll(tx, [id])).sessions)
  // After the sessions, which came back to them.
  for (const id of await listBundlesLeft(db, vendorId)) await end((tx) => endBundle(tx, id))
  return ended
}

/** Nothing happens once the owner has taken the account back. What is busy is left for the next run. */
async function whileClosed(
  db: Db,
  vendorId: VendorId,
  work: (tx: Tx) => Promise<number>,
): Promise<number> {
  const done = await settle(db, async (tx) => {
    const closed = await tx
      .selectFrom('vendors')
      .where('id', '=', vendorId)
      .where('closedAt', 'is not', null)
      .where('erasingAt', 'is', null)
      .select('id')
      .forShare()
      .executeTakeFirst()
    return closed ? work(tx) : 0
  })
  return typeof done === 'number' ? done : 0
}

async function endBundle(tx: Tx, passId: string): Promise<number> {
  const left = await lockLeftBundles(tx, { passId })
  await refundBundles(tx, left)
  for (const bundle of left)
    await emit(tx, 'bundle.ended', { purchaseId: bundle.purchaseId, passId })
  return left.length
}
