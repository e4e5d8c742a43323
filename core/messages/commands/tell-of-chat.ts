import { sql } from 'kysely'
import { findPurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import type { Tx } from '#core/shared/db.ts'
import { queueMessage } from './queue-message.ts'

type OfChat = { eventId: string; purchaseId: string; chat: string }

/**
 * Queues the email about a chat that the link of a purchase has connected: each time, since a customer who disconnected it did
 * not want it. None while an earlier one still waits: it says the same.
 */
export async function tellOfChat(tx: Tx, { eventId, purchaseId, chat }: OfChat): Promise<void> {
  const purchase = await findPurchaseDetails(tx, purchaseId)
  if (purchase?.customerTelegram !== chat || purchase.customerEmail === null) return
  const waiting = await tx
    .selectFrom('messages')
    .where('purchaseId', '=', purchaseId)
    .where('kind', '=', 'booking.chat_connected')
    .where('status', '=', 'queued')
    .where('attempts', '=', 0)
    .where('recipient', '=', purchase.customerEmail)
    .where(sql<boolean>`facts->>'chat' = ${chat}`)
    .select('id')
    .executeTakeFirst()
  if (waiting) return
  await queueMessage(tx, {
    eventId,
    audience: 'customer',
    kind: 'booking.chat_connected',
    address: purchase.customerEmail,
    otherwise: '',
    language: purchase.language,
    vendorId: purchase.vendorId,
    purchaseId,
    facts: { purchaseId, chat },
  })
}

/** Queues the last message of a purchase to a chat that its link had connected. */
export async function tellOfDisconnected(
  tx: Tx,
  { eventId, purchaseId, chat }: OfChat,
): Promise<void> {
  const purchase = await findPurchaseDetails(tx, purchaseId)
  if (!purchase) return
  await queueMessage(tx, {
    eventId,
    audience: 'chat',
    kind: 'booking.chat_disconnected',
    address: chat,
    otherwise: '',
    language: purchase.language,
    vendorId: purchase.vendorId,
    purchaseId,
    facts: { purchaseId, chat },
  })
}
