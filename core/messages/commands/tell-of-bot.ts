import { sql } from 'kysely'
import type { EventOf } from '#core/events/catalogue.ts'
import type { Deps } from '#core/shared/deps.ts'
import { findVendorReader } from '../queries/vendor-reader.ts'
import { queueMessage } from './queue-message.ts'

/** Tells a vendor, by email, that Telegram does not accept its bot any more. */
export async function tellOfBot(
  { db }: Pick<Deps, 'db'>,
  { id, payload: { vendorId } }: EventOf<'telegram.bot_refused'>,
): Promise<void> {
  const vendor = await db
    .selectFrom('vendors')
    .where(sql<boolean>`id = ${vendorId}`)
    .select('id')
    .executeTakeFirst()
  const reader = vendor && (await findVendorReader(db, vendor.id))
  if (!reader) return
  await db.transaction().execute((tx) =>
    queueMessage(tx, {
      eventId: id,
      audience: 'vendor',
      kind: 'vendor.telegram_refused',
      address: reader.email,
      otherwise: '',
      language: reader.language,
      vendorId: vendor.id,
      userId: reader.userId,
      facts: {},
    }),
  )
}
