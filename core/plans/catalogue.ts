import { type Money, minorDigits } from '#core/shared/money.ts'
import type { PaidPlan, Plan, Term } from './rules.ts'

/** What a plan's card lists; the texts have a sentence for each. */
export type PlanLine =
  | 'bookingsLimited'
  | 'classesLimited'
  | 'bookingsUnlimited'
  | 'classesUnlimited'
  | 'calendarBasic'
  | 'emailNotifications'
  | 'publicListings'
  | 'mobilePage'
  | 'basicSupport'
  | 'calendarAdvanced'
  | 'clientManagement'
  | 'paymentProcessing'
  | 'analytics'
  | 'customBranding'
  | 'bundles'
  | 'reminders'
  | 'cancellationPolicies'
  | 'prioritySupport'
  | 'giftCards'
  | 'everythingInProfessional'
  | 'locations'
  | 'team'
  | 'apiAccess'
  | 'prioritySupportAll'
  | 'customIntegrations'
  | 'advancedAnalytics'
  | 'whiteLabel'
  | 'accountManager'
  | 'phoneSupport'
  | 'customOnboarding'

export type PlanOffer = {
  id: Plan
  /** per month, without a yearly term */
  monthly: Money
  /** online bookings that still hold a spot, per month of the vendor's zone; null: no limit */
  bookingsPerMonth: number | null
  newClassesPerMonth: number | null
  popular: boolean
  /** how one gets it: by signing up, or by writing to the operator */
  entrance: 'register' | 'contact'
  lines: readonly PlanLine[]
}

export const trialDays = 14

/** A year costs this share of twelve months, in percent. */
const yearlyPercent = 84

/**
 * What is built, and the page where a vendor finds it; `{class}` and `{vendor}` are one of its classes and its username. All
 * other lines are planned: the lists say so. A test opens these pages.
 */
const placesBuilt = {
  bookingsLimited: '/subscription',
  classesLimited: '/subscription',
  bookingsUnlimited: '/subscription',
  classesUnlimited: '/subscription',
  calendarBasic: '/settings/integrations',
  emailNotifications: '/settings/notifications',
  publicListings: '/classes',
  mobilePage: '/{vendor}',
  basicSupport: '/contact',
  calendarAdvanced: '/settings/integrations',
  paymentProcessing: '/settings/integrations',
  customBranding: '/dashboard/settings/page',
  bundles: '/dashboard/classes/{class}/bundles',
  reminders: '/settings/rules',
  cancellationPolicies: '/settings/rules',
  everythingInProfessional: '/subscription',
} as const satisfies Partial<Record<PlanLine, string>>

export type BuiltLine = keyof typeof placesBuilt
export const builtPlaces: Readonly<Record<BuiltLine, string>> = placesBuilt

export function isPlanned(line: PlanLine): boolean {
  return !Object.hasOwn(placesBuilt, line)
}

/** The plans there are, the smallest first. Landing page, pricing and subscription read them here. */
export const planCatalogue: readonly PlanOffer[] = [
  {
    id: 'free',
    monthly: { minor: 0, currency: 'USD' },
    bookingsPerMonth: 10,
    newClassesPerMonth: 3,
    popular: false,
    entrance: 'register',
    lines: [
      'bookingsLimited',
      'classesLimited',
      'calendarBasic',
      'emailNotifications',
      'publicListings',
      'mobilePage',
      'basicSupport',
    ],
  },
  {
    id: 'professional',
    monthly: { minor: 29_00, currency: 'USD' },
    bookingsPerMonth: null,
    newClassesPerMonth: null,
    popular: true,
    entrance: 'register',
    lines: [
      'bookingsUnlimited',
      'classesUnlimited',
      'calendarAdvanced',
      'clientManagement',
      'paymentProcessing',
      'analytics',
      'customBranding',
      'bundles',
      'reminders',
      'cancellationPolicies',
      'prioritySupport',
      'giftCards',
    ],
  },
  {
    id: 'enterprise',
    monthly: { minor: 99_00, currency: 'USD' },
    bookingsPerMonth: null,
    newClassesPerMonth: null,
    popular: false,
    entrance: 'contact',
    lines: [
      'everythingInProfessional',
      'locations',
      'team',
      'apiAccess',
      'prioritySupportAll',
      'customIntegrations',
      'advancedAnalytics',
      'accountManager',
      'phoneSupport',
      'customOnboarding',
      'whiteLabel',
    ],
  },
]

/** What a vendor has only while a plan runs, as letters and pages name it when the plan ends. */
export const endingLines = [
  'bookingsUnlimited',
  'classesUnlimited',
  'bundles',
  'calendarAdvanced',
  'paymentProcessing',
  'customBranding',
  'reminders',
  'cancellationPolicies',
] as const satisfies readonly BuiltLine[]
export type EndingLine = (typeof endingLines)[number]

/** What stops when a vendor goes from one plan to another. */
export function whatEnds(from: Plan, to: Plan): EndingLine[] {
  const [had, has] = [allLines(from), allLines(to)]
  return endingLines.filter((line) => had.includes(line) && !has.includes(line))
}

/** The lines of a plan, with those of the plan that it contains. */
export function allLines(plan: Plan): readonly PlanLine[] {
  const lines = planCatalogue.find(({ id }) => id === plan)?.lines ?? []
  return lines.includes('everythingInProfessional')
    ? [...lines, ...allLines('professional')]
    : lines
}

/** The plan whose price is paid for now, as none of what this one adds to it is built. Null: its own price is paid. */
export function offerForNow({ lines }: Pick<PlanOffer, 'lines'>): PlanOffer | null {
  const addsOnlyPlanned =
    lines.includes('everythingInProfessional') &&
    lines.every((line) => line === 'everythingInProfessional' || isPlanned(line))
  return addsOnlyPlanned ? (planCatalogue.find(({ id }) => id === 'professional') ?? null) : null
}

export type YearlyPrice = {
  /** paid once for twelve months: a whole amount */
  year: Money
  /** against twelve single months */
  saving: Money
  savingPercent: number
}

/** What a year of a plan costs. Null: nothing is paid, so nothing is saved. */
export function yearlyPrice({ monthly }: Pick<PlanOffer, 'monthly'>): YearlyPrice | null {
  const twelveMonths = monthly.minor * 12
  if (twelveMonths === 0) return null
  const { currency } = monthly
  const unit = 10 ** minorDigits(currency)
  // Down, so that the percent on the switch is never more than what is saved.
  const year = Math.floor((twelveMonths * yearlyPercent) / 100 / unit) * unit
  return {
    year: { minor: year, currency },
    saving: { minor: twelveMonths - year, currency },
    savingPercent: Math.floor(((twelveMonths - year) * 100) / twelveMonths),
  }
}

/** What a term of a plan costs, as the catalogue says it. */
export function priceOfTerm(plan: PaidPlan, term: Term): Money {
  const offer = planCatalogue.find(({ id }) => id === plan)
  const price = offer && (term === 'monthly' ? offer.monthly : yearlyPrice(offer)?.year)
  if (!price) throw new Error(`The catalogue has no price for ${plan}, ${term}.`)
  return price
}

/** What Professional costs after Enterprise: never more than was agreed for that. */
export function priceAfterDowngrade(from: {
  term: Term
  priceMinor: number
  currency: string
}): Money {
  const listed = priceOfTerm('professional', from.term)
  return from.currency === listed.currency && from.priceMinor < listed.minor
    ? { minor: from.priceMinor, currency: from.currency }
    : listed
}
