import type { Deps } from '#core/shared/deps.ts'
import { type Sealing, unseal } from '#core/shared/sealing.ts'

export const wishKeyName = 'mail wishes'
/** Renaming it makes the key unreadable, and with it every wish. */
export const wishKeyPurpose = 'key of mail wishes'

export type KeyHolder = Pick<Deps, 'db' | 'secretKeys'>

export const sealingOf = ({ secretKeys: keys }: Pick<Deps, 'secretKeys'>): Sealing => ({
  keys,
  purpose: wishKeyPurpose,
  owner: wishKeyName,
})

/** The key by which wishes name addresses. Null: nobody has made it yet, or the secret key that sealed it is gone. */
export async function findWishKey(holder: KeyHolder): Promise<string | null> {
  const sealed = await findSealed(holder)
  return sealed === null ? null : unseal(sealingOf(holder), sealed)
}

export async function findSealed({ db }: Pick<KeyHolder, 'db'>): Promise<string | null> {
  const stored = await db
    .selectFrom('sealedSecrets')
    .where('name', '=', wishKeyName)
    .select('secret')
    .executeTakeFirst()
  return stored?.secret ?? null
}
