import type { PlanPeriod } from '#core/plans/rules.ts'
import type { Subscription, Usage } from '#core/plans/queries.ts'
import { dateFormat } from '#core/shared/formats.ts'

/** What the page knows of a vendor's plan. */
export type ShownPlan = {
  /** null: Free */
  period: PlanPeriod | null
  /** granted months that run now */
  gift: PlanPeriod | null
  /** what begins later */
  next: readonly PlanPeriod[]
  subscription: Subscription | null
  request: { plan: 'professional' | 'enterprise'; term: 'monthly' | 'yearly'; askedAt: Date } | null
  usage: Usage
  /** of Free */
  limits: { bookings: number; classes: number }
  /** when the vendor signed up */
  since: Date
  now: Date
  zone: string
}

/** A day with its year: plans run for years. */
export function billingDay(at: Date, zone: string, language: string): string {
  return dateFormat(language, { dateStyle: 'long', timeZone: zone }).format(at)
}

/** The same of a day on the calendar. */
export const billingDate = (date: string, language: string): string =>
  billingDay(new Date(`${date}T12:00:00Z`), 'UTC', language)

/** The last moment of a time that ends at this one: on a page, the day before midnight. */
export const lastDay = (end: Date): Date => new Date(end.getTime() - 1)
