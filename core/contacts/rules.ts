/** Who has logged in with Telegram: the address of the chat, and what the vendor calls them. */
export type TelegramAccount = { address: string; name: string }

/**
 * What somebody typed. Telegram is the address of who has logged in with it, else the email, else the phone: a phone beside an
 * email may be anybody's.
 */
export type Typed = {
  email: string | null
  phone: string | null
  telegram?: TelegramAccount | null | undefined
}

export const hasAddress = ({ email, phone, telegram }: Typed) =>
  email !== null || phone !== null || Boolean(telegram)

/** An address is an email, or a chat on Telegram: 'bot:person'. */
export function channelOf(address: string): 'email' | 'telegram' {
  return address.includes('@') ? 'email' : 'telegram'
}
