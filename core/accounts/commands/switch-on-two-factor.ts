import { z } from 'zod'
import { emit } from '#core/events/emit.ts'
import { drawQr } from '#core/integrations/qr.ts'
import { newTotpKey, stepOfCode, totpAddress } from '#core/integrations/totp.ts'
import type { Deps } from '#core/shared/deps.ts'
import { seal, type Sealing, unseal } from '#core/shared/sealing.ts'
import { logSecurity } from '#core/shared/security-event.ts'
import { addMinutes } from '#core/shared/time.ts'
import { findTwoFactor } from '../queries.ts'
import { readCode } from '../rules.ts'
import { endSessions, voidLinks } from '../steps/end-sessions.ts'
import { startSessionUnder, stillHolds } from '../steps/proof.ts'
import { drawRecoveryCodes, storeRecoveryCodes } from '../steps/recovery-codes.ts'
import { keySealing } from '../steps/two-factor-key.ts'
import type { Visitor } from './ask-auth.ts'
import { checkPassword } from './change-password.ts'
import { findSessionId } from './presented-session.ts'

type Account = { userId: string; email: string }

/** What an authenticator app needs, and `draft`, with which the form that has the code comes back. */
export type KeyShown = { key: string; address: string; qr: string; draft: string }

export type KeyDrawn =
  | { ok: true; shown: KeyShown }
  | { ok: false; reason: 'wrong' | 'rate_limited' | 'already_on' }

const draftMinutes = 30

/** Draws a key for the app. Nothing is stored before its first code: the browser keeps the key, encrypted. */
export async function drawKey(
  deps: Deps,
  visitor: Visitor,
  { userId, email }: Account,
  { password }: { password: string },
): Promise<KeyDrawn> {
  const checked = await checkPassword(deps, visitor, userId, password)
  if (!checked.ok) {
    const about = { email, network: visitor.network, reason: checked.reason }
    logSecurity(deps, 'two_factor.refused', about)
    return checked
  }
  if (await findTwoFactor(deps.db, userId)) return { ok: false, reason: 'already_on' }
  const key = newTotpKey()
  const until = addMinutes(new Date(), draftMinutes).getTime()
  const draft = seal(
    draftSealing(deps, userId),
    JSON.stringify({ key, until, mark: checked.shown.mark }),
  )
  return { ok: true, shown: showKey(deps, email, { key, draft }) }
}

export type TwoFactorSwitchedOn =
  | { ok: true; recoveryCodes: string[]; cookies: string[] }
  | { ok: false; reason: 'wrong_code'; shown: KeyShown }
  | { ok: false; reason: 'draft_over' | 'already_on' }

/**
 * Switches two-factor sign-in on with the first right code of the app. As with a new password, every session ends and this
 * browser gets a new one.
 */
export async function switchOnTwoFactor(
  deps: Deps,
  visitor: Visitor,
  { userId, email }: Account,
  { draft, code: typed }: { draft: string; code: string },
): Promise<TwoFactorSwitchedOn> {
  const drawn = readDraft(unseal(draftSealing(deps, userId), draft))
  if (drawn === null) return { ok: false, reason: 'draft_over' }
  const { key, mark } = drawn
  const code = readCode(typed)
  const step = code === null ? null : stepOfCode(key, code, new Date())
  if (step === null)
    return { ok: false, reason: 'wrong_code', shown: showKey(deps, email, { key, draft }) }
  const recoveryCodes = await drawRecoveryCodes(deps)
  const sessionId = await findSessionId(deps, visitor, userId)
  const done = await deps.db.transaction().execute(async (tx) => {
    if (!(await stillHolds(tx, { userId, sessionId, mark }))) return 'draft_over'
    const added = await tx
      .insertInto('twoFactors')
      .values({ userId, sealedKey: seal(keySealing(deps, userId), key), lastStep: step })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows === 0n) return 'already_on'
    await storeRecoveryCodes(tx, userId, recoveryCodes)
    await endSessions(tx, userId)
    await voidLinks(tx, userId)
    await emit(tx, 'account.two_factor_switched_on', { userId })
    return 'on'
  })
  if (done !== 'on') return { ok: false, reason: done }
  logSecurity(deps, 'two_factor.switched_on', { email, network: visitor.network })
  const cookies = await startSessionUnder(deps, { userId, mark }, visitor.headers)
  return { ok: true, recoveryCodes: recoveryCodes.shown, cookies: cookies ?? [] }
}

function showKey(
  { settings }: Deps,
  email: string,
  { key, draft }: { key: string; draft: string },
): KeyShown {
  const address = totpAddress(key, { site: settings.operatorName, email })
  return { key, draft, address, qr: drawQr(address) }
}

function draftSealing({ secretKeys }: Deps, userId: string): Sealing {
  return { keys: secretKeys, purpose: 'two-factor draft', owner: userId }
}

const draftSchema = z.object({ key: z.string(), until: z.number(), mark: z.string().default('') })

function readDraft(text: string | null): z.infer<typeof draftSchema> | null {
  if (text === null) return null
  const draft = draftSchema.parse(JSON.parse(text))
  return draft.until > Date.now() ? draft : null
}
