import { addDays, endOfDay, todayIn } from '#core/shared/time.ts'

export type BundleTerms = {
  sessionCount: number
  bundlePriceMinor: number
  singlePriceMinor: number
}

/** What a bundle saves against its sessions bought one by one. A bundle that is dearer saves nothing. */
export function bundleSaving({ sessionCount, bundlePriceMinor, singlePriceMinor }: BundleTerms) {
  const fullPriceMinor = sessionCount * singlePriceMinor
  const savingMinor = Math.max(0, fullPriceMinor - bundlePriceMinor)
  return {
    fullPriceMinor,
    savingMinor,
    discountPercent: fullPriceMinor === 0 ? 0 : Math.floor((savingMinor * 100) / fullPriceMinor),
    perSessionMinor: Math.round(bundlePriceMinor / sessionCount),
  }
}

export type ExpiryTerms = { expiryDays: number; expiryStarts: 'purchase' | 'first_session' }

/** Until when a bundle is valid: the end of the last day, on the vendor's calendar. */
export function bundleExpiry(
  { expiryDays, expiryStarts }: ExpiryTerms,
  { now, firstStartsAt, zone }: { now: Date; firstStartsAt: Date; zone: string },
): Date {
  const from = expiryStarts === 'purchase' ? now : firstStartsAt
  return endOfDay(addDays(todayIn(zone, from), expiryDays), zone)
}

/** What a customer holds: usable until the expiry as long as sessions remain. */
export function isOpen(
  pack: { status: 'active' | 'cancelled'; remaining: number; expiresAt: Date },
  now: Date,
): boolean {
  return pack.status === 'active' && pack.remaining > 0 && pack.expiresAt > now
}

/** What is still to be paid of a price; below 0: what the vendor has to give back. */
export function owedMinor(of: {
  priceMinor: number
  reductionMinor: number
  paidMinor: number
}): number {
  return of.priceMinor - of.reductionMinor - of.paidMinor
}
