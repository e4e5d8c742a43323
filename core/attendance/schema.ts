import { z } from 'zod'
import { idField } from '#core/shared/fields.ts'
import { marks } from './rules.ts'

/** Milliseconds since 1970 on the clock of the device. */
const deviceTime = z.coerce.number().int().min(0).max(8.64e15)

/** A mark for one spot. `none` removes it. */
export const markSchema = z.object({
  bookingId: idField,
  /** the session that the list showed: a mark says nothing about another one */
  sessionId: idField,
  mark: z.enum([...marks, 'none']).transform((mark) => (mark === 'none' ? null : mark)),
  madeAt: deviceTime.optional(),
  sentAt: deviceTime.optional(),
})

export const sessionMarksSchema = z.object({ sessionId: idField })

export const waiveSchema = z.object({ bookingId: idField })
