import type { Deps } from '#core/shared/deps.ts'
import { seal, sealedPrefix, unseal } from '#core/shared/sealing.ts'
import { keyPurpose, keySealing } from '../steps/two-factor-key.ts'

const maxPerRun = 500

/** Encrypts the keys of authenticator apps with the first secret key, so that an older one can be removed. Returns their number. */
export async function resealKeys(deps: Deps): Promise<number> {
  const { db, secretKeys, log } = deps
  const rows = await db
    .selectFrom('twoFactors')
    .where(
      'sealedKey',
      'not like',
      `${sealedPrefix(secretKeys, keyPurpose).replaceAll('_', '\\_')}%`,
    )
    .select(['userId', 'sealedKey'])
    .limit(maxPerRun)
    .execute()
  for (const { userId, sealedKey } of rows) {
    const key = unseal(keySealing(deps, userId), sealedKey)
    if (key === null) {
      log.error({ userId }, 'no secret key opens the two-factor key of an account')
      continue
    }
    await db
      .updateTable('twoFactors')
      .set({ sealedKey: seal(keySealing(deps, userId), key) })
      .where('userId', '=', userId)
      .where('sealedKey', '=', sealedKey)
      .execute()
  }
  return rows.length
}
