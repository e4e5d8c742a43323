import { addDays, daysBetween, type LocalDate, todayIn } from '#core/shared/time.ts'

export type Plan = 'free' | 'professional' | 'enterprise'
/** What can be subscribed or granted. */
export type PaidPlan = Exclude<Plan, 'free'>
export const paidPlans = ['professional', 'enterprise'] as const satisfies readonly PaidPlan[]
export const terms = ['monthly', 'yearly'] as const
export type Term = (typeof terms)[number]

export type Feature =
  | 'core'
  | 'calendar_follow'
  | 'bundles'
  | 'card_payments'
  | 'client_management'
  | 'analytics'
  | 'advanced_analytics'
  | 'branding'
  | 'reminders'
  | 'cancellation_rules'
  | 'team'
  | 'locations'
  | 'api_keys'
  | 'webhooks'

const professional: readonly Feature[] = [
  'core',
  'calendar_follow',
  'bundles',
  'card_payments',
  'client_management',
  'analytics',
  'branding',
  'reminders',
  'cancellation_rules',
]

const features: Record<Plan, readonly Feature[]> = {
  free: ['core'],
  professional,
  enterprise: [...professional, 'advanced_analytics', 'team', 'locations', 'api_keys', 'webhooks'],
}

export function allows(plan: Plan, feature: Feature): boolean {
  return features[plan].includes(feature)
}

const ranks: Record<Plan, number> = { free: 0, professional: 1, enterprise: 2 }

/** Whether a plan has more than another one. */
export function isMore(plan: Plan, than: Plan): boolean {
  return ranks[plan] > ranks[than]
}

/** A time in which a vendor has more than Free; `endsAt` is null while a subscription runs on. See plan_periods(). */
export type PlanPeriod = {
  source: 'trial' | 'subscription' | 'grant'
  plan: PaidPlan
  startsAt: Date
  endsAt: Date | null
}

export function isRunning({ startsAt, endsAt }: PlanPeriod, now: Date): boolean {
  return startsAt <= now && (endsAt === null || endsAt > now)
}

/** The best of what runs now: plan_in_force() in db/functions/plans.sql. A trial has every feature. */
export function planInForce(periods: readonly PlanPeriod[], now: Date): Plan {
  let best: Plan = 'free'
  for (const period of periods)
    if (isRunning(period, now) && isMore(period.plan, best)) best = period.plan
  return best
}

/** A moment at which a vendor has less than before, and what ran until then. */
export type PlanLoss = { at: Date; from: PaidPlan; to: Plan; source: PlanPeriod['source'] }

/** All of them, the earliest first. */
export function planLosses(periods: readonly PlanPeriod[]): PlanLoss[] {
  const ends = [...new Set(periods.flatMap(({ endsAt }) => endsAt?.getTime() ?? []))]
  return ends
    .toSorted((one, other) => one - other)
    .flatMap((end) => {
      const at = new Date(end)
      const before = new Date(end - 1)
      const to = planInForce(periods, at)
      const lost = periods.find(
        (period) =>
          period.endsAt?.getTime() === end &&
          isRunning(period, before) &&
          period.plan === planInForce(periods, before),
      )
      return lost && isMore(lost.plan, to) ? [{ at, from: lost.plan, to, source: lost.source }] : []
    })
}

/** How long a plan runs on after the last paid day. */
export const graceDays = 14

/** Granted months that begin later, or the rest of those that have begun. */
export type UnusedMonths = { months: number; startsAt: Date; endsAt: Date }

/** The last paid day once these months are added to it: whole ones as months, begun ones by the days that are left. */
export function paidUntilWith(
  paidUntil: LocalDate,
  { months, startsAt, endsAt }: UnusedMonths,
  { zone, now }: { zone: string; now: Date },
): LocalDate {
  if (startsAt >= now) return Temporal.PlainDate.from(paidUntil).add({ months }).toString()
  return addDays(paidUntil, daysBetween(todayIn(zone, now), todayIn(zone, endsAt)))
}

type Wish = { id: string; plan: PaidPlan; term: Term }

/** What a vendor itself can change about its plan. */
export type PlanWishes = {
  request: Wish | null
  subscription: (Wish & { isCancelled: boolean }) | null
}

export type PlanNews = { what: (typeof planNews)[number]; plan: PaidPlan; term: Term }
export const planNews = ['requested', 'cancelled', 'kept', 'downgraded'] as const

/** What the operator has to know, if this is how it was and how it is now. What was undone is no news. */
export function planNewsSince(before: PlanWishes, now: PlanWishes): PlanNews[] {
  const news: PlanNews[] = []
  const add = (what: PlanNews['what'], { plan, term }: Wish) => news.push({ what, plan, term })
  const { request, subscription } = now
  const [asked, had] = [before.request, before.subscription]
  if (
    request &&
    (request.id !== asked?.id || request.plan !== asked.plan || request.term !== asked.term)
  )
    add('requested', request)
  if (!subscription || !had) return news
  if (isMore(had.plan, subscription.plan)) add('downgraded', subscription)
  if (subscription.isCancelled && !had.isCancelled) add('cancelled', subscription)
  if (had.isCancelled && !subscription.isCancelled && had.id === subscription.id)
    add('kept', subscription)
  return news
}

const dayMs = 86_400_000

/** What the badge says, as the card of the current plan does. On the last day of a trial less than a day is left. */
export type PlanShown = { kind: 'trial'; daysLeft: number } | { kind: Plan }

export function planShown(periods: readonly PlanPeriod[], now: Date): PlanShown {
  const period = currentPeriod(periods, now)
  return period?.source === 'trial' && period.endsAt
    ? { kind: 'trial', daysLeft: daysLeft(period.endsAt, now) }
    : { kind: period?.plan ?? 'free' }
}

/** The shares of a limit at which a vendor is notified, in percent. */
export const noticedPercents = [80, 100] as const

/** The highest share that is reached; null below the first. */
export function percentReached(used: number, most: number): 80 | 100 | null {
  return noticedPercents.findLast((percent) => used * 100 >= most * percent) ?? null
}

/** What the card of the current plan says: the subscription, else the trial, else granted months, else Free without an end. */
export function currentPeriod(periods: readonly PlanPeriod[], now: Date): PlanPeriod | null {
  const running = periods.filter((period) => isRunning(period, now))
  const of = (source: PlanPeriod['source']) =>
    running
      .filter((period) => period.source === source)
      .reduce<PlanPeriod | null>(
        (best, period) => (best === null || isMore(period.plan, best.plan) ? period : best),
        null,
      )
  return of('subscription') ?? of('trial') ?? of('grant')
}

/** Days until an end, begun ones too; 0: less than a day. */
export function daysLeft(end: Date, now: Date): number {
  const days = (end.getTime() - now.getTime()) / dayMs
  return days < 1 ? 0 : Math.ceil(days)
}

/** The last days of a trial, in which the page warns. */
export const warnedDays = 5
