import { z } from 'zod'
import { facilityLimits, genders } from '#core/classes/rules.ts'
import { localDate } from '#core/classes/schema.ts'
import { amountOf, emailAddress, idField, lineOf, personOf, textOf } from '#core/shared/fields.ts'
import { deskMethods } from '#core/money/rules.ts'
import type { MoneyOf } from '#core/shared/money.ts'
import { readPhone } from '#core/shared/phones.ts'
import { bookingOrders, bookingsShown, maxSpotsByHand, paymentsShown } from './rules/list.ts'
import { phoneCodes, wholePhone } from './rules/party.ts'
import { paymentMethods } from './rules/receipt.ts'
import type { Seen } from './rules/seen.ts'
import { bookingStatuses } from './rules/status.ts'

export const spotsField = z.coerce.number().int().min(1).max(4)

const version = z.number().int().min(0).max(999_999_999)

/** What the page showed: seenText(). What cannot be read counts as not shown. */
export const seenField = z
  .string()
  .max(50_000)
  .transform((text): unknown => parsedOrNull(text))
  .pipe(
    z.object({
      priceMinor: z.number().int().min(0).optional(),
      terms: z.string().max(100).optional(),
      extras: z.string().max(10_000).optional(),
      sessions: z.record(z.string().max(36), version).optional(),
      spots: z
        .array(z.object({ id: idField, sessionId: idField, isFree: z.boolean().default(false) }))
        .max(500)
        .optional(),
    }) satisfies z.ZodType<Seen>,
  )
  .optional()
  .catch(undefined)

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const ticked = z
  .literal('on')
  .optional()
  .transform((box) => box === 'on')

const acceptedField = z
  .string()
  .max(400)
  .optional()
  .transform((sentence) => (sentence ? [sentence] : []))

/** Fields of both public forms; one field accepts a phone or an email. */
const customerFields = {
  name: personOf(120),
  contact: lineOf(254).min(1),
  seen: seenField,
  /** increased when the customer asks for another booking of the same */
  again: z.coerce.number().int().min(0).max(20).default(0),
  nonce: z.string().max(64).default(''),
  /** the sentence that the box confirms, as it was shown */
  accepted: acceptedField,
  /** where the customer pays, if the class leaves a choice */
  pay: z.enum(['card', 'studio']).catch('studio'),
}

/** The public form. */
export const bookFormSchema = z.object({
  sessionId: idField,
  spots: spotsField.default(1),
  ...customerFields,
})

const extrasField = z
  .union([idField.transform((id) => [id]), z.array(idField)])
  .default([])
  .transform((ids) => [...new Set(ids)])

/** The first step of a facility's form. */
export const slotSchema = z.object({
  slot: idField,
  people: z.coerce.number().int().min(1).max(facilityLimits.people),
  extra: extrasField,
})

/** Who books a slot. */
export const whoSchema = z.object({ name: customerFields.name, contact: customerFields.contact })

type Asks = { asksGender: boolean; asksBirthDate: boolean }

const datePart = (length: number) => z.string().trim().regex(/^\d+$/).max(length)

