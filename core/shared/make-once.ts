import { createHash } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import type { DB } from './database.ts'
import type { Db, Tx } from './db.ts'
import type { VendorId } from './ids.ts'

type Making = {
  /** the table that the form adds a row to */
  kind: keyof DB
  vendorId: VendorId
  /** the form's content and its key; without a key, every call creates a new row */
  form: { formKey?: string | undefined; readonly [field: string]: unknown }
}

type Made<Refusal> = { ok: true; id: string } | Refusal

/**
 * Creates a row once per form, in the caller's transaction: sending the same form again returns that row. A concurrent
 * second request waits for the first. A form changed after it was sent creates another row.
 */
export async function makeOnce<Refusal extends { ok: false } = never>(
  tx: Tx,
  { kind, vendorId, form }: Making,
  make: () => Promise<Made<Refusal>>,
): Promise<Made<Refusal>> {
  if (form.formKey === undefined) return make()
  const key = { vendorId: vendorId, kind, digest: digestOf(form) }
  const own = (eb: ExpressionBuilder<DB, 'formKeys'>) => eb.and(key)
  const claimed = await tx
    .insertInto('formKeys')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .returning('digest')
    .executeTakeFirst()
  if (!claimed) {
    const earlier = await tx
      .selectFrom('formKeys')
      .where(own)
      .select('madeId')
      .executeTakeFirstOrThrow()
    if (earlier.madeId === null) throw new Error('A form has a key, and made nothing.')
    return { ok: true, id: earlier.madeId }
  }
  const made = await make()
  if (made.ok) await tx.updateTable('formKeys').set({ madeId: made.id }).where(own).execute()
  // A refused form created nothing, so it may be sent again later.
  else await tx.deleteFrom('formKeys').where(own).execute()
  return made
}

/** Names exactly what was sent. */
export const digestOf = (form: object): string =>
  createHash('sha256').update(JSON.stringify(form)).digest('base64url')

/** Deletes the keys of forms sent before `day`. Returns how many. */
export async function deleteFormKeys(db: Db, day: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('formKeys')
    .where('madeAt', '<', day)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
