import { writeAudit } from '#core/shared/audit.ts'
import type { Tx } from '#core/shared/db.ts'
import type { ChangingLink } from '../queries/links.ts'

/** Who changed a booking. With a link that the vendor sent by hand, it may be the customer or the member. */
export type Actor = 'customer' | 'issued_link' | 'vendor'

export const actorOf = ({ issuedBy }: ChangingLink): Actor =>
  issuedBy === null ? 'customer' : 'issued_link'

/** Logs an action done with a link that the vendor sent by hand, and the member who sent it. */
export async function auditIssuedLink(
  tx: Tx,
  { id, issuedBy }: ChangingLink,
  action: 'booking.cancelled' | 'booking.moved' | 'booking.redeemed',
  bookingIds: readonly string[],
): Promise<void> {
  if (issuedBy === null) return
  const { vendorId } = await tx
    .selectFrom('purchases')
    .where('id', '=', id)
    .select('vendorId')
    .executeTakeFirstOrThrow()
  for (const bookingId of bookingIds)
    await writeAudit(tx, {
      vendorId,
      userId: null,
      action,
      subject: ['booking', bookingId],
      details: { issuedBy },
    })
}
