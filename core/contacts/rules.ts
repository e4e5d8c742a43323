/** Who has logged in with Telegram: the address of the chat, and what the vendor calls them. */
export type TelegramAccount = { address: string; name: string }

/**
 * What somebody typed, or who has logged in with Telegram. Telegram is the address if there is one, else the email, else the
 * phone: a phone beside an email may be anybody's.
 */
export type Contact = {
  email: string | null
  phone: string | null
  telegram?: TelegramAccount | null
}

export const hasAddress = ({ email, phone, telegram }: Contact) =>
  email !== null || phone !== null || Boolean(telegram)

/** An address is an email, or a chat on Telegram: 'bot:person'. */
export function channelOf(address: string): 'email' | 'telegram' {
  return address.includes('@') ? 'email' : 'telegram'
}

/** How somebody has booked; null: the vendor has added them without an address. */
export function methodOf({
  email,
  phone,
  telegram,
}: Contact): 'telegram' | 'phone' | 'email' | null {
  if (telegram) return 'telegram'
  return email !== null ? 'email' : phone !== null ? 'phone' : null
}
