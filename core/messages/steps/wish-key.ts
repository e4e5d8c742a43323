import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { SealedColumn } from '#core/shared/reseal.ts'
import { seal, unseal } from '#core/shared/sealing.ts'
import {
  findSealed,
  type KeyHolder,
  sealingOf,
  wishKeyName,
  wishKeyPurpose,
} from '../queries/wish-key.ts'

/** Sealed again when the first secret key changes: a wish has to outlast them all. */
export const sealedWishKey: SealedColumn = {
  table: 'sealed_secrets',
  column: 'secret',
  owner: 'name',
  purpose: wishKeyPurpose,
}

/**
 * The key by which wishes name addresses; the first who needs it makes it. Null: the secret key that sealed it is gone, so
 * nobody's wish can be known.
 */
export async function openWishKey(holder: KeyHolder): Promise<string | null> {
  const sealed = (await findSealed(holder)) ?? (await makeSealed(holder))
  return sealed === null ? null : unseal(sealingOf(holder), sealed)
}

/** Somebody else may just have made one. */
async function makeSealed(holder: KeyHolder): Promise<string | null> {
  const secret = seal(sealingOf(holder), randomBytes(32).toString('hex'))
  await holder.db
    .insertInto('sealedSecrets')
    .values({ name: wishKeyName, secret })
    .onConflict((same) => same.doNothing())
    .execute()
  return findSealed(holder)
}

type OfAddresses = { key: string; vendorId: string; addresses: readonly string[] }

/** How the wishes of a vendor name these addresses. */
export async function marksOf(
  db: Db,
  { key, vendorId, addresses }: OfAddresses,
): Promise<string[]> {
  const { rows } = await sql<{ mark: string }>`
    select address_mark(${key}, ${vendorId}, address) as mark from unnest(${addresses}::text[]) as address`.execute(
    db,
  )
  return rows.map(({ mark }) => mark)
}
