import { z } from 'zod'
import { findProfile } from '../accounts/queries.ts'
import type { EventName, EventOf } from '#core/events/catalogue.ts'
import { defineSubscriptions } from '#core/events/define-subscriptions.ts'
import type { Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import {
  type NewsFor,
  toAddressOf,
  toBothOf,
  toConfirmed,
  toContactOf,
  toFormer,
  toFormerChat,
  toInvited,
  toOperator,
  toOwner,
  toSideOf,
  toUnconfirmed,
  toUser,
  toVendor,
  toVendorByEmail,
} from './commands/readers.ts'
import { type Letters, tell, unlessWaiting } from './commands/tell.ts'
import { tellLink } from './commands/tell-link.ts'
import { tellNews } from './commands/tell-news.ts'
import { tellNote } from './commands/tell-note.ts'
import { tellOfBundle } from './commands/tell-of-endings.ts'
import { tellOfPlanWishes } from './commands/tell-of-plans.ts'
import { tellOfUpcoming } from './commands/tell-of-upcoming.ts'
import { listPurchasesIn, markDue } from './steps/mark-due.ts'

const inTransaction = ({ db }: Deps, work: (tx: Tx) => Promise<void>): Promise<void> =>
  db.transaction().execute(work)

type ToBeTold = Letters | readonly Letters[]

/** Queues the letters that an event calls for. */
const told =
  <Event extends { id: string }>(say: (event: Event, deps: Deps) => ToBeTold | Promise<ToBeTold>) =>
  (deps: Deps, event: Event): Promise<void> =>
    inTransaction(deps, async (tx) => {
      for (const letters of [await say(event, deps)].flat()) await tell(tx, event.id, letters)
    })

const verification = { kind: 'account.verification', facts: {} } as const

const toNewEmail = (changeId: string) =>
  toSideOf(changeId, 'newEmail', () => ({ kind: 'account.email_change', facts: { changeId } }))

const byOwner = ({ fullName, email }: { fullName: string; email: string }) => ({
  name: fullName,
  email,
})

/** Events that say all there is to say: their letters have the same names. */
type Plain = Extract<NewsFor<'account'>, { facts: Record<string, never> }>['kind'] & EventName
type OfUser = Plain & `account.${string}`

const userIsTold = told(({ name: kind, payload: { userId } }: EventOf<OfUser>) =>
  toUser({ userId }, { kind, facts: {} }),
)
const ownerIsTold = told(({ name: kind, payload: { vendorId } }: EventOf<Exclude<Plain, OfUser>>) =>
  toOwner(vendorId, { kind, facts: {} }),
)

/** What happens to a purchase is looked at by what sends messages. */
const looks: NonNullable<Parameters<typeof defineSubscriptions>[2]> = {
  events: [
    'booking.confirmed',
    'booking.requested',
    'booking.ended',
    'booking.waived',
    'booking.moved',
    'booking.changed',
    'bundle.changed',
    'bundle.ended',
    'session.changed',
  ],
  async note(db, payloads) {
    const known = payloads.flatMap((payload) => concerned.safeParse(payload).data ?? [])
    const ofSessions = await listPurchasesIn(
      db,
      known.flatMap(({ sessionIds = [] }) => sessionIds),
    )
    await markDue(db, [...known.flatMap(({ purchaseId }) => purchaseId ?? []), ...ofSessions])
  },
}

const concerned = z.object({
  purchaseId: z.uuid().optional(),
  sessionIds: z.array(z.uuid()).optional(),
})

const handlers: Parameters<typeof defineSubscriptions>[1] = {
  'bundle.extended': (deps, { id: eventId, payload: { passId } }) =>
    inTransaction(deps, (tx) => tellOfBundle(tx, { eventId, passId, kind: 'bundle.extended' })),
  'address.corrected': (deps, { id, payload }) =>
    inTransaction(deps, async (tx) => {
      // What has not been told goes to the new address.
      await tellNews(tx, [payload.purchaseId])
      await tellLink(tx, { eventId: id, why: 'changed', ...payload })
    }),
  'booking.links_requested': (deps, { id, payload }) =>
    inTransaction(deps, (tx) => tellOfUpcoming(tx, { eventId: id, ...payload })),
  'booking.link_resent': (deps, { id, payload }) =>
    inTransaction(deps, (tx) => tellLink(tx, { eventId: id, why: 'resent', ...payload })),
  'booking.note_written': (deps, { id, payload }) =>
    inTransaction(deps, (tx) => tellNote(tx, deps, { eventId: id, ...payload })),
  'booking.link_renewed': told(({ payload: { purchaseId } }) =>
    toAddressOf(purchaseId, ({ customerAddresses: [first] }) => first, {
      kind: 'booking.new_link',
      facts: { purchaseId },
    }),
  ),
  // Each time, since a customer who disconnected the chat did not want it.
  'booking.chat_connected': told(({ payload: { purchaseId, chat } }) =>
    unlessWaiting(
      toAddressOf(
        purchaseId,
        ({ customerTelegram, customerEmail }) => (customerTelegram === chat ? customerEmail : null),
        { kind: 'booking.chat_connected', facts: { purchaseId, chat } },
      ),
    ),
  ),
  'booking.chat_disconnected': told(({ name: kind, payload: { purchaseId, chat } }) =>
    toFormerChat(purchaseId, chat, { kind, facts: { purchaseId, chat } }),
  ),
  'referral.activated': told(({ payload: { referralId, months } }) =>
    toBothOf(referralId, (to, friend, { business }) => ({
      kind: 'referral.rewarded',
      facts: { to, friend, business, months },
    })),
  ),
  'account.verification_requested': told(({ payload }) => toUnconfirmed(payload, verification)),
  'account.confirmation_resend': told(({ payload }) => toUnconfirmed(payload, verification)),
  'account.reset_requested': told(({ payload }) =>
    toUser(payload, { kind: 'account.password_reset', facts: {} }),
  ),
  'account.sign_in_link_requested': told(({ payload }) => [
    toUnconfirmed(payload, verification),
    toConfirmed(payload, { kind: 'account.sign_in_link', facts: {} }),
  ]),
  'account.two_factor_switched_on': userIsTold,
  'account.two_factor_switched_off': userIsTold,
  'account.recovery_codes_replaced': userIsTold,
  'account.password_changed': userIsTold,
  'account.data_exported': userIsTold,
  'account.passkey_added': userIsTold,
  'account.passkey_removed': userIsTold,
  'account.google_connected': userIsTold,
  'account.google_disconnected': userIsTold,
  'account.recovery_code_used': told(({ name: kind, payload: { left, ...who } }) =>
    toUser(who, { kind, facts: { left } }),
  ),
  'account.email_change_requested': told(({ payload: { changeId } }) => [
    toSideOf(changeId, 'oldEmail', (newEmail) => ({
      kind: 'account.email_change_requested',
      facts: { newEmail },
    })),
    toNewEmail(changeId),
  ]),
  'account.email_change_resend': told(({ payload: { changeId } }) => toNewEmail(changeId)),
  'account.email_changed': told(({ name: kind, payload: { changeId } }) =>
    toSideOf(changeId, 'oldEmail', (newEmail) => ({ kind, facts: { changeId, newEmail } })),
  ),
  'account.email_restored': told(({ name: kind, payload: { userId, email } }) =>
    toFormer(userId, email, { kind, facts: {} }),
  ),
  'account.closed': told(({ name: kind, at, payload: { vendorId, until } }) =>
    toOwner(vendorId, (owner) => ({
      kind,
      facts: { at: at.toISOString(), by: byOwner(owner), until },
    })),
  ),
  'account.reopened': told(({ name: kind, at, payload: { vendorId } }) =>
    toOwner(vendorId, (owner) => ({
      kind,
      facts: { at: at.toISOString(), by: byOwner(owner), until: null },
    })),
  ),
  'vendor.contact_entered': told(({ payload: { vendorId, email } }) =>
    toContactOf(vendorId, email, { kind: 'vendor.contact_address', facts: {} }),
  ),
  'plan.limit_reached': told(({ payload: { vendorId, ...facts } }) =>
    toVendor(vendorId, { kind: 'plan.limit', facts }),
  ),
  'plan.answered': told(({ payload: { vendorId, ...answer } }) =>
    toVendor(vendorId, ({ business }) => ({ kind: 'plan.answer', facts: { ...answer, business } })),
  ),
  'plan.wishes_changed': tellOfPlanWishes,
  'invitation.sent': told(({ name: kind, payload }) =>
    toInvited(payload.invitationId, { kind, facts: payload }),
  ),
  'subscription.reminder_requested': told(({ payload }) =>
    toOwner(payload.vendorId, { kind: 'subscription.reminder', facts: payload }),
  ),
  'vendor.suspended': ownerIsTold,
  'vendor.activated': ownerIsTold,
  'calendar.broken': ownerIsTold,
  'cards.broken': ownerIsTold,
  // Also after doing it: somebody else may have sat at the computer.
  'vendor.connection_made': told(
    async ({ name: kind, payload: { vendorId, userId, ...made } }, { db }) => {
      const profile = await findProfile(db, userId)
      return toOwner(vendorId, { kind, facts: { ...made, by: profile?.fullName ?? '' } })
    },
  ),
  'telegram.bot_refused': told(({ payload: { vendorId } }) =>
    toVendorByEmail(vendorId, { kind: 'vendor.telegram_refused', facts: {} }),
  ),
  'enquiry.received': told(({ name: kind, payload }, { settings, log }) => {
    if (settings.operatorEmail === null)
      log.warn(payload, 'an enquiry was stored but not sent: OPERATOR_EMAIL is not set')
    return toOperator(settings, { kind, facts: payload })
  }),
}

/** Each handler queues the messages of one event. */
export const messageSubscriptions = defineSubscriptions('messages', handlers, looks)
