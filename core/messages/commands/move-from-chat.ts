import { findPurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { channelOf } from '#core/contacts/rules.ts'
import { findVendorReader } from '../queries/vendor-reader.ts'
import { addSendJob } from '../steps/add-send-job.ts'

/**
 * The chat takes nothing any more: the message goes where its reader can still be reached, and otherwise stands among those that
 * did not arrive.
 */
export async function moveFromChat(db: Db, messageId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const message = await findQueued(tx, messageId)
    if (!message) return
    const address = await findOther(tx, message)
    const of = tx.updateTable('messages').where('id', '=', messageId)
    if (address === null) {
      await of
        .set((eb) => ({
          channel: 'none',
          status: 'no_channel',
          finishedAt: eb.fn<Date>('now'),
        }))
        .execute()
      return
    }
    await of
      .set({ recipient: address, channel: channelOf(address), attempts: 0, lastError: null })
      .execute()
    await addSendJob(tx, messageId, 0)
  })
}

const findQueued = (tx: Tx, id: string) =>
  tx
    .selectFrom('messages')
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .select(['audience', 'purchaseId', 'vendorId', 'recipient'])
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
