import type { Deps } from '#core/shared/deps.ts'
import type { Sealing } from '#core/shared/sealing.ts'

/** Names what the keys of authenticator apps are encrypted for. Renaming it makes all of them unreadable. */
export const keyPurpose = 'two-factor key'

export function keySealing({ secretKeys }: Pick<Deps, 'secretKeys'>, userId: string): Sealing {
  return { keys: secretKeys, purpose: keyPurpose, owner: userId }
}
