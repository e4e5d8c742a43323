import { defineSubscriptions } from '#core/events/define-subscriptions.ts'
import { noticeLimit } from './commands/notice-limit.ts'

export const planSubscriptions = defineSubscriptions('plans', {
  'booking.confirmed': (deps, { payload }) => noticeLimit(deps, payload.purchaseId),
  'booking.requested': (deps, { payload }) => noticeLimit(deps, payload.purchaseId),
})
