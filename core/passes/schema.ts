import { z } from 'zod'
import { personOf, requiredAmountOf } from '#core/shared/fields.ts'
import type { MoneyOf } from '#core/shared/money.ts'
import { payWays } from '#core/classes/rules.ts'
import { bundleDefaults } from './rules.ts'

/** The bundle form. The price is typed and parsed into `priceMinor` of the currency that the page showed. */
export function bundleFormSchema(of: MoneyOf) {
  return z
    .object({
      name: personOf(120),
      sessionCount: z.coerce.number().int().min(2).max(104),
      price: requiredAmountOf(of),
      expiryDays: z.coerce.number().int().min(1).max(730),
      expiryStarts: z.enum(['purchase', 'first_session']).default(bundleDefaults.expiryStarts),
      pays: z.enum(payWays).default('studio'),
      isActive: z.coerce.boolean().default(false),
      /** for a new bundle: sending the form twice creates one bundle */
      formKey: z.uuid().optional(),
    })
    .transform(({ price, ...form }) => ({ ...form, priceMinor: price, currency: of.currency }))
}

export type BundleForm = z.output<ReturnType<typeof bundleFormSchema>>

/** Whether a bundle is sold from now on, or for how many days it is valid at least. */
export const bundleSaleSchema = z.object({
  bundleId: z.string().default(''),
  intent: z.enum(['activate', 'deactivate', 'extend']).catch('deactivate'),
  expiryDays: z.coerce.number().int().min(1).max(730).catch(1),
})

/** `until`: the last day on which the bundle can be used. */
export const extendBundleSchema = z.object({ until: z.iso.date() })
