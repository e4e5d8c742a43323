import { z } from 'zod'

/** What a vendor chooses for its calendar. */
export const followSchema = z.object({
  /** ids of the calendars whose busy times count */
  calendars: z.array(z.uuid()).max(250).default([]),
  closesBooking: z
    .string()
    .optional()
    .transform((value) => value === 'on'),
})
export type Follow = z.output<typeof followSchema>
