import type { Deps } from '#core/shared/deps.ts'
import { findBot } from '../queries.ts'
import { splitAddress } from '../rules.ts'
import { tokenOf } from '../steps/bots.ts'

/** The picture of a person on Telegram; null if there is none, or Telegram does not give it now. */
export async function findPicture(
  deps: Deps,
  address: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts = splitAddress(address)
  const bot = parts && (await findBot(deps.db, parts.botId))
  const token = bot && tokenOf(deps, bot)
  if (!parts || !token) return null
  const found = await deps.telegram.api.picture(token, parts.telegramId)
  // Nothing else is passed on under our address.
  return found.ok && found.result !== null && isPicture(found.result) ? found.result : null
}

const isPicture = ([first, second]: Uint8Array) =>
  (first === 0xff && second === 0xd8) || (first === 0x89 && second === 0x50)
