import type { Deps } from '#core/shared/deps.ts'
import type { SealedColumn } from '#core/shared/reseal.ts'
import { seal, type Sealing, unseal } from '#core/shared/sealing.ts'

/** Names what tokens of bots are encrypted for. Renaming it makes all of them unreadable. */
const tokenPurpose = 'telegram bot'
const loginPurpose = 'telegram login secret'

type Keys = Pick<Deps, 'secretKeys'>

const sealing = ({ secretKeys }: Keys, purpose: string, botId: number): Sealing => ({
  keys: secretKeys,
  purpose,
  owner: String(botId),
})

export const sealToken = (deps: Keys, botId: number, token: string) =>
  seal(sealing(deps, tokenPurpose, botId), token)
export const unsealToken = (deps: Keys, botId: number, sealed: string) =>
  unseal(sealing(deps, tokenPurpose, botId), sealed)
export const sealLoginSecret = (deps: Keys, botId: number, secret: string) =>
  seal(sealing(deps, loginPurpose, botId), secret)
export const unsealLoginSecret = (deps: Keys, botId: number, sealed: string) =>
  unseal(sealing(deps, loginPurpose, botId), sealed)

const ofBots = { table: 'telegram_bots', owner: 'id' }
export const sealedTokens: SealedColumn = {
  ...ofBots,
  column: 'sealed_token',
  purpose: tokenPurpose,
}
export const sealedLoginSecrets: SealedColumn = {
  ...ofBots,
  column: 'sealed_login_secret',
  purpose: loginPurpose,
}

/** Of bots that a new password has stopped. */
const ofStopped = { table: 'connections', owner: ['saved', 'id'] } as const
export const heldTokens: SealedColumn = {
  ...ofStopped,
  column: ['saved', 'token'],
  purpose: tokenPurpose,
}
export const heldLoginSecrets: SealedColumn = {
  ...ofStopped,
  column: ['saved', 'secret'],
  purpose: loginPurpose,
}

type StoredBot = { id: number; vendorId: string | null; sealedToken: string | null }

/** Null: the installation has another bot by now, or no secret key opens the token. */
export function tokenOf(
  deps: Keys & Pick<Deps, 'telegram'>,
  { id, vendorId, sealedToken }: StoredBot,
): string | null {
  const own = deps.telegram.bot
  if (vendorId === null) return own?.id === id ? own.token : null
  return sealedToken === null ? null : unsealToken(deps, id, sealedToken)
}

/** The client's secret of “Log in with Telegram”; null: this bot has no such login. */
export function loginSecretOf(
  deps: Keys & Pick<Deps, 'telegram'>,
  {
    id,
    vendorId,
    sealedLoginSecret,
  }: Omit<StoredBot, 'sealedToken'> & { sealedLoginSecret: string | null },
): string | null {
  const own = deps.telegram.bot
  if (vendorId === null) return own?.id === id ? own.loginSecret : null
  return sealedLoginSecret === null ? null : unsealLoginSecret(deps, id, sealedLoginSecret)
}
