import { emit } from '#core/events/emit.ts'
import type { Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { logSecurity, type SecurityEvent } from '#core/shared/security-event.ts'
import { drawRecoveryCodes, storeRecoveryCodes } from '../steps/recovery-codes.ts'
import type { Visitor } from './ask-auth.ts'
import { checkPassword, type PasswordChecked } from './change-password.ts'
import { type ProofChecked, withProof } from './check-proof.ts'

type Account = { userId: string; email: string }
/** The code is one of the app, or a recovery code. */
type Given = { password: string; code: string }
type Refused = Exclude<ProofChecked | PasswordChecked, { ok: true }>

export type TwoFactorSwitchedOff = { ok: true } | Refused

/** From here on the password alone signs in. The database tells the owner. */
export async function switchOffTwoFactor(
  deps: Deps,
  visitor: Visitor,
  account: Account,
  given: Given,
): Promise<TwoFactorSwitchedOff> {
  return change(deps, visitor, { account, given, event: 'two_factor.switched_off' }, async (tx) => {
    await tx.deleteFrom('twoFactors').where('userId', '=', account.userId).execute()
  })
}

export type RecoveryCodesReplaced = { ok: true; recoveryCodes: string[] } | Refused

/** New recovery codes; the former ones no longer work. */
export async function replaceRecoveryCodes(
  deps: Deps,
  visitor: Visitor,
  account: Account,
  given: Given,
): Promise<RecoveryCodesReplaced> {
  const { userId } = account
  const codes = await drawRecoveryCodes(deps)
  const event = 'two_factor.recovery_codes_replaced'
  const changed = await change(deps, visitor, { account, given, event }, async (tx) => {
    await storeRecoveryCodes(tx, userId, codes)
    await emit(tx, 'account.recovery_codes_replaced', { userId })
  })
  return changed.ok ? { ok: true, recoveryCodes: codes.shown } : changed
}

type Change = { account: Account; given: Given; event: SecurityEvent }

/** Asks for the password again, and for a code: somebody else may sit at a signed-in browser. */
async function change(
  deps: Deps,
  visitor: Visitor,
  { account: { userId, email }, given, event }: Change,
  work: (tx: Tx) => Promise<void>,
): Promise<{ ok: true } | Refused> {
  const about = { email, network: visitor.network }
  const password = await checkPassword(deps, visitor, userId, given.password)
  const checked = password.ok
    ? await withProof(
        deps,
        { userId, network: visitor.network, isSignedIn: true, shown: password.shown },
        { code: given.code, recoveryCode: '' },
        work,
      )
    : password
  if (!checked.ok) {
    logSecurity(deps, 'two_factor.refused', { ...about, reason: checked.reason })
    return checked
  }
  logSecurity(deps, event, about)
  return { ok: true }
}
