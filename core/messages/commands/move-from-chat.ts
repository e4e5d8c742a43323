import { sql } from 'kysely'
import { findPurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { channelOf } from '#core/contacts/rules.ts'
import { listUpcomingByChat } from '../queries/upcoming.ts'
import { unclaimed, untried } from './finish-message.ts'
import { findVendorReader } from '../queries/vendor-reader.ts'
import { tellLink } from './tell-link.ts'

/**
 * The chat does not take the message: it goes where its reader can still be reached. `isClosed`: it takes nothing any more, so
 * without another way the message is listed as not arrived. False: there is no other way.
 */
export async function moveFromChat(db: Db, messageId: string, isClosed: boolean): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const message = await findQueued(tx, messageId)
    if (!message) return true
    // The customer gets the news anyway.
    if (message.audience === 'chat') {
      if (isClosed) await tx.deleteFrom('messages').where('id', '=', messageId).execute()
      return isClosed
    }
    // Links that somebody has asked for, of all vendors together.
    if (message.kind === 'booking.links' && message.purchaseId === null) {
      if (!isClosed) return false
      await tx.deleteFrom('messages').where('id', '=', messageId).execute()
      for (const purchaseId of await listUpcomingByChat(tx, message.recipient))
        await tellLink(tx, { eventId: messageId, why: 'resent', purchaseId })
      return true
    }
    const address = await findOther(tx, message)
    const of = tx.updateTable('messages').where('id', '=', messageId)
    if (address === null) {
      if (!isClosed) return false
      await of
        .set((eb) => ({
          channel: 'none',
          status: 'no_channel',
          finishedAt: eb.fn<Date>('now'),
        }))
        .execute()
      return true
    }
    await of
      .set({
        recipient: address,
        channel: channelOf(address),
        lastError: null,
        dueAt: sql<Date>`now()`,
        ...untried,
        ...unclaimed,
      })
      .execute()
    return true
  })
}

const findQueued = (tx: Tx, id: string) =>
  tx
    .selectFrom('messages')
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .select(['kind', 'audience', 'purchaseId', 'vendorId', 'recipient'])
    .forNoKeyUpdate()
    .executeTakeFirst()

type Message = NonNullable<Awaited<ReturnType<typeof findQueued>>>

async function findOther(
  tx: Tx,
  { audience, purchaseId, vendorId, recipient }: Message,
): Promise<string | null> {
  const purchase = purchaseId === null ? null : await findPurchaseDetails(tx, purchaseId)
  const addresses =
    audience === 'vendor'
      ? ((vendorId && (await findVendorReader(tx, vendorId)))?.addresses ?? [])
      : (purchase?.customerAddresses ?? [])
  return addresses.find((one) => one !== recipient) ?? null
}
