import type { RouterContextProvider } from 'react-router'
import { managerOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { allows, planInForce } from '#core/plans/rules.ts'

/** The vendor as one who sells bundles, and whether the plan lets them. */
export function sellerOf(context: Readonly<RouterContextProvider>) {
  const { vendor } = managerOf(context)
  const { settings } = depsOf(context)
  const now = new Date()
  const plan = { plan: vendor.plan, trialEndsAt: vendor.trial_ends_at }
  return {
    vendor,
    seller: { vendorId: vendor.id, plan, plansOn: settings.plans, now },
    sells: allows(planInForce(plan, now, settings.plans), 'bundles'),
  }
}

/** For `allow` of a form: whoever may change bundles here. */
export function seller({ context }: { context: Readonly<RouterContextProvider> }) {
  return { member: managerOf(context), seller: sellerOf(context).seller }
}
