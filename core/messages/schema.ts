import { z } from 'zod'
import { emailAddress, lineOf, textOf } from '#core/shared/fields.ts'
import { languages } from '#core/shared/languages.ts'
import { isOnlyLinks } from './rules.ts'

/** A session's time and place: instants as ISO text, the zone its wall clock is told in. */
export const slotSchema = z.object({
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  zone: z.string(),
  location: z.string().nullable(),
  onlineUrl: z.string().nullable(),
})
export type Slot = z.output<typeof slotSchema>

const by = z.enum(['customer', 'vendor'])

/** What the outbox says of a purchase. */
export const purchaseNewsSchema = z.object({
  groupId: z.uuid(),
  bookingIds: z.array(z.uuid()).min(1),
  by: by.nullable().default(null),
  late: z.boolean().default(false),
  before: slotSchema.nullable().default(null),
})
export type PurchaseNews = z.output<typeof purchaseNewsSchema>

export const sessionChangeSchema = z.object({ sessionId: z.uuid(), before: slotSchema })
export const userSchema = z.object({ userId: z.uuid() })
export const addressSchema = z.object({ email: z.string() })
/** An e-mail in lower case, or a phone: +digits, or digits as they are dialled in the vendor's country. */
export const linksRequestSchema = z.object({ contact: z.string(), language: z.enum(languages) })
export const enquirySchema = z.object({ enquiryId: z.uuid() })
export const passwordResetSchema = z.object({ userId: z.uuid(), token: z.string() })

/** The payload of a deliver_event job; `at` is when it happened. */
export const outboxEventSchema = z.object({
  eventId: z.uuid(),
  kind: z.string(),
  payload: z.unknown(),
  at: z.iso.datetime({ offset: true }),
})
export type OutboxEvent = z.output<typeof outboxEventSchema>

export const sendMessageSchema = z.object({ messageId: z.uuid() })

/** The spots of a message that share session and calendar entry. */
const entrySchema = slotSchema.extend({
  classTitle: z.string(),
  calendarId: z.uuid(),
  calendarSequence: z.number().int(),
  state: z.enum(['waiting', 'held', 'ended']),
  spots: z.number().int(),
  /** spots of the purchase in the same calendar entry that are still held */
  stillHeld: z.number().int(),
  /** none of those still held is confirmed */
  stillWaiting: z.boolean().default(false),
  /** of all `spots`, in minor units */
  priceMinor: z.number().int(),
  currency: z.string(),
})
export type Entry = z.output<typeof entrySchema>

/** What a message about a purchase says, as it stood when the news was taken. The link is made when it is sent. */
export const purchaseFactsSchema = z.object({
  purchase: z.object({
    groupId: z.uuid(),
    reference: z.string(),
    tokenRotation: z.number().int(),
    customerName: z.string(),
    customerEmail: z.string().nullable(),
    customerPhone: z.string().nullable(),
  }),
  vendor: z.object({ name: z.string(), email: z.string().nullable() }),
  entries: z.array(entrySchema).min(1),
  before: slotSchema.nullable(),
  by: by.nullable(),
  late: z.boolean(),
  expiresAt: z.iso.datetime().nullable(),
})
export type PurchaseFacts = z.output<typeof purchaseFactsSchema>

/** The token is there until the message is finished. */
export const accountFactsSchema = z.object({ token: z.string().optional() })

/** The contact form. */
export const enquiryFormSchema = z.object({
  name: lineOf(120).min(1),
  email: emailAddress,
  business: lineOf(120).default(''),
  message: textOf(4000)
    .pipe(z.string().min(1))
    .refine((message) => !isOnlyLinks(message), { error: 'only_links' }),
})
export type EnquiryForm = z.output<typeof enquiryFormSchema>

/** What an enquiry's mail says. */
export const enquiryFactsSchema = z.object({
  enquiryId: z.uuid(),
  name: z.string(),
  email: z.string(),
  business: z.string().nullable(),
  message: z.string(),
})
export type EnquiryFacts = z.output<typeof enquiryFactsSchema>

/** What is coming for one e-mail address, the next first: one entry per purchase and session. The links are made when it is sent. */
export const linksFactsSchema = z.object({
  coming: z
    .array(
      z.object({
        groupId: z.uuid(),
        reference: z.string(),
        tokenRotation: z.number().int(),
        business: z.string(),
        classTitle: z.string(),
        startsAt: z.iso.datetime(),
        endsAt: z.iso.datetime(),
        zone: z.string(),
        spots: z.number().int(),
        /** some of the spots are not confirmed yet */
        waiting: z.boolean(),
      }),
    )
    .min(1),
})
export type LinksFacts = z.output<typeof linksFactsSchema>
