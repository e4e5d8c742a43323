import { bundleDefaults } from '#core/entitlements/rules.ts'
import type { BundleForm } from '#core/entitlements/schema.ts'
import { fieldAmount } from '#core/shared/money.ts'

/** Formats a bundle's values for its form; an unticked box is ''. */
export function bundleFields(
  bundle: Omit<BundleForm, 'formKey'>,
  language: string,
): Record<string, string> {
  return {
    name: bundle.name,
    sessionCount: String(bundle.sessionCount),
    price: fieldAmount({ minor: bundle.priceMinor, currency: bundle.currency }, language),
    expiryDays: String(bundle.expiryDays),
    expiryStarts: bundle.expiryStarts,
    isActive: bundle.isActive ? 'on' : '',
  }
}

export const emptyBundle: Record<string, string> = {
  name: '',
  sessionCount: String(bundleDefaults.sessionCount),
  price: '',
  expiryDays: String(bundleDefaults.expiryDays),
  expiryStarts: bundleDefaults.expiryStarts,
  isActive: bundleDefaults.isActive ? 'on' : '',
}
