import { telegramLink } from '#core/telegram/rules.ts'

export type Way = { name: 'message' | 'call'; href: string; external: boolean }

type Reachable = {
  contactEmail: string | null
  contactPhone: string | null
  contactTelegram: string | null
}

/** How to write to a trainer and to call; what was not given is not there. */
export function waysTo({ contactTelegram, contactEmail, contactPhone }: Reachable): Way[] {
  const write = contactTelegram
    ? telegramLink(contactTelegram)
    : contactEmail && `mailto:${contactEmail}`
  return [
    ...(write
      ? [{ name: 'message' as const, href: write, external: contactTelegram !== null }]
      : []),
    ...(contactPhone
      ? [{ name: 'call' as const, href: `tel:${contactPhone}`, external: false }]
      : []),
  ]
}
