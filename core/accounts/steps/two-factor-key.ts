import type { Deps } from '#core/shared/deps.ts'
import type { SealedColumn } from '#core/shared/reseal.ts'
import type { Sealing } from '#core/shared/sealing.ts'

/** Names what the keys of authenticator apps are encrypted for. Renaming it makes all of them unreadable. */
const keyPurpose = 'two-factor key'

export function keySealing({ secretKeys }: Pick<Deps, 'secretKeys'>, userId: string): Sealing {
  return { keys: secretKeys, purpose: keyPurpose, owner: userId }
}

export const sealedKeys: SealedColumn = {
  table: 'two_factors',
  column: 'sealed_key',
  owner: 'user_id',
  purpose: keyPurpose,
}
