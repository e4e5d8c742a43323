import { z } from 'zod'
import type { Slot } from '#core/events/catalogue.ts'
import { emailAddress, lineOf, nameOf, textOf } from '#core/shared/fields.ts'
import { isOnlyLinks } from './rules/names.ts'
import { reminders } from './rules/reminders.ts'

/** The spots of a message that share session and calendar entry. */
export type Entry = Slot & {
  /** where and when they were to be, as the reader was told */
  before: Slot | null
  sessionId: string
  bookingIds: string[]
  classTitle: string
  calendarId: string
  calendarSequence: number
  /** waiting: for the vendor; unpaid: for the payment */
  state: 'waiting' | 'unpaid' | 'held' | 'ended'
  spots: number
  /** remaining spots of the purchase in the same calendar entry */
  stillHeld: number
  /** none of the remaining spots is confirmed */
  stillWaiting: boolean
  /** of all `spots`, in minor units */
  priceMinor: number
  currency: string
  /** who took a slot of a facility, and the names of their extras; null in a class */
  party: { people: number; extras: string[] } | null
}

/** The bundle that pays for the spots of a message. */
export type BundleFacts = {
  name: string
  priceMinor: number
  currency: string
  /** below 0: to be refunded */
  owedMinor: number
  isPaidFor: boolean
  sessionsLeft: number
  expiresAt: string
  zone: string
  /** sessions can be booked with it */
  isOpen: boolean
  /** no date was confirmed, and none can be any more */
  isWithdrawn: boolean
  /** how many of this message's spots returned their credit */
  returned: number
}

/** The purchase that a message is about, and who has it. */
export type PurchaseSaid = {
  purchaseId: string
  reference: string
  tokenRotation: number
  customerName: string
  customerEmail: string | null
  customerPhone: string | null
  /** '@ann', or a name that leads nowhere */
  customerTelegramName: string | null
}

/** One kind of news of a purchase, as it is when the message is written. */
export type PurchaseFacts = {
  purchase: PurchaseSaid
  /** how to reach it, as its public page says */
  vendor: { name: string; email: string | null; phone: string | null; telegram: string | null }
  entries: Entry[]
  /** what else is held and has got a calendar entry of its own by a move, which calendars may not know yet */
  apart: Entry[]
  /** spots of the whole purchase that are still held */
  spotsHeld: number
  /** what is still to be paid for the spots of the whole purchase, without those of a bundle, in minor units */
  owedMinor: number
  /** one was cancelled late: its price may be asked for */
  asksForLate: boolean
  /** what the vendor owes for the spots of this message that ended after they were paid, in minor units */
  refundMinor: number
  /** what was given back since, and what is not asked for any more, in minor units */
  backMinor: number
  forgivenMinor: number
  /** a card paid for the spots of this message; what is given back goes to it */
  paidByCard: boolean
  backToCard: boolean
  bundle: BundleFacts | null
  /** the vendor entered the purchase, and has spoken to the customer */
  isByHand: boolean
  by: 'customer' | 'vendor' | null
  late: boolean
  /** done with a link that the vendor had sent by hand */
  issuedLink: boolean
  expiresAt: string | null
}

/** What a message says about a bundle whose class is no longer offered. */
export type BundleLeft = {
  purchase: PurchaseSaid
  vendor: { name: string; email: string | null }
  bundle: BundleFacts
  fromClass: string
  /** '' where there is none */
  toClass: string
  /** that were moved or refunded */
  sessions: number
  /** what was given back, and what is not asked for any more, in minor units */
  backMinor: number
  forgivenMinor: number
}

/** Until when the sessions left on a bundle can be used. */
export type BundleEnds = {
  purchase: PurchaseSaid
  business: string
  bundle: string
  count: number
  expiresAt: string
  zone: string
}

/** A vendor's own words to the customer of a purchase. */
export const noteFactsSchema = z.object({
  by: z.literal('vendor'),
  /** the same for all whom the vendor wrote to at once */
  batchId: z.uuid(),
  text: z.string(),
  purchaseId: z.uuid(),
  reference: z.string(),
  vendor: z.object({ name: z.string(), email: z.string().nullable() }),
})
export type NoteFacts = z.output<typeof noteFactsSchema>

/** What a reminder is about: the spots, with the start that it is a reminder of. */
export const reminderFactsSchema = z.object({
  which: z.enum(reminders),
  spots: z.array(
    z.object({ purchaseId: z.uuid(), bookingId: z.uuid(), startsAt: z.iso.datetime() }),
  ),
})
export type ReminderFacts = z.output<typeof reminderFactsSchema>

const maxMessaged = 500

/** The form for a message in the vendor's own words. */
export const noteFormSchema = z.object({
  formKey: z.uuid().optional(),
  text: textOf(1000).pipe(z.string().min(1)),
  /** the ids of purchases */
  people: z.array(z.uuid()).min(1).max(maxMessaged),
})
export type NoteForm = z.output<typeof noteFormSchema>

/** The contact form. */
export const enquiryFormSchema = z.object({
  name: nameOf(120),
  email: emailAddress,
  business: lineOf(120).default(''),
  message: textOf(4000)
    .pipe(z.string().min(1))
    .refine((message) => !isOnlyLinks(message), { error: 'only_links' }),
})
export type EnquiryForm = z.output<typeof enquiryFormSchema>
