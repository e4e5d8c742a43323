import { z } from 'zod'

/** A session's time and place: instants as ISO text, and its time zone. */
export const slotSchema = z.object({
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  zone: z.string(),
  location: z.string().nullable(),
  onlineUrl: z.string().nullable(),
})
export type Slot = z.output<typeof slotSchema>

const spots = z.object({ groupId: z.uuid(), bookingIds: z.array(z.uuid()).min(1) })
/** A purchase at event time; it may be transferred before a subscriber handles the event. */
const holderSchema = z.object({
  customerName: z.string(),
  customerEmail: z.string().nullable(),
  customerPhone: z.string().nullable(),
  tokenRotation: z.number().int(),
  language: z.enum(['en', 'de', 'ru']),
})
export type Holder = z.output<typeof holderSchema>

const changed = spots.extend({ holder: holderSchema.optional() })
const leftSpot = slotSchema.extend({
  bookingId: z.uuid(),
  sessionId: z.uuid(),
  calendarId: z.uuid(),
})
export type LeftSpot = z.output<typeof leftSpot>
/** `sessions`: the credits left when the class was archived; 0 if all were booked */
const leftBundle = z.object({
  groupId: z.uuid(),
  entitlementId: z.uuid(),
  sessions: z.number().int(),
  fromClass: z.string(),
})
const by = z.enum(['customer', 'vendor'])
/** Done with a link that the vendor sent by hand; we cannot know who used it. */
const issuedLink = z.boolean().optional()
/** Nobody is notified. */
const silent = z.boolean().optional()
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
 * All events with their payloads. Versions run side by side, so a new field must be optional, and a new meaning needs a
 * new name. SQL functions write some of these too.
 */
export const events = {
  /** `by`: the vendor, if it added the booking by hand */
  'booking.confirmed': spots.extend({ by: by.exactOptional(), issuedLink, silent }),
  /** `by`: the vendor, if it added the request or made a booking a request again */
  'booking.requested': spots.extend({ by: by.exactOptional(), issuedLink, silent }),
  'booking.approved': spots,
  'booking.rejected': changed,
  'booking.expired': changed,
  'booking.cancelled': changed.extend({ by, issuedLink, late: z.boolean() }),
  /** the vendor does not hold these late cancellations against the customer */
  'booking.late_waived': changed,
  'booking.moved': changed.extend({ by, issuedLink, before: slotSchema }),
  /** one purchase's part of session.changed */
  'booking.session_changed': spots.extend({ before: slotSchema }),
  /** `contact`: an e-mail in lower case, or a phone: +digits, or digits as they are dialled in the vendor's country */
  'booking.links_requested': z.object({
    contact: z.string(),
    language: z.enum(['en', 'de', 'ru']),
  }),
  /**
   * The vendor entered another person or address, and the previous links no longer work. `former`: the previous holder of
   * these upcoming spots, unless only the address was corrected. `left`: where one of them was, if the same edit moved it
   */
  'booking.link_holder_changed': z.object({
    groupId: z.uuid(),
    former: z
      .object({
        holder: holderSchema,
        bookingIds: z.array(z.uuid()).min(1),
        left: leftSpot.optional(),
      })
      .optional(),
  }),
  /** the vendor writes to the customer; `batchId`: the same for all whom it wrote to at once */
  'booking.note_written': z.object({
    groupId: z.uuid(),
    /** the token rotation of the owner to whom it was written */
    tokenRotation: z.number().int().optional(),
    batchId: z.uuid(),
    text: z.string(),
    by: z.literal('vendor'),
  }),
  /** the vendor sends the customer the present link again */
  'booking.link_resent': z.object({ groupId: z.uuid() }),
  /** the credits of a bundle moved to another class */
  'bundle.moved': leftBundle.extend({ toClass: z.string(), toClassId: z.uuid().optional() }),
  /** the credits of a bundle were removed, and their price waived */
  'bundle.refunded': leftBundle.extend({
    /** none if the purchase was not locked, or in events of older versions */
    holder: holderSchema.optional(),
  }),
  /** the credits of a bundle belong to somebody else now; `holder`: the previous one */
  'bundle.handed_over': z.object({
    groupId: z.uuid(),
    entitlementId: z.uuid(),
    sessions: z.number().int(),
    holder: holderSchema,
  }),
  /** the customer's link was replaced at the customer's request */
  'booking.link_renewed': z.object({ groupId: z.uuid() }),
  'session.changed': z.object({ sessionId: z.uuid(), before: slotSchema }),
  /** one purchase's spots in a session that was cancelled */
  'session.cancelled': changed.extend({ sessionId: z.uuid() }),
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
  /** the operator asks a vendor to pay what is due */
  'subscription.reminder_requested': z.object({ vendorId: z.uuid(), subscriptionId: z.uuid() }),
  /** the operator stopped a vendor, or took that back */
  'vendor.suspended': z.object({ vendorId: z.uuid() }),
  'vendor.activated': z.object({ vendorId: z.uuid() }),
  /** the operator invites somebody to sign up */
  'invitation.sent': z.object({ invitationId: z.uuid() }),
  /** customers can find this class now: it is new, or was closed before */
  'class.published': z.object({ classId: z.uuid(), vendorId: z.uuid() }),
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
