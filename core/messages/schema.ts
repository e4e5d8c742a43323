import { z } from 'zod'
import { slotSchema } from '#core/events/catalogue.ts'
import { emailAddress, lineOf, nameOf, textOf } from '#core/shared/fields.ts'
import { isId } from '#core/shared/ids.ts'
import { isOnlyLinks } from './rules.ts'

const by = z.enum(['customer', 'vendor'])

export const sendMessageSchema = z.object({ messageId: z.uuid() })

/** The spots of a message that share session and calendar entry. */
const entrySchema = slotSchema.extend({
  /** where they were before a change; messages of older versions said it once for all entries */
  before: slotSchema.nullable().default(null),
  /** null and none in messages of versions that did not name them */
  sessionId: z.uuid().nullable().default(null),
  bookingIds: z.array(z.uuid()).default([]),
  classTitle: z.string(),
  calendarId: z.uuid(),
  calendarSequence: z.number().int(),
  state: z.enum(['waiting', 'held', 'ended']),
  spots: z.number().int(),
  /** remaining spots of the purchase in the same calendar entry */
  stillHeld: z.number().int(),
  /** none of the remaining spots is confirmed */
  stillWaiting: z.boolean().default(false),
  /** of all `spots`, in minor units */
  priceMinor: z.number().int(),
  currency: z.string(),
})
export type Entry = z.output<typeof entrySchema>

/** The bundle that pays for the spots of a message, after the change. */
const bundleSchema = z.object({
  name: z.string(),
  priceMinor: z.number().int(),
  currency: z.string(),
  /** below 0: to be refunded */
  owedMinor: z.number().int(),
  /** messages of older versions do not say it */
  isPaidFor: z.boolean().default(true),
  sessionsLeft: z.number().int(),
  expiresAt: z.iso.datetime(),
  zone: z.string(),
  /** sessions can be booked with it */
  isOpen: z.boolean(),
  /** no date was confirmed, and none can be any more */
  isWithdrawn: z.boolean(),
  /** how many of this message's spots returned their credit */
  returned: z.number().int(),
})
export type BundleFacts = z.output<typeof bundleSchema>

/** The facts of a message about a purchase, at the time it was queued. The link is created when it is sent. */
export const purchaseFactsSchema = z.object({
  purchase: z.object({
    groupId: z.uuid(),
    reference: z.string(),
    tokenRotation: z.number().int(),
    customerName: z.string(),
    customerEmail: z.string().nullable(),
    customerPhone: z.string().nullable(),
  }),
  /** how to reach it, as its public page says; messages of older versions may hold another address */
  vendor: z.object({
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable().default(null),
    telegram: z.string().nullable().default(null),
  }),
  entries: z.array(entrySchema).min(1),
  /** spots of the whole purchase that are still held; messages of older versions do not say it */
  spotsHeld: z.number().int().default(0),
  /** what the vendor owes for the spots of this message that ended after they were paid, in minor units */
  refundMinor: z.number().int().default(0),
  /** null too in messages of versions that did not name it, and for a former holder */
  bundle: bundleSchema.nullable().default(null),
  /** in messages of older versions */
  before: slotSchema.nullable(),
  by: by.nullable(),
  late: z.boolean(),
  /** done with a link that the vendor had sent by hand */
  issuedLink: z.boolean().default(false),
  expiresAt: z.iso.datetime().nullable(),
})
export type PurchaseFacts = z.output<typeof purchaseFactsSchema>

/** What a message says about a bundle whose class is no longer offered. */
export const bundleLeftSchema = z.object({
  purchase: z.object({
    groupId: z.uuid(),
    reference: z.string(),
    tokenRotation: z.number().int(),
    /** '' and null in messages of versions that did not name the holder */
    customerName: z.string().default(''),
    customerEmail: z.string().nullable().default(null),
    customerPhone: z.string().nullable().default(null),
  }),
  vendor: z.object({ name: z.string(), email: z.string().nullable() }),
  bundle: bundleSchema,
  fromClass: z.string(),
  /** '' where there is none */
  toClass: z.string(),
  /** that were left */
  sessions: z.number().int(),
  /** null in messages of versions that did not name it */
  entitlementId: z.uuid().nullable().default(null),
  /** null too where there is none */
  toClassId: z.uuid().nullable().default(null),
})
export type BundleLeft = z.output<typeof bundleLeftSchema>

/** A vendor's own words to the customer of a purchase. */
export const noteFactsSchema = z.object({
  by: z.literal('vendor'),
  /** the same for all whom the vendor wrote to at once */
  batchId: z.uuid(),
  text: z.string(),
  groupId: z.uuid(),
  reference: z.string(),
  tokenRotation: z.number().int(),
  vendor: z.object({ name: z.string(), email: z.string().nullable() }),
})
export type NoteFacts = z.output<typeof noteFactsSchema>

/** A purchase and the owner that the page showed: '{groupId}.{tokenRotation}'. */
const personField = z
  .string()
  .regex(/^[0-9a-f-]{36}\.\d{1,9}$/)
  .transform((text) => {
    const [groupId = '', rotation = ''] = text.split('.')
    return { groupId, tokenRotation: Number(rotation) }
  })
  .refine(({ groupId }) => isId(groupId))

const maxMessaged = 500

/** The form for a message in the vendor's own words. */
export const noteFormSchema = z.object({
  formKey: z.uuid().optional(),
  text: textOf(1000).pipe(z.string().min(1)),
  people: z.array(personField).min(1).max(maxMessaged),
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
