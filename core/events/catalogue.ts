import { z } from 'zod'

/** A session's time and place: instants as ISO text, and its time zone. */
export type Slot = {
  startsAt: string
  endsAt: string
  zone: string
  location: string | null
  onlineUrl: string | null
}

const purchase = z.object({ purchaseId: z.uuid() })
const spots = purchase.extend({ bookingIds: z.array(z.uuid()).min(1) })
const sessions = z.object({ sessionIds: z.array(z.uuid()).min(1) })
/** their rows are gone, and with them whose they were */
const goneSessions = sessions.extend({ vendorId: z.uuid() })
const bundle = purchase.extend({ passId: z.uuid() })
const ofClass = z.object({ classId: z.uuid(), vendorId: z.uuid() })
const user = z.object({ userId: z.uuid() })
/** A plan that a vendor asked for or has. */
const planWish = z.object({
  id: z.uuid(),
  plan: z.enum(['professional', 'enterprise']),
  term: z.enum(['monthly', 'yearly']),
})
export const planWishes = z.object({
  request: planWish.nullable(),
  subscription: planWish.extend({ isCancelled: z.boolean() }).nullable(),
})
const address = z.object({ email: z.string() })

/**
 * All events with their payloads: what happened, with the ids that lead to it. Subscribers read the present. SQL functions write some of
 * these too.
 */
