import { z } from 'zod'
import { paidPlans, terms } from '../plans/rules.ts'
import { badges } from './rules.ts'

const localDate = z.iso.date()
const formKey = z.uuid().optional()

/** Why the operator does something: the log keeps it, and of a suspension the vendor reads it. */
export const reasonSchema = z.object({ reason: z.string().trim().min(1, 'required').max(500) })

/** What the page showed of the vendor's subscription: its version, empty without one. */
const shown = z
  .string()
  .max(40)
  .optional()
  .transform((version) => version || null)
export const endSchema = reasonSchema.extend({ shown })
export const standingSchema = reasonSchema.extend({ shown: z.coerce.number().int() })
/** Taking a suspension back needs no reason. */
export const activationSchema = standingSchema.extend({
  reason: z.string().trim().max(500).optional().default(''),
})

/** `price`: as typed; the action reads it in the currency of the catalogue. */
export const subscriptionSchema = reasonSchema.extend({
  plan: z.enum(paidPlans),
  term: z.enum(terms),
  price: z.string().trim().min(1, 'required').max(20),
  paidUntil: localDate,
  shown,
  formKey,
})

export const paidUntilSchema = endSchema.extend({ paidUntil: localDate })

export const monthsSchema = reasonSchema.extend({
  plan: z.enum(paidPlans),
  months: z.coerce.number().int().min(1).max(36),
  formKey,
})

export const grantSchema = reasonSchema.extend({ grantId: z.uuid() })
export const requestSchema = reasonSchema.extend({ requestId: z.uuid() })
export const badgeSchema = reasonSchema.extend({ badge: z.enum(badges) })
export const invitationSchema = z.object({ invitationId: z.uuid() })
export const jobSchema = z.object({ jobId: z.string().regex(/^\d{1,18}$/) })
export const reminderSchema = z.object({ vendorId: z.uuid(), subscriptionId: z.uuid() })
