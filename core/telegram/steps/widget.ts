import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { widgetMinutes } from '../rules.ts'

export type WidgetPerson = { telegramId: number; name: string; username: string | null }

/**
 * Whom the older login widget names; null if the bot's token has not signed it, or too long ago. All that Telegram sends is signed,
 * and absent fields are not part of it; the state is ours.
 */
export function readWidget(
  token: string,
  query: URLSearchParams,
  at: Date,
): { person: WidgetPerson; hash: string } | null {
  const signed = [...query]
    .filter(([name]) => name !== 'hash' && name !== 'state')
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join('\n')
  const key = createHash('sha256').update(token).digest()
  const wanted = createHmac('sha256', key).update(signed).digest()
  const hash = query.get('hash') ?? ''
  const given = Buffer.from(hash, 'hex')
  if (!/^[0-9a-f]{64}$/.test(hash) || !timingSafeEqual(wanted, given)) return null
  const age = at.getTime() / 1000 - Number(query.get('auth_date'))
  if (!(age < widgetMinutes * 60) || age < -60) return null
  const telegramId = Number(query.get('id'))
  if (!Number.isSafeInteger(telegramId) || telegramId <= 0) return null
  const name = [query.get('first_name'), query.get('last_name')].filter(Boolean).join(' ')
  return { person: { telegramId, name, username: query.get('username') }, hash }
}
