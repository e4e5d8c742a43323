import { sql } from 'kysely'
import type { VendorId } from '#core/shared/ids.ts'
import type { z } from 'zod'
import type { Messages } from '#core/shared/database.ts'
import type { Tx } from '#core/shared/db.ts'
import { channelOf } from '#core/contacts/rules.ts'
import type { letters } from '../templates/letters.ts'

type Letters = typeof letters

/** The facts and recipient of a message, by letter. */
type Said = {
  [Kind in keyof Letters]: {
    kind: Kind
    facts: z.input<Letters[Kind]['facts']>
  } & To<Letters[Kind]['to'][number]>
}[keyof Letters]

/** The vendor's id, to check whether a mail to the vendor may still be sent. */
type To<One extends Messages['audience']> = One extends 'vendor'
  ? { audience: One; vendorId: VendorId }
  : { audience: One; vendorId?: VendorId }

export type NewMessage = Said & {
  /** a second message for the same event and recipient is not written */
  eventId?: string
  /** an email or a chat; null: none to send to */
  address: string | null
  /** the recipient's name, if there is no address */
  otherwise: string
  language: Messages['language']
  /** delay in seconds, so that later changes are included */
  waitSeconds?: number
  userId?: string
  purchaseId?: string
  sessionId?: string
}

/** Writes a message that the worker sends. A second call for the same event and recipient does nothing. */
export async function queueMessage(tx: Tx, message: NewMessage): Promise<void> {
  const { address } = message
  await tx
    .insertInto('messages')
    .values((eb) => ({
      ...(message.eventId !== undefined && { eventId: message.eventId }),
      audience: message.audience,
      kind: message.kind,
      channel: address === null ? 'none' : channelOf(address),
      recipient: address ?? message.otherwise,
      status: address === null ? 'no_channel' : 'queued',
      finishedAt: address === null ? eb.fn<Date>('now') : null,
      language: message.language,
      facts: JSON.stringify(message.facts),
      vendorId: message.vendorId ?? null,
      userId: message.userId ?? null,
      purchaseId: message.purchaseId ?? null,
      sessionId: message.sessionId ?? null,
      dueAt: sql<Date>`clock_timestamp() + make_interval(secs => ${message.waitSeconds ?? 0})`,
    }))
    .onConflict((conflict) => conflict.columns(['eventId', 'audience', 'recipient']).doNothing())
    .execute()
}
