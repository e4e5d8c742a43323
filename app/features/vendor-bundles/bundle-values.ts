import type { PayWay } from '#core/classes/rules.ts'
import { bundleDefaults, defaultDays } from '#core/passes/rules.ts'
import type { BundleForm } from '#core/passes/schema.ts'
import { fieldAmount } from '#core/shared/money.ts'
import type { LocalDate } from '#core/shared/time.ts'

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
    pays: bundle.pays,
    isActive: bundle.isActive ? 'on' : '',
  }
}

/** `dates`: the days of the class's dates that can be booked; `pays`: where the class is paid */
export function emptyBundle(
  dates: readonly LocalDate[],
  today: LocalDate,
  pays: PayWay,
): Record<string, string> {
  return {
    name: '',
    sessionCount: String(bundleDefaults.sessionCount),
    price: '',
    expiryDays: String(defaultDays(dates, today)),
    expiryStarts: bundleDefaults.expiryStarts,
    pays,
    isActive: bundleDefaults.isActive ? 'on' : '',
  }
}
