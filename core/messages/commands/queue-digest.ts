import { createHash } from 'node:crypto'
import type { Tx } from '#core/shared/db.ts'
import { queueMessage } from './queue-message.ts'
import type { News } from '../queries/news.ts'

const quarter = 15 * 60

/** Lets the news that waits for the vendor go out together, at the next quarter of an hour. */
export async function queueDigest(
  tx: Tx,
  {
    vendorId,
    userId,
    address,
    language,
  }: Pick<News, 'vendorId' | 'userId' | 'language'> & { address: string },
): Promise<void> {
  const now = Date.now() / 1000
  // What is written down during the last minute before it may be too late for it.
  const at = Math.ceil((now + 60) / quarter) * quarter
  await queueMessage(tx, {
    eventId: idOf(`digest ${vendorId} ${at}`),
    audience: 'vendor',
    kind: 'vendor.digest',
    address,
    otherwise: '',
    language,
    vendorId,
    ...(userId !== null && { userId }),
    facts: [],
    waitSeconds: at - now,
  })
}

/** The same for the same digest, so that there is one. */
const idOf = (name: string) =>
  createHash('sha256')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