export const events = {
  /** the spots wait for the vendor's answer: they are new, or requests again */
  'booking.requested': spots,
  /** the spots are new, or confirmed by the vendor */
  'booking.confirmed': spots,
  /** cancelled, rejected, expired or deleted */
  'booking.ended': spots,
  /** to another session of the class */
  'booking.moved': spots.extend({ from: z.uuid(), to: z.uuid() }),
  /** the vendor has changed who comes to a slot of a facility, or what is booked with it */
  'booking.changed': spots,
  /** the vendor does not hold these late cancellations against the customer */
  'booking.waived': spots,
  /** the vendor has corrected the address of the purchase, and its links are new */
  'address.corrected': purchase,
  /** the vendor has corrected the name of the customer */
  'purchase.renamed': purchase,
  /** names, addresses and notes of these purchases are gone */
  'purchase.erased': z.object({ purchaseIds: z.array(z.uuid()).min(1) }),
  /** new sessions of a class */
  'session.created': sessions,
  /** sessions that nobody ever booked are gone */
  'session.removed': goneSessions,
  /** time, place or room of sessions, also of empty ones */
  'session.changed': sessions,
  /** their bookings have ended; also empty ones */
  'session.cancelled': sessions,
  /** the credits of a bundle are for another class now */
  'bundle.changed': bundle,
  /** the vendor gave a bundle more time */
  'bundle.extended': bundle,
  /** the credits left were taken back, and their price waived */
  'bundle.ended': bundle,
  /** `contact`: an e-mail in lower case, a phone: +digits, or digits as they are dialled in the vendor's country, or a chat: 'bot:person' */
  'booking.links_requested': z.object({
    contact: z.string(),
    language: z.enum(['en', 'de', 'ru']),
  }),
  /** the vendor writes to the customer; `batchId`: the same for all whom it wrote to at once */
  'booking.note_written': purchase.extend({ batchId: z.uuid(), text: z.string() }),
  /** the vendor sends the customer the present link again */
  'booking.link_resent': purchase,
  /** the customer's link was replaced, by the customer or by the vendor */
  'booking.link_renewed': purchase,
  /** news of the purchase also go to a chat that its link has connected, and do no more */
  'booking.chat_connected': purchase.extend({ chat: z.string() }),
  'booking.chat_disconnected': purchase.extend({ chat: z.string() }),
  /** a vendor on Free has used 80% or all of the month's online bookings */
  'plan.limit_reached': z.object({
    vendorId: z.uuid(),
    percent: z.union([z.literal(80), z.literal(100)]),
    used: z.number().int(),
    most: z.number().int(),
  }),
  /** a vendor asked the operator for a plan or changed its subscription; `before`: how it was */
  'plan.wishes_changed': z.object({
    vendorId: z.uuid(),
    before: planWishes,
  }),
  /** the operator has given a vendor a plan, or refused what it asked for; `paidUntil` and `months`: of what was given */
  'plan.answered': z.object({
    vendorId: z.uuid(),
    answer: z.enum(['Subscribed', 'Given', 'Declined']),
    plan: z.enum(['professional', 'enterprise']),
    paidUntil: z.string().nullable(),
    months: z.number().int().nullable(),
  }),
  /** the operator asks a vendor to pay what is due */
  'subscription.reminder_requested': z.object({ vendorId: z.uuid(), subscriptionId: z.uuid() }),
  /** the operator stopped a vendor, or took that back */
  'vendor.suspended': z.object({ vendorId: z.uuid() }),
  'vendor.activated': z.object({ vendorId: z.uuid() }),
  /** the operator invites somebody to sign up */
  'invitation.sent': z.object({ invitationId: z.uuid() }),
  /** customers can find this class now: it is new, or was closed before */
  'class.published': ofClass,
  'class.changed': ofClass,
  /** deleted by its vendor */
  'class.archived': ofClass,
  /** somebody who signed up with a vendor's link has published a class: both got their months */
  'referral.activated': z.object({ referralId: z.uuid(), months: z.number().int() }),
  'account.verification_requested': user,
  'account.confirmation_resend': address,
  'account.reset_requested': address,
  'account.sign_in_link_requested': address,
  'account.two_factor_switched_on': user,
  /** written by the database when the row goes, also when the operator deletes it */
  'account.two_factor_switched_off': user,
  'account.recovery_codes_replaced': user,
  'account.password_changed': user,
  /** somebody wants to sign in with another address, which its owner has to confirm */
  'account.email_change_requested': user.extend({ changeId: z.uuid() }),
  'account.email_change_resend': user.extend({ changeId: z.uuid() }),
  'account.email_changed': user.extend({ changeId: z.uuid() }),
  /** the former address signs in again; `email` no longer does */
  'account.email_restored': user.extend({ email: z.string() }),
  'account.passkey_added': user,
  'account.passkey_removed': user,
  'account.google_connected': user,
  'account.google_disconnected': user,
  /** somebody downloaded everything that is stored of the vendor */
  'account.data_exported': user,
  /** `left`: how many the account still has */
  'account.recovery_code_used': user.extend({ left: z.number().int() }),
  /** `until`: when it is erased unless it is taken back before */
  'account.closed': user.extend({ vendorId: z.uuid(), until: z.iso.datetime() }),
  'account.reopened': user.extend({ vendorId: z.uuid() }),
  /** somebody who works for the vendor wants to publish an address that nobody has confirmed */
  'vendor.contact_entered': z.object({ vendorId: z.uuid(), email: z.string() }),
  /** a member has connected something that reads customers */
  'vendor.connection_made': user.extend({
    vendorId: z.uuid(),
    kind: z.enum(['chat', 'calendar', 'feed', 'bot']),
    name: z.string().nullable(),
    /** what it has replaced */
    before: z.string().nullable(),
  }),
  /** Google no longer lets us write a vendor's calendar: it has to be connected again */
  'calendar.broken': z.object({ vendorId: z.uuid() }),
  /** Stripe refuses the vendor's key: customers pay at the studio until it has another one */
  'cards.broken': z.object({ vendorId: z.uuid() }),
  /** Telegram does not accept the token of the vendor's bot any more */
  'telegram.bot_refused': z.object({ vendorId: z.uuid() }),
  'enquiry.received': z.object({ enquiryId: z.uuid() }),
}

export type EventName = keyof typeof events

type Written = { [Name in EventName]: z.input<(typeof events)[Name]> }
type Read = { [Name in EventName]: z.output<(typeof events)[Name]> }

/** The payload for emitting an event; if the name is a union, a payload that fits all of them. */
export type NewPayload<Name extends EventName> = (
  Name extends EventName ? (payload: Written[Name]) => void : never
) extends (payload: infer Payload) => void
  ? Payload
  : never

export type EventOf<Name extends EventName> = {
  id: string
  name: Name
  at: Date
  payload: Read[Name]
}

export function isEventName(name: string): name is EventName {
  return Object.hasOwn(events, name)
}

export const eventNames: readonly EventName[] = Object.keys(events).filter(isEventName)

const schemas: { [Name in EventName]: z.ZodType<Read[Name]> } = events

/** Throws if the payload does not match the event's schema. */
export function parsePayload<Name extends EventName>(name: Name, payload: unknown): Read[Name] {
  return schemas[name].parse(payload)
}
