import { z } from 'zod'
import { requiredAmountOf } from '#core/shared/fields.ts'
import type { MoneyOf } from '#core/shared/money.ts'

/** What the key is, `keyRefusal` says: each kind of key has a sentence of its own. */
export const connectCardsSchema = z.object({ apiKey: z.string().trim().max(300).default('') })

/** The amount is typed in the currency of the booking. `seenMinor`: what could go back when the page was shown. */
export const refundSchema = (of: MoneyOf) =>
  z
    .object({
      amount: requiredAmountOf(of).refine((minor) => minor > 0, 'required'),
      seenMinor: z.coerce.number().int().nonnegative().catch(-1),
    })
    .transform(({ amount, seenMinor }) => ({
      amountMinor: amount,
      seenMinor,
      currency: of.currency,
    }))
