import { z } from 'zod'
import { paidPlans, terms } from './rules.ts'

/** A vendor asks the operator for a plan. */
export const planRequestSchema = z.object({ plan: z.enum(paidPlans), term: z.enum(terms) })

/** What a vendor does to its own subscription. Its version is its id: other terms are another subscription. */
export const planChangeSchema = z.object({ version: z.string().max(100) })
