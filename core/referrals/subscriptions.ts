import { defineSubscriptions } from '#core/events/define-subscriptions.ts'
import { activateReferral } from './commands/activate-referrals.ts'

export const referralSubscriptions = defineSubscriptions('referrals', {
  'class.published': async (deps, { payload }) => {
    await activateReferral(deps, payload.vendorId)
  },
})
