import { messageSubscriptions } from '#core/messages/subscriptions.ts'

/** Every feature that reacts to events. */
export const subscribers = [messageSubscriptions]
