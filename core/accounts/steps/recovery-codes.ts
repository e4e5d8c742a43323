import { randomInt } from 'node:crypto'
import type { Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { drawRecoveryCode, recoveryCodeCount, showRecoveryCode } from '../rules.ts'

export type RecoveryCodes = { shown: string[]; hashes: string[] }

/** New codes, to be shown once, and what is stored of them. Takes time, so it belongs before the transaction. */
export async function drawRecoveryCodes({ auth }: Deps): Promise<RecoveryCodes> {
  const codes = Array.from({ length: recoveryCodeCount }, () => drawRecoveryCode(randomInt))
  return {
    shown: codes.map(showRecoveryCode),
    hashes: await Promise.all(codes.map((code) => auth.hashPassword(code))),
  }
}

/** The former codes of the account no longer work. */
export async function storeRecoveryCodes(
  tx: Tx,
  userId: string,
  { hashes }: RecoveryCodes,
): Promise<void> {
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await tx
    .insertInto('recoveryCodes')
    .values(hashes.map((hash) => ({ userId, hash })))
    .execute()
}
