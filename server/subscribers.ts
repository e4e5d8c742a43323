import { calendarSubscriptions } from '#core/calendar/subscriptions.ts'
import { messageSubscriptions } from '#core/messages/subscriptions.ts'
import { planSubscriptions } from '#core/plans/subscriptions.ts'
import { referralSubscriptions } from '#core/referrals/subscriptions.ts'

/** Every feature that reacts to events. */
export const subscribers = [
  messageSubscriptions,
  planSubscriptions,
  referralSubscriptions,
  calendarSubscriptions,
]
