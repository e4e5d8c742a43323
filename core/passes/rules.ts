import { addDays, endOfDay, type LocalDate, todayIn } from '#core/shared/time.ts'

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

/** The terms of a bundle besides its price, as the form sends what its page showed. */
export function bundleTermsText({
  sessionCount,
  expiryDays,
  expiryStarts,
}: ExpiryTerms & { sessionCount: number }): string {
  return `${sessionCount} ${expiryDays} ${expiryStarts}`
}

/** Until when a bundle is valid: the end of the last day, on the vendor's calendar. */
export function bundleExpiry(
  { expiryDays, expiryStarts }: ExpiryTerms,
  { now, firstStartsAt, zone }: { now: Date; firstStartsAt: Date; zone: string },
): Date {
  const from = expiryStarts === 'purchase' ? now : firstStartsAt
  return endOfDay(addDays(todayIn(zone, from), expiryDays), zone)
}

/** A bundle may cost at most as much as its sessions one by one. */
export function isDearer({
  sessionCount,
  bundlePriceMinor,
  singlePriceMinor,
}: BundleTerms): boolean {
  return bundlePriceMinor > sessionCount * singlePriceMinor
}

/**
 * How many of these dates one purchase could use before it ends: a bundle is sold while there are as many as it has
 * sessions. The offers ask the database the same. Uses plain dates, because it runs in browsers without Temporal.
 */
export function usableDates(
  dates: readonly LocalDate[],
  { expiryDays, expiryStarts }: ExpiryTerms,
  today: LocalDate,
): number {
  const days = dates.map(dayNumber)
  const countFrom = (day: number) => days.filter((at) => at >= day && at <= day + expiryDays).length
  return expiryStarts === 'purchase'
    ? countFrom(dayNumber(today))
    : Math.max(0, ...days.map(countFrom))
}

/** As people say it: 70 days rather than 66. */
const tens = Array.from({ length: 73 }, (_, nth) => 10 * (nth + 1))

/** Who buys right after a session waits for the next one. */
const weekOfWaiting = 7

/** For how many days a bundle has to be valid, so that it can be sold; null if no number of days is enough. */
export function enoughDays(
  dates: readonly LocalDate[],
  {
    sessionCount,
    expiryStarts,
  }: Pick<ExpiryTerms, 'expiryStarts'> & Pick<BundleTerms, 'sessionCount'>,
  today: LocalDate,
): number | null {
  if (dates.length < sessionCount) return null
  const isEnough = (days: number) =>
    usableDates(dates, { expiryDays: days - weekOfWaiting, expiryStarts }, today) >= sessionCount
  return tens.find(isEnough) ?? null
}

const dayNumber = (date: LocalDate) => Date.parse(date) / 86_400_000

/** What a customer holds: usable until the expiry as long as sessions remain. */
export function isOpen(
  pass: { status: 'active' | 'cancelled'; remaining: number; expiresAt: Date },
  now: Date,
): boolean {
  return pass.status === 'active' && pass.remaining > 0 && pass.expiresAt > now
}

/** What the form of a new bundle starts with. */
export const bundleDefaults = {
  sessionCount: 5,
  expiryDays: 30,
  expiryStarts: 'first_session',
  pays: 'studio',
  isActive: true,
} as const

/** How long a new bundle is valid: the usual time, or longer if the dates of its class are far apart. */
export function defaultDays(dates: readonly LocalDate[], today: LocalDate): number {
  const isEnough = usableDates(dates, bundleDefaults, today) >= bundleDefaults.sessionCount
  const needed = isEnough ? null : enoughDays(dates, bundleDefaults, today)
  return needed ?? bundleDefaults.expiryDays
}
