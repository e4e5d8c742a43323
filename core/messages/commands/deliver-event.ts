import { findAccount } from '../../accounts/queries.ts'
import type { Deps } from '#core/shared/deps.ts'
import { enquiryKind, purchaseKindOf } from '../rules.ts'
import {
  addressSchema,
  enquirySchema,
  linksRequestSchema,
  type OutboxEvent,
  passwordResetSchema,
  purchaseNewsSchema,
  sessionChangeSchema,
  userSchema,
} from '../schema.ts'
import { splitByPurchase } from './split-by-purchase.ts'
import { tellOfComing } from './tell-of-coming.ts'
import { tellOfPurchase } from './tell-of-purchase.ts'
import { tellOperator } from './tell-operator.ts'
import { tellUser } from './tell-user.ts'

/** Decides who hears of an event and queues their messages. Safe to run again. Throws on a kind or payload it does not know. */
export async function deliverEvent(
  deps: Pick<Deps, 'db' | 'auth' | 'settings' | 'log'>,
  event: OutboxEvent,
): Promise<void> {
  const { db, auth } = deps
  const { eventId, kind, payload } = event
  const purchaseKind = purchaseKindOf(kind)
  if (purchaseKind) {
    const news = purchaseNewsSchema.parse(payload)
    return db
      .transaction()
      .execute((tx) => tellOfPurchase(tx, { eventId, kind: purchaseKind, ...news }))
  }
  switch (kind) {
    case 'session.changed': {
      const change = sessionChangeSchema.parse(payload)
      return db
        .transaction()
        .execute((tx) => splitByPurchase(tx, { eventId, at: new Date(event.at), ...change }))
    }
    case 'booking.links_requested': {
      const asked = linksRequestSchema.parse(payload)
      return db.transaction().execute((tx) => tellOfComing(tx, { eventId, ...asked }))
    }
    case 'account.verification_requested': {
      const { userId } = userSchema.parse(payload)
      return db
        .transaction()
        .execute((tx) =>
          tellUser(tx, { eventId, userId, kind: 'account.verification', token: null }),
        )
    }
    case 'account.confirmation_resend': {
      const account = await findAccount(db, addressSchema.parse(payload).email)
      if (!account) return
      return db
        .transaction()
        .execute((tx) =>
          tellUser(tx, { eventId, userId: account.id, kind: 'account.verification', token: null }),
        )
    }
    case 'account.reset_requested': {
      const { email } = addressSchema.parse(payload)
      // The library answers by account.password_reset, which carries the token.
      if (await findAccount(db, email)) await auth.requestPasswordReset(email)
      return
    }
    case 'account.password_reset': {
      const { userId, token } = passwordResetSchema.parse(payload)
      return db
        .transaction()
        .execute((tx) => tellUser(tx, { eventId, userId, kind: 'account.password_reset', token }))
    }
    case enquiryKind:
      return tellOperator(deps, { eventId, ...enquirySchema.parse(payload) })
    default:
      throw new Error(`no message is made of ${kind}`)
  }
}
