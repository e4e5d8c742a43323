import type { CardOffer } from '#core/classes/rules.ts'
import type { StripDay } from '#app/features/sessions/day-strip.tsx'
import type { OpenSession } from '#app/features/sessions/session-choice.tsx'

/** How customers reach a vendor: a Telegram name without @, an address, and a phone as people read it. */
export type AskWays = { telegram: string | null; email: string | null; phone: string | null }

/** Why customers cannot log in with Telegram; `address`: what Telegram has to know of this site. */
export type OwnerSees = { problem: 'missing' | 'broken'; address: string }

/** How customers book with Telegram. */
export type TelegramOffer = {
  /** the page where they log in, without the path that it comes back to; null: this vendor has no bot that works */
  loginTo: string | null
  /** who is logged in in this browser */
  person: { name: string; username: string | null; picture: string } | null
  switchTo: string
  /** said to the signed-in owner only */
  ownerSees: OwnerSees | null
}

/** What the booking forms of a class are drawn from: of one session and of a bundle. */
export type BookingOffer = {
  classId: string
  title: string
  priceMinor: number
  currency: string
  timeZone: string
  mostSpots: number
  /** whom customers pay */
  business: string
  /** how it is paid by card; null: customers pay at the studio */
  cards: CardOffer | null
  /** what customers confirm when they book */
  condition: string | null
  /** how long before the start cancelling is free */
  noticeMinutes: number
  /** who confirms each booking; null: nobody has to */
  confirmedBy: string | null
  /** null: nothing is said about it */
  telegram: TelegramOffer | null
  /** nothing can be booked online, and customers ask the vendor in one of these ways */
  asks: boolean
  ways: AskWays
  registrationClosed: boolean
  paused: boolean
  /** of the chosen day */
  sessions: OpenSession[]
  /** the next ones with room on other days, in case the chosen one fills up */
  others: OpenSession[]
  /** the chosen day; '' without sessions */
  date: string
  days: readonly StripDay[]
  /** the address of a day, without its date and what follows */
  dayTo: string
  preselected: string | null
  /** why the session that the address names is not in the list */
  gone: 'session_cancelled' | 'session_past' | null
  nonce: string
  now: Date
  /** further days, and back to the first */
  laterTo: string | null
  firstTo: string | null
}

/** What the contact field holds for somebody who is logged in: who it is, the server knows. */
export const telegramContact = 'telegram'
