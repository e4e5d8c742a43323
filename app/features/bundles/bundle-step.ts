import type { OpenSession } from '#app/features/sessions/session-choice.tsx'
import type { FormAnswer } from '#app/http/form-answer.ts'
import type { BundleOffer } from '#core/passes/queries.ts'
import type { BundlePlan } from '#core/bookings/queries/bundle-plan.ts'

export type Bundle = Omit<BundleOffer, 'classId'>

export type DatePlan = Omit<BundlePlan, 'offer'>

/** The current step of buying a bundle: choosing its first session, or all its dates. */
export type BundleStep = { bundle: Bundle } & (
  | {
      kind: 'first'
      sessions: OpenSession[]
      missing: boolean
      laterTo: string | null
      firstTo: string | null
    }
  | { kind: 'series' | 'auto'; firstId: string; plan: DatePlan }
  | { kind: 'choose'; firstId: string; plan: DatePlan; picked: string[] }
)
export type DatesStep = Exclude<BundleStep, { kind: 'first' }>

/** Details of a refused bundle besides its message: the current dates. */
export type RefusedBundle = {
  about: 'bundle'
  /** null: the step the page shows */
  step: BundleStep | null
  /** the bundle is not sold any more */
  gone: boolean
  /** no bundle is sold online now: the vendor is asked */
  asksVendor: boolean
  /** what the same person has bought already */
  earlier: { to: string; next: number } | null
}

export type BundleAnswer = FormAnswer<RefusedBundle | null> | undefined

type Place = { bundle?: string; first?: string; how?: 'auto' | 'choose' }

/** The address of each step; without a bundle, of the list. */
export function bundleTo(classId: string, place: Place): string {
  const search = new URLSearchParams(place.bundle ? { ...place } : { tab: 'bundle' })
  return `/book/class/${classId}?${search.toString()}#book`
}

/** Set on links that open the steps in a dialog; without JavaScript the steps are in the page. */
export const inDialog = { dialog: true } as const

export function opensDialog(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'dialog' in state && state.dialog === true
}
