import { findAccount, findProfile } from '../accounts/queries.ts'
import type { EventOf } from '#core/events/catalogue.ts'
import { defineSubscriptions } from '#core/events/define-subscriptions.ts'
import type { Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { askToConfirmContact } from './commands/ask-to-confirm-contact.ts'
import { tellOfNewEmail, tellOfRestoredEmail } from './commands/tell-of-new-email.ts'
import { tellLink } from './commands/tell-link.ts'
import { tellNews, tellSessions } from './commands/tell-news.ts'
import { tellNote } from './commands/tell-note.ts'
import { tellOfBundle } from './commands/tell-of-endings.ts'
import { tellOfUpcoming } from './commands/tell-of-upcoming.ts'
import { tellOfNewLink } from './commands/tell-of-new-link.ts'
import { tellOfChat, tellOfDisconnected } from './commands/tell-of-chat.ts'
import { tellOfPlanWishes } from './commands/tell-of-plans.ts'
import { tellOfReferral } from './commands/tell-of-referral.ts'
import { tellOperator } from './commands/tell-operator.ts'
import { tellInvited } from './commands/tell-invited.ts'
import { tellOwner, tellOwnerOf } from './commands/tell-owner.ts'
import { type AccountNews, tellUser } from './commands/tell-user.ts'
import { tellVendor } from './commands/tell-vendor.ts'

/** Each handler queues the messages of one event. */
export const messageSubscriptions = defineSubscriptions('messages', {
  'booking.confirmed': tellReaders,
  'booking.requested': tellReaders,
  'booking.ended': tellReaders,
  'booking.waived': tellReaders,
  'booking.moved': tellReaders,
  'booking.changed': tellReaders,
  'bundle.changed': tellReaders,
  'bundle.ended': tellReaders,
  'bundle.extended': (deps, { id: eventId, payload: { passId } }) =>
    inTransaction(deps, (tx) => tellOfBundle(tx, { eventId, passId, kind: 'bundle.extended' })),
  'session.changed': (deps, { payload: { sessionIds } }) =>
    inTransaction(deps, (tx) => tellSessions(tx, sessionIds)),
  'address.corrected': (deps, { id, payload }) =>
    inTransaction(deps, async (tx) => {
      // What has not been told goes to the new address.
      await tellNews(tx, payload.purchaseId)
      await tellLink(tx, { eventId: id, why: 'changed', ...payload })
    }),
  'booking.links_requested': (deps, { id, payload }) =>
    inTransaction(deps, (tx) => tellOfUpcoming(tx, { eventId: id, ...payload })),
  'booking.link_resent': (deps, { id, payload }) =>
    inTransaction(deps, (tx) => tellLink(tx, { eventId: id, why: 'resent', ...payload })),
  'booking.note_written': (deps, { id, payload }) =>
    inTransaction(deps, (tx) => tellNote(tx, deps, { eventId: id, ...payload })),
  'booking.link_renewed': (deps, { id, payload }) =>
    inTransaction(deps, (tx) => tellOfNewLink(tx, { eventId: id, ...payload })),
  'booking.chat_connected': (deps, { id, payload }) =>
    inTransaction(deps, (tx) => tellOfChat(tx, { eventId: id, ...payload })),
  'booking.chat_disconnected': (deps, { id, payload }) =>
    inTransaction(deps, (tx) => tellOfDisconnected(tx, { eventId: id, ...payload })),
  'referral.activated': (deps, { id, payload }) =>
    inTransaction(deps, (tx) => tellOfReferral(tx, { eventId: id, ...payload })),
  'account.verification_requested': (deps, { id, payload }) =>
    askToVerify(deps, id, payload.userId),
  'account.confirmation_resend': async (deps, { id, payload }) => {
    const account = await findAccount(deps.db, payload.email)
    if (account) await askToVerify(deps, id, account.id)
  },
  'account.reset_requested': async (deps, { id, payload }) => {
    const account = await findAccount(deps.db, payload.email)
    if (account)
      await tellAccount(deps, id, account.id, { kind: 'account.password_reset', facts: {} })
  },
  'account.sign_in_link_requested': async (deps, { id, payload }) => {
    const account = await findAccount(deps.db, payload.email)
    // Before the address is confirmed, a stranger may have chosen the password.
    if (account && !account.verified) await askToVerify(deps, id, account.id)
    else if (account)
      await tellAccount(deps, id, account.id, { kind: 'account.sign_in_link', facts: {} })
  },
  'account.two_factor_switched_on': (deps, { id, name, payload }) =>
    tellAccount(deps, id, payload.userId, { kind: name, facts: {} }),
  'account.two_factor_switched_off': (deps, { id, name, payload }) =>
    tellAccount(deps, id, payload.userId, { kind: name, facts: {} }),
  'account.recovery_codes_replaced': (deps, { id, name, payload }) =>
    tellAccount(deps, id, payload.userId, { kind: name, facts: {} }),
  'account.email_change_requested': (deps, { id, payload }) =>
    inTransaction(deps, (tx) => tellOfNewEmail(tx, { eventId: id, kind: 'asked', ...payload })),
  'account.email_change_resend': (deps, { id, payload }) =>
    inTransaction(deps, (tx) => tellOfNewEmail(tx, { eventId: id, kind: 'again', ...payload })),
  'account.email_changed': (deps, { id, payload }) =>
    inTransaction(deps, (tx) => tellOfNewEmail(tx, { eventId: id, kind: 'changed', ...payload })),
  'account.email_restored': (deps, { id, payload }) =>
    inTransaction(deps, (tx) => tellOfRestoredEmail(tx, { eventId: id, ...payload })),
  'account.password_changed': (deps, { id, name, payload }) =>
    tellAccount(deps, id, payload.userId, { kind: name, facts: {} }),
  'account.data_exported': (deps, { id, name, payload }) =>
    tellAccount(deps, id, payload.userId, { kind: name, facts: {} }),
  'account.passkey_added': (deps, { id, name, payload }) =>
    tellAccount(deps, id, payload.userId, { kind: name, facts: {} }),
  'account.passkey_removed': (deps, { id, name, payload }) =>
    tellAccount(deps, id, payload.userId, { kind: name, facts: {} }),
  'account.google_connected': (deps, { id, name, payload }) =>
    tellAccount(deps, id, payload.userId, { kind: name, facts: {} }),
  'account.google_disconnected': (deps, { id, name, payload }) =>
    tellAccount(deps, id, payload.userId, { kind: name, facts: {} }),
  'account.recovery_code_used': (deps, { id, name, payload: { userId, left } }) =>
    tellAccount(deps, id, userId, { kind: name, facts: { left } }),
  'account.closed': (deps, { id, at, name, payload }) =>
    inTransaction(deps, (tx) => tellOwner(tx, { eventId: id, at, kind: name, ...payload })),
  'account.reopened': (deps, { id, at, name, payload }) =>
    inTransaction(deps, (tx) => tellOwner(tx, { eventId: id, at, kind: name, ...payload })),
  'vendor.contact_entered': (deps, { id, payload }) =>
    inTransaction(deps, (tx) => askToConfirmContact(tx, { eventId: id, ...payload })),
  'plan.limit_reached': (deps, { id: eventId, payload: { vendorId, ...facts } }) =>
    inTransaction(deps, (tx) =>
      tellVendor(tx, { eventId, vendorId }, ({ addresses: [address] }) => ({
        kind: 'plan.limit',
        address,
        facts,
      })),
    ),
  'plan.answered': (deps, { id: eventId, payload: { vendorId, ...facts } }) =>
    inTransaction(deps, (tx) =>
      tellVendor(tx, { eventId, vendorId }, ({ addresses: [address], business }) => ({
        kind: 'plan.answer',
        address,
        facts: { ...facts, business },
      })),
    ),
  'plan.wishes_changed': tellOfPlanWishes,
  'invitation.sent': (deps, { id, payload }) =>
    inTransaction(deps, (tx) => tellInvited(tx, { eventId: id, ...payload })),
  'subscription.reminder_requested': (deps, { id, payload }) =>
    inTransaction(deps, (tx) =>
      tellOwnerOf(tx, {
        eventId: id,
        vendorId: payload.vendorId,
        kind: 'subscription.reminder',
        facts: payload,
      }),
    ),
  'vendor.suspended': (deps, { id, name, payload: { vendorId } }) =>
    inTransaction(deps, (tx) => tellOwnerOf(tx, { eventId: id, vendorId, kind: name, facts: {} })),
  'vendor.activated': (deps, { id, name, payload: { vendorId } }) =>
    inTransaction(deps, (tx) => tellOwnerOf(tx, { eventId: id, vendorId, kind: name, facts: {} })),
  'calendar.broken': (deps, { id, name, payload: { vendorId } }) =>
    inTransaction(deps, (tx) => tellOwnerOf(tx, { eventId: id, vendorId, kind: name, facts: {} })),
  'cards.broken': (deps, { id, name, payload: { vendorId } }) =>
    inTransaction(deps, (tx) => tellOwnerOf(tx, { eventId: id, vendorId, kind: name, facts: {} })),
  'vendor.connection_made': tellOfConnection,
  'telegram.bot_refused': (deps, { id: eventId, payload: { vendorId } }) =>
    inTransaction(deps, (tx) =>
      // By email: the chat may be one of this bot.
      tellVendor(tx, { eventId, vendorId }, ({ email }) => ({
        kind: 'vendor.telegram_refused',
        address: email,
        facts: {},
      })),
    ),
  'enquiry.received': (deps, { id, payload }) => tellOperator(deps, { eventId: id, ...payload }),
})

/** The owner gets this even after doing it: somebody else may have sat at the computer. */
async function tellOfConnection(
  deps: Deps,
  { id, name, payload: { vendorId, userId, ...made } }: EventOf<'vendor.connection_made'>,
): Promise<void> {
  const profile = await findProfile(deps.db, userId)
  await inTransaction(deps, (tx) =>
    tellOwnerOf(tx, {
      eventId: id,
      vendorId,
      kind: name,
      facts: { ...made, by: profile?.fullName ?? '' },
    }),
  )
}

function tellReaders(
  deps: Deps,
  { payload: { purchaseId } }: EventOf<PurchaseEvent>,
): Promise<void> {
  return inTransaction(deps, (tx) => tellNews(tx, purchaseId))
}

type PurchaseEvent =
  | 'booking.confirmed'
  | 'booking.requested'
  | 'booking.ended'
  | 'booking.waived'
  | 'booking.moved'
  | 'booking.changed'
  | 'bundle.changed'
  | 'bundle.ended'

function askToVerify(deps: Deps, eventId: string, userId: string): Promise<void> {
  return tellAccount(deps, eventId, userId, { kind: 'account.verification', facts: {} })
}

function tellAccount(
  deps: Deps,
  eventId: string,
  userId: string,
  news: AccountNews,
): Promise<void> {
  return inTransaction(deps, (tx) => tellUser(tx, { ...news, eventId, userId }))
}

const inTransaction = ({ db }: Deps, work: (tx: Tx) => Promise<void>): Promise<void> =>
  db.transaction().execute(work)
