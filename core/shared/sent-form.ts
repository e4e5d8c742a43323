import { sql } from 'kysely'
import type { DB } from './database.ts'
import type { Tx } from './db.ts'
import type { VendorId } from './ids.ts'
import { digestOf } from './make-once.ts'
import { type Changed, changedSince, type Version, versionOf } from './version.ts'

/** A form that changes a row, as it was sent. */
type Sent = {
  kind: keyof DB
  vendorId: VendorId
  id: string
  form: object
  version: Version
}

/**
 * Changes a row by a form, unless its page was overtaken (`changedSince`). Exactly this form was accepted before, from the same
 * page: it is answered as it was then, and changes nothing.
 */
export async function changeOnce<Values extends object, Result extends { ok: boolean }>(
  tx: Tx,
  sent: Sent,
  { current, typed }: { current: Values; typed: Values },
  change: () => Promise<Result>,
): Promise<Result | Changed<Values>> {
  const { kind, vendorId, id, version } = sent
  const key = { vendorId, kind, digest: digestOf(sent) }
  if (version !== null && version !== versionOf(current)) {
    const { rows } = await sql<{ answer: Result }>`select answer from form_keys
      where vendor_id = ${vendorId} and kind = ${kind} and digest = ${key.digest} and answer is not null`.execute(
      tx,
    )
    if (rows[0]) return rows[0].answer
    const changed = changedSince(version, current, typed)
    if (changed) return changed
  }
  const result = await change()
  if (result.ok && version !== null) {
    const answer = JSON.stringify(result)
    await tx
      .insertInto('formKeys')
      .values({ ...key, madeId: id, answer })
      // Changed back in between, and sent from the same values again.
      .onConflict((conflict) =>
        conflict.columns(['vendorId', 'kind', 'digest']).doUpdateSet({ answer }),
      )
      .execute()
  }
  return result
}
