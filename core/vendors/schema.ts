import { z } from 'zod'
import { emailAddress, lineOf, nameOf, personOf, textOf } from '#core/shared/fields.ts'
import { languages } from '#core/shared/languages.ts'
import { isTimeZone } from '#core/shared/time.ts'
import { connectionKinds, eachNews } from './catalogue.ts'
import { agendaHours, contactChoices, currencies, layouts, wordsIn } from './rules.ts'
import { readHandle, type SocialNetwork } from '#core/shared/social-networks.ts'

/** An empty field is none. */
const orNone = <Schema extends z.ZodType>(schema: Schema) =>
  schema.optional().transform((value) => value ?? null)

/** Several words or names in one field, separated by commas or lines; each once, as it was typed first. */
const listOf = (most: number, maxLength: number) =>
  z
    .string()
    .default('')
    .transform(wordsIn)
    .pipe(z.array(nameOf(maxLength)).max(most, { error: `too_big:${most}` }))

/** A site of the vendor's own, with or without 'https://'. Only its https address is kept. */
const website = z
  .string()
  .trim()
  .max(250)
  .transform((text, context) => {
    const address = readWebsite(text)
    if (address !== null) return address
    context.addIssue({ code: 'custom', message: 'website' })
    return z.NEVER
  })

function readWebsite(text: string): string | null {
  // The parser drops tabs and line breaks and reads a backslash as a slash.
  if (/[\s\\"<>]/.test(text) || !text.isWellFormed()) return null
  const typed = /^https?:\/\//i.test(text) ? text : `https://${text}`
  const url = URL.parse(typed.replace(/^http:/i, 'https:'))
  if (url === null || url.username !== '' || url.password !== '' || url.port !== '') return null
  // Numbers and names of one word lead into somebody's own network.
  if (!/\.[a-z][a-z0-9-]*$/i.test(url.hostname)) return null
  return url.href.length <= 300 ? url.href : null
}

/** A name on another site, typed as it is, with an @, or as a link to the profile. */
const handleOf = (network: SocialNetwork) =>
  z
    .string()
    .trim()
    .max(200)
    .transform((text, context) => {
      const handle = readHandle(network, text)
      if (handle !== null) return handle
      context.addIssue({ code: 'custom', message: 'handle' })
      return z.NEVER
    })

/** What a vendor says about itself: the form in the settings, and most of the setup. */
export const profileSchema = z.object({
  fullName: personOf(120),
  businessName: personOf(120),
  location: lineOf(160).min(1),
  description: orNone(textOf(2000)),
  specialties: listOf(10, 40),
  experienceYears: orNone(z.coerce.number().int().min(0).max(80)),
  serviceAreas: orNone(lineOf(200)),
  website: orNone(website),
  instagram: orNone(handleOf('instagram')),
  facebook: orNone(handleOf('facebook')),
  twitter: orNone(handleOf('twitter')),
})

export type ProfileForm = z.output<typeof profileSchema>

/** As typed: with the @, or as a link. */
const telegramName = z
  .string()
  .trim()
  .transform((text) => text.replace(/^(?:@|(?:https?:\/\/)?t\.me\/)/i, ''))
  .pipe(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{4,31}$/))

const setUpFields = profileSchema.extend({
  timeZone: z.string().max(64).refine(isTimeZone, { error: 'timeZone' }),
  country: z.string().regex(/^[A-Z]{2}$/),
  currency: z.enum(currencies),
  language: z.enum(languages),
  username: z.string().trim().toLowerCase().max(60),
  contact: z.custom<(typeof contactChoices)[number]>(
    (given) => contactChoices.some((choice) => choice === given),
    { error: 'choose_one' },
  ),
  contactEmail: orNone(emailAddress),
  contactTelegram: orNone(telegramName),
  /** leads to the calendar's connection after the setup; not stored */
  googleCalendar: z.literal('on').optional(),
  /** leads to the settings of Telegram after the setup; only the name of a bot is stored */
  telegramBot: z.literal('on').optional(),
  telegramBotUsername: orNone(telegramName),
})

const hasOtherAddress = ({ contact, contactEmail }: { contact: string; contactEmail: unknown }) =>
  contact !== 'other' || contactEmail !== null
const otherAddressMissing = { path: ['contactEmail'], error: 'required' }

/** The whole setup after the first sign-in. */
export const setUpSchema = setUpFields.refine(hasOtherAddress, otherAddressMissing)

const basicFields = {
  fullName: true,
  businessName: true,
  username: true,
  description: true,
  specialties: true,
  experienceYears: true,
} as const

/** The first step of the setup. */
export const setUpBasicsSchema = setUpFields.pick(basicFields)

/** Its second step. */
export const setUpPlaceSchema = setUpFields
  .omit(basicFields)
  .refine(hasOtherAddress, otherAddressMissing)

const fieldsOfSetUp: readonly string[] = Object.keys(setUpFields.shape)

/** What was typed so far, kept until the setup is complete; what is no field of it, or longer than any, is left out. */
export function draftOf(typed: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(typed).filter(
    ([name, text]) =>
      fieldsOfSetUp.includes(name) && text.length <= 4000 && !text.includes('\u0000'),
  )
  return Object.fromEntries(kept)
}

export type SetUp = z.output<typeof setUpSchema>

/** How the public page looks, and how its vendor is reached; a layout or colour that is not named stays. */
export const pageSchema = z.object({
  layout: z.enum(layouts).optional(),
  colour: z.enum(['standard', 'own']).optional(),
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .transform((hex) => hex.toLowerCase())
    .optional(),
  contactEmail: orNone(emailAddress),
  contactPhone: orNone(lineOf(40)),
  contactTelegram: orNone(telegramName),
})

export type PageForm = z.output<typeof pageSchema>

/** The bot on Telegram that answers customers of the vendor. */
export const botSchema = z.object({ telegramBotUsername: telegramName })

export type BotForm = z.output<typeof botSchema>

/** Which emails the vendor wants. */
export const notificationsSchema = z.object({
  agendaHour: z
    .enum(['off', ...agendaHours.map(String)])
    .transform((hour) => (hour === 'off' ? null : Number(hour))),
  ...eachNews(() => z.coerce.boolean().default(false)),
})

export type NotificationsForm = z.output<typeof notificationsSchema>

/** The address of the public page. */
export const usernameSchema = setUpFields.pick({ username: true })

export type UsernameForm = z.output<typeof usernameSchema>

/** The money of a vendor. */
export const currencySchema = z.object({ currency: z.enum(currencies) })

export type CurrencyForm = z.output<typeof currencySchema>

/** How customers pay what they do not pay by card, and what receipts say of the vendor. */
export const billingSchema = z.object({
  paymentNote: orNone(textOf(500)),
  postalAddress: orNone(textOf(300)),
  taxLine: orNone(lineOf(120)),
})

export type BillingForm = z.output<typeof billingSchema>

/** The language of the workspace and of the emails to the vendor. */
export const languageSchema = z.object({ language: z.enum(languages) })

export type LanguageForm = z.output<typeof languageSchema>

/** What holds for every booking, unless a class says otherwise. */
export const bookingRulesSchema = z.object({
  noticeMinutes: z.coerce.number().int().min(0).max(20_160),
  maxSpotsPerBooking: z.coerce.number().int().min(1).max(4),
  recordNewAsPaid: z.coerce.boolean().default(false),
  remindsDay: z.coerce.boolean().default(false),
  remindsHours: z.coerce.boolean().default(false),
})

export type BookingRulesForm = z.output<typeof bookingRulesSchema>

/** The form behind the link that confirms a public address. */
export const contactLinkSchema = z.object({ token: z.string().regex(/^[\w-]{1,200}$/) })

export const connectionSchema = z.object({
  kind: z.enum(connectionKinds),
  /** the member who has connected it; without it, who asks */
  of: z.uuid().optional(),
})
