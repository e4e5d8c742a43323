import type { Language } from '#core/shared/languages.ts'

/** Where a person is written to: the bot and Telegram's number of the person, 'bot:person'. */
export function chatAddress(botId: number, telegramId: number): string {
  return `${botId}:${telegramId}`
}

export function splitAddress(address: string): { botId: number; telegramId: number } | null {
  const [, bot, person] = /^(\d{1,16}):(\d{1,16})$/.exec(address) ?? []
  return bot === undefined || person === undefined
    ? null
    : { botId: Number(bot), telegramId: Number(person) }
}

/** What the vendor calls somebody who is known by Telegram: '@ann', else the name there, which nobody takes for a username. */
export function shownName({ username, name }: { username: string | null; name: string }): string {
  return username === null ? name.replace(/^@+/, '') || '—' : `@${username}`
}

const longestName = 120
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A name from Telegram as we show it: no control or direction marks, and not cut inside of a character. */
export function cleanName(name: string): string {
  const line = name
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .toWellFormed()
    .trim()
  let kept = ''
  for (const { segment } of graphemes.segment(line)) {
    if (kept.length + segment.length > longestName) break
    kept += segment
  }
  return kept.trim() || '—'
}

/** The address that opens the chat with '@ann' or 'ann', with a text to send. */
export function telegramLink(username: string, text = ''): string {
  const query = text && `?text=${encodeURIComponent(text)}`
  return `https://t.me/${username.replace(/^@/, '')}${query}`
}

/** Whether `shownName` has found a username. A name alone leads nowhere. */
export const isUsername = (shown: string) => shown.startsWith('@')

/** The bot's number, which its token begins with; null: that is no token. */
export function botIdIn(token: string): number | null {
  const id = /^(\d{3,16}):[A-Za-z0-9_-]{30,64}$/.exec(token)?.[1]
  return id === undefined ? null : Number(id)
}

/** What may be wrong with a bot, as its vendor and the operator see it. */
export type BotProblem = 'unauthorized' | 'unreachable' | 'conflict' | 'webhook' | 'login'

/** Whether a bot's stored problem gives way to one that was found. Only a success ends a refused token or login. */
export function replacesProblem(stored: BotProblem | null, found: BotProblem): boolean {
  if (stored === found || stored === 'unauthorized') return false
  return stored !== 'login' || found === 'unauthorized'
}

/** How customers log in at a bot, besides the link to its chat, which every bot has. */
export type LoginWay = 'openid' | 'link'

/** How long a code in a link to a bot counts. */
export const codeMinutes = 15

const knownLanguages: Readonly<Record<string, Language>> = { de: 'de', ru: 'ru' }

/** The language that somebody's Telegram speaks, of ours. */
export function languageIn(code: string | undefined): Language {
  return knownLanguages[(code ?? '').slice(0, 2).toLowerCase()] ?? 'en'
}

/** Whether Telegram can reach us itself. Otherwise we ask for what the bots hear. */
export function canBeCalled(origin: string): boolean {
  const { protocol, hostname, port } = new URL(origin)
  return (
    protocol === 'https:' &&
    hostname.includes('.') &&
    !/^\d+(?:\.\d+){3}$/.test(hostname) &&
    !hostname.endsWith('.localhost') &&
    ['', '443', '80', '88', '8443'].includes(port)
  )
}
