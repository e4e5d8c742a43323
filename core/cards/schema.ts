import { z } from 'zod'

/**
 * A restricted key of Stripe. A full secret key can do everything with the account, and Stripe's rules forbid asking for one; a
 * publishable one can do nothing.
 */
export const apiKeySchema = z
  .string()
  .trim()
  .min(1, 'missing')
  .superRefine((key, { addIssue }) => {
    if (key.startsWith('pk_')) addIssue('publishable')
    else if (key.startsWith('sk_')) addIssue('secret')
    else if (!/^rk_(test|live)_[A-Za-z0-9_]{8,240}$/.test(key)) addIssue('malformed')
  })

export const connectCardsSchema = z.object({ apiKey: apiKeySchema })
