import { z } from 'zod'

/** A line of text a person typed: trimmed, without signs no database or mail header takes. */
export const lineOf = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine((text) => text.isWellFormed() && !/[\u0000-\u001f\u007f\u2028\u2029]/.test(text), {
      error: 'signs',
    })

/** Text of several lines. */
export const textOf = (most: number) =>
  z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .max(most)
        .refine((text) => text.isWellFormed() && !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text), {
          error: 'signs',
        }),
    )

export const emailAddress = z
  .email()
  .max(254)
  .transform((email) => email.toLowerCase())
