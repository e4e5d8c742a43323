import { z } from 'zod'
import { isTimeZone } from '#core/shared/time.ts'
import { currencies, languages } from './rules.ts'
import { lineOf } from '#core/shared/fields.ts'

/** The profile step after the first sign-in. */
export const setUpSchema = z.object({
  fullName: lineOf(120).min(1),
  businessName: lineOf(120).min(1),
  location: lineOf(160).min(1),
  timeZone: z.string().max(64).refine(isTimeZone, { error: 'time_zone' }),
  country: z.string().regex(/^[A-Z]{2}$/),
  currency: z.enum(currencies),
  language: z.enum(languages),
  username: z.string().trim().toLowerCase().max(60),
})

export type SetUp = z.output<typeof setUpSchema>
