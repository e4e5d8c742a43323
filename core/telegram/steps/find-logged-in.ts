import type { Deps } from '#core/shared/deps.ts'
import { chatAddress } from '../rules.ts'
import { type LoggedIn, readLoggedIn } from './cookies.ts'

/** The person whom this browser has logged in at a bot, unless they have logged out or blocked the bot since. */
export async function findLoggedIn(
  deps: Pick<Deps, 'db' | 'secretKeys' | 'origin'>,
  headers: Headers,
  botId: number,
): Promise<LoggedIn | null> {
  const person = readLoggedIn(deps, headers, botId)
  if (!person) return null
  const ended = await deps.db
    .selectFrom('telegramChats')
    .where('address', '=', chatAddress(botId, person.telegramId))
    .where('loggedOutAt', '>=', new Date(person.at))
    .select('address')
    .executeTakeFirst()
  return ended ? null : person
}