/** What a facility asks of its customer. The date of birth comes in three parts. */
export const detailsSchema = ({ asksGender, asksBirthDate }: Asks) => {
  const gender = z.enum(genders)
  return z
    .object({
      firstName: personOf(60),
      lastName: personOf(60),
      gender: asksGender ? z.string().pipe(gender) : gender.optional().catch(undefined),
      year: asksBirthDate ? datePart(4) : z.string().optional(),
      month: asksBirthDate ? datePart(2) : z.string().optional(),
      day: asksBirthDate ? datePart(2) : z.string().optional(),
      countryCode: z.enum(phoneCodes).catch('+1'),
      phone: lineOf(40).min(1),
    })
    .transform(({ year = '', month = '', day = '', phone, countryCode, ...form }, context) => {
      const date = `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
      const isPast =
        localDate.safeParse(date).success && date <= new Date().toISOString().slice(0, 10)
      if (asksBirthDate && !isPast)
        context.addIssue({ code: 'custom', path: ['birthDate'], message: 'birth_date' })
      const read = readPhone(wholePhone(countryCode, phone), '')
      if (typeof read === 'string')
        context.addIssue({ code: 'custom', path: ['phone'], message: read })
      return {
        name: `${form.firstName} ${form.lastName}`,
        gender: asksGender ? (form.gender ?? null) : null,
        birthDate: asksBirthDate ? date : null,
        phone: typeof read === 'string' ? '' : read.phone,
      }
    })
}

/** The last step of a facility's form, besides what the steps before it say. */
export const confirmSlotSchema = z.object({
  ...slotSchema.shape,
  seen: seenField,
  nonce: customerFields.nonce,
  accepted: acceptedField,
  pay: customerFields.pay,
})

/** A session that is booked with what remains of a bundle. */
export const redeemFormSchema = z.object({
  seen: seenField,
  accepted: acceptedField,
})

/** The API's body. */
export const bookRequestSchema = z.object({
  sessionId: idField,
  spots: z.number().int().min(1).max(4).default(1),
  seenPriceMinor: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe(
      'The price per spot that the customer was shown. If it has changed, nothing is booked.',
    ),
  seenVersion: z
    .number()
    .int()
    .min(0)
    .max(999_999_999)
    .optional()
    .describe(
      'The `version` of the session that the customer was shown. If its time or place has changed since, nothing is booked.',
    ),
  accepted: z
    .array(z.string().max(300))
    .max(100)
    .default([])
    .describe(
      'Sentences that the customer has confirmed, word for word. If the class has a `condition`, nothing is booked without it.',
    ),
  people: z
    .number()
    .int()
    .min(1)
    .max(facilityLimits.people)
    .default(1)
    .describe('The people of the party, for a slot of a facility. Ignored in a class.'),
  extras: z
    .array(idField)
    .max(facilityLimits.extras)
    .default([])
    .describe('The ids of the `extras` of the facility that are booked with the slot.'),
  pay: z
    .enum(['card', 'studio'])
    .default('studio')
    .describe('Where the customer pays, if the class leaves a `choice`. Ignored otherwise.'),
  customer: z
    .object({
      name: personOf(120),
      phone: lineOf(40).nullish(),
      email: emailAddress.nullish(),
      gender: z.enum(genders).nullish().describe('Required where the facility `asks` for it.'),
      birthDate: localDate.nullish().describe('Required where the facility `asks` for it.'),
    })
    .refine(({ phone, email }) => Boolean(phone) || Boolean(email), {
      error: 'contact_missing',
      path: ['email'],
    }),
})

/** Parses a phone number for the vendor's country into E.164; '' if empty. */
const phoneIn = (country: string) =>
  lineOf(40)
    .default('')
    .transform((text, context) => {
      if (text === '') return ''
      const read = readPhone(text, country)
      if (typeof read !== 'string') return read.phone
      context.addIssue({ code: 'custom', message: read })
      return z.NEVER
    })

/** The Edit Booking form. The amount is typed in the booking's currency and parsed into `amountPaidMinor`. */
export const editBookingSchema = ({ country, ...of }: MoneyOf & { country: string }) =>
  editBookingFields
    .extend({ amountPaid: amountOf(of), customerPhone: phoneIn(country) })
    .transform(({ amountPaid, extra, ...form }) => ({
      ...form,
      extras: extra,
      amountPaidMinor: amountPaid,
      currency: of.currency,
    }))

/** Boxes, or what an edit form showed of them: ids with commas between them. */
const extrasAsText = z
  .union([z.string().transform((text) => [text]), z.array(z.string())])
  .default([])
  .transform((texts) => texts.flatMap((text) => text.split(',')).filter(Boolean))
  .pipe(z.array(idField).max(100))
  .transform((ids) => [...new Set(ids)].toSorted())

const editBookingFields = z.object({
  customerName: personOf(120),
  customerEmail: emailAddress.optional().transform((email) => email ?? ''),
  notes: textOf(2000).default(''),
  /** rejected and expired only stay as they are */
  status: z.enum(bookingStatuses),
  paymentStatus: z.enum(['pending', 'paid', 'failed', 'refunded']),
  sessionId: idField,
  /** of a facility; null in a class */
  people: z.coerce
    .number()
    .int()
    .min(1)
    .max(facilityLimits.people)
    .optional()
    .transform((people) => people ?? null),
  extra: extrasAsText,
  customerGender: z
    .enum(genders)
    .optional()
    .transform((gender) => gender ?? null),
  customerBirthDate: localDate
    .refine((date) => date <= new Date().toISOString().slice(0, 10), { error: 'birth_date' })
    .optional()
    .transform((date) => date ?? null),
})

export type EditBookingForm = z.output<ReturnType<typeof editBookingSchema>>

/** The vendor's form for adding somebody. The price is that of one spot, without extras, in the currency that the page showed. */
export const addBookingSchema = (of: MoneyOf) =>
  z
    .object({
      formKey: z.uuid().optional(),
      sessionId: idField,
      customerName: personOf(120),
      /** a phone or an email, or nothing */
      contact: lineOf(254).default(''),
      spots: z.coerce.number().int().min(1).max(maxSpotsByHand).default(1),
      extra: extrasField,
      notes: textOf(1800).default(''),
      price: amountOf(of),
      isPaid: ticked,
      /** for a class that confirms by hand */
      isRequest: ticked,
      /** whether the customer gets an email */
      tells: ticked,
      seen: seenField,
      /** see `fullSessionText` */
      agreed: z.string().max(60).optional(),
    })
    .transform(({ price, ...form }) => ({ ...form, priceMinor: price, currency: of.currency }))

export type AddBookingForm = z.output<ReturnType<typeof addBookingSchema>>

/** The vendor's form for giving a spot to another customer. */
export const giveBookingSchema = z.object({
  formKey: z.uuid().optional(),
  customerName: personOf(120),
  /** a phone or an email, or nothing */
  contact: lineOf(254).default(''),
})

export type GiveBookingForm = z.output<typeof giveBookingSchema>

/** The filters in the URL of the bookings list; invalid values are ignored. */
export const bookingFiltersSchema = z.object({
  when: z.enum(bookingsShown).nullable().catch(null),
  sort: z.enum(bookingOrders).catch('session'),
  status: z.enum(bookingStatuses).nullable().catch(null),
  payment: z.enum(paymentsShown).nullable().catch(null),
  classId: idField.nullable().catch(null),
  from: localDate.nullable().catch(null),
  to: localDate.nullable().catch(null),
  search: z.string().max(200).catch(''),
})

/** The form for lost links. */
export const linksFormSchema = z.object({ contact: lineOf(254).min(1) })

/** The public bundle form, without its list of dates. */
export const bookBundleFormSchema = z.object({
  bundleId: idField,
  ...customerFields,
  /** ticked: sessions without a date stay on the bundle */
  leaveRest: z.literal('on').optional(),
})

/** Two days, both included; null: this month until today. */
export const paymentSpanSchema = z.object({
  from: localDate.nullable().catch(null),
  to: localDate.nullable().catch(null),
})

/** What was noted of a payment, and how it came in. */
export const methodSchema = z.object({
  day: localDate,
  method: z.enum(paymentMethods).exclude(['given']),
  minor: z.coerce.number().int().positive(),
  to: z.enum(deskMethods),
})
