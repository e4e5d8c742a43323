import type { LocalDate } from '#core/shared/time.ts'
import { paidPlans, type Plan, type Term, terms } from '../plans/rules.ts'

/** A super administrator who did nothing for so long signs in again. */
export const idleMinutes = 30

/** What the list of vendors can be filtered by. */
export const vendorStatuses = ['active', 'suspended', 'pending'] as const
export type VendorStatus = (typeof vendorStatuses)[number]
/** What a vendor can be: closed by its owner too. */
export type VendorState = VendorStatus | 'closed'

/** Each vendor has one of these: a plan that it pays for, else granted months, else the trial, else Free. The terms of paid plans come last. */
export const planFilters = ['free', 'trial', ...paidPlans, 'granted', ...terms] as const
export type PlanFilter = (typeof planFilters)[number]

export const vendorOrders = ['newest', 'oldest'] as const
export type VendorOrder = (typeof vendorOrders)[number]

export type VendorFilters = {
  status: VendorStatus | null
  plan: PlanFilter | null
  search: string
  /** by the day they joined */
  order: VendorOrder
}

/** More vendors than these are not counted one by one. */
export const vendorsCounted = 10_000

/** The filters in the query of an address; what is not one of them is no filter. */
export function vendorFiltersIn(asked: URLSearchParams): VendorFilters {
  return {
    status: vendorStatuses.find((one) => one === asked.get('status')) ?? null,
    plan: planFilters.find((one) => one === asked.get('plan')) ?? null,
    search: (asked.get('q') ?? '').slice(0, 200).trim(),
    order: vendorOrders.find((one) => one === asked.get('order')) ?? 'newest',
  }
}

/** What a price comes to per month. */
export function perMonth({ term, priceMinor }: { term: Term; priceMinor: number }): number {
  return term === 'yearly' ? Math.round(priceMinor / 12) : priceMinor
}

type Having = { plan: Plan; subscription: { plan: Plan } | null; trialEndsAt: Date }

/** What a vendor has, in one word, as the vendor itself reads it (currentPeriod): what it pays for, else the trial. */
export function planName({ plan, subscription, trialEndsAt }: Having, now: Date): Plan | 'trial' {
  if (subscription) return subscription.plan
  return trialEndsAt > now ? 'trial' : plan
}

/** In percent against the month before, with one decimal; null where there was nothing to compare with. */
export function growthPercent(now: number, before: number): number | null {
  return before > 0 ? Math.round(((now - before) * 1000) / before) / 10 : null
}

/** The shares of a whole in whole percent. They add up to 100: the largest remainders are rounded up. */
export function sharesOf(counts: readonly number[]): number[] {
  const whole = counts.reduce((sum, count) => sum + count, 0)
  if (whole === 0) return counts.map(() => 0)
  const exact = counts.map((count) => (count * 100) / whole)
  const missing = 100 - exact.reduce((sum, share) => sum + Math.floor(share), 0)
  const roundedUp = new Set(
    exact
      .map((share, at) => ({ at, rest: share - Math.floor(share) }))
      .toSorted((one, other) => other.rest - one.rest || one.at - other.at)
      .slice(0, missing)
      .map(({ at }) => at),
  )
  return exact.map((share, at) => Math.floor(share) + (roundedUp.has(at) ? 1 : 0))
}

export const hoursBetweenReminders = 24

/** What the operator can say about a vendor. */
export const badges = ['verified', 'health_certified', 'certified_trainer'] as const
export type GrantableBadge = (typeof badges)[number]

/** '+12.5%', '−3%'; in German '+12,5 %' */
export function signedPercent(percent: number, language: string): string {
  const text = new Intl.NumberFormat(language, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 1,
  }).format(percent / 100)
  return text.replace('-', '−')
}

/** '+3', '−1', '0' */
export function signed(count: number): string {
  return count > 0 ? `+${count}` : String(count).replace('-', '−')
}

type HealthFacts = {
  oldestMessageAt: Date | null
  workerSeenAt: Date | null
  recountAt: Date | null
  miscounted: number | null
  failedJobs: number
  /** calendars that Google refuses because of the operator's settings */
  misconfiguredCalendars: number
  /** messages that the mail server refuses because of us */
  refusedMails: number
}

const minuteMs = 60_000
/** A message in the queue is sent within seconds; some wait for a mail server that is down. */
const lateMessageMinutes = 15
const lateRecountMinutes = 120

export type HealthProblem =
  | 'worker'
  | 'messages'
  | 'mail'
  | 'recount'
  | 'miscounted'
  | 'calendars'
  | 'jobs'

/** What somebody has to look at now. */
export function healthProblems(facts: HealthFacts, now: Date): HealthProblem[] {
  const { oldestMessageAt, workerSeenAt, recountAt, miscounted, failedJobs } = facts
  const { misconfiguredCalendars, refusedMails } = facts
  const isOlder = (at: Date, minutes: number) => now.getTime() - at.getTime() > minutes * minuteMs
  const found: Record<HealthProblem, boolean> = {
    worker: workerSeenAt === null,
    messages: oldestMessageAt !== null && isOlder(oldestMessageAt, lateMessageMinutes),
    mail: refusedMails > 0,
    recount: recountAt !== null && isOlder(recountAt, lateRecountMinutes),
    miscounted: miscounted !== null && miscounted > 0,
    calendars: misconfiguredCalendars > 0,
    jobs: failedJobs > 0,
  }
  return healthProblemNames.filter((name) => found[name])
}

const healthProblemNames = [
  'worker',
  'messages',
  'mail',
  'recount',
  'miscounted',
  'calendars',
  'jobs',
] as const

/** The last day of the next term: after the paid one, or from today on. */
export function nextPaidUntil(
  paidUntil: LocalDate | null,
  { term, today }: { term: Term; today: LocalDate },
): LocalDate {
  const months = term === 'yearly' ? 12 : 1
  const from = Temporal.PlainDate.from(paidUntil ?? today)
  return from.add({ months }).toString()
}
