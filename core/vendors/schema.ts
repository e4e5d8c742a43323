import { z } from 'zod'
import { emailAddress, lineOf, personOf, textOf } from '#core/shared/fields.ts'
import { languages } from '#core/shared/languages.ts'
import { isTimeZone } from '#core/shared/time.ts'
import { contactChoices, currencies, layouts } from './rules.ts'

/** An empty field is none. */
const orNone = <Schema extends z.ZodType>(schema: Schema) =>
  schema.optional().transform((value) => value ?? null)

/** The profile step after the first sign-in. */
export const setUpSchema = z
  .object({
    fullName: personOf(120),
    businessName: personOf(120),
    location: lineOf(160).min(1),
    timeZone: z.string().max(64).refine(isTimeZone, { error: 'timeZone' }),
    country: z.string().regex(/^[A-Z]{2}$/),
    currency: z.enum(currencies),
    language: z.enum(languages),
    username: z.string().trim().toLowerCase().max(60),
    contact: z.string().pipe(z.enum(contactChoices)),
    contactEmail: orNone(emailAddress),
  })
  .refine(({ contact, contactEmail }) => contact !== 'other' || contactEmail !== null, {
    path: ['contactEmail'],
    error: 'required',
  })

export type SetUp = z.output<typeof setUpSchema>

/** What the public page says of a vendor, and how it looks; a layout or colour that is not named stays. */
export const pageSchema = z.object({
  layout: z.enum(layouts).optional(),
  colour: z.enum(['standard', 'own']).optional(),
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .transform((hex) => hex.toLowerCase())
    .optional(),
  description: orNone(textOf(2000)),
  experienceYears: orNone(z.coerce.number().int().min(0).max(80)),
  contactEmail: orNone(emailAddress),
  contactPhone: orNone(lineOf(40)),
  /** as typed: with the @, or as a link */
  contactTelegram: orNone(
    z
      .string()
      .trim()
      .transform((text) => text.replace(/^(?:@|(?:https?:\/\/)?t\.me\/)/i, ''))
      .pipe(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{4,31}$/)),
  ),
})

export type PageForm = z.output<typeof pageSchema>

/** The form behind the link that confirms a public address. */
export const contactLinkSchema = z.object({ token: z.string().regex(/^[\w-]{1,200}$/) })
