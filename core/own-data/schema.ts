import { z } from 'zod'
import { agreedSchema } from '#core/classes/schema.ts'

/** The form that closes an account. Nobody types these by mistake. */
export const closeSchema = agreedSchema.extend({
  /** empty before the setup, which asks for one */
  username: z.string().trim().toLowerCase().default(''),
  // No length limit: a password that is too long is simply wrong.
  password: z.string(),
  /** of the app, or a recovery code; only with two-factor sign-in */
  code: z.string().max(1000).default(''),
  /** the upcoming bookings are cancelled */
  cancel: z.literal('on').optional(),
})
export type CloseForm = z.output<typeof closeSchema>
