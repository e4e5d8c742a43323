import { writeAudit } from '#core/shared/audit.ts'
import type { Tx } from '#core/shared/db.ts'
import type { ChangingLink } from '../queries/links.ts'

/** Who did something to a booking: with a link that the vendor sent by hand, it may have been either. */
export type Actor = 'customer' | 'issued_link' | 'vendor'

export const actorOf = ({ issuedBy }: ChangingLink): Actor =>
  issuedBy === null ? 'customer' : 'issued_link'

/** How events say it. */
export const toldAs = (actor: Actor) =>
  actor === 'issued_link' ? { by: 'customer' as const, issuedLink: true } : { by: actor }

/** Keeps what was done with a link that the vendor sent by hand, and who sent it. */
export async function auditIssuedLink(
  tx: Tx,
  { id, issuedBy }: ChangingLink,
  action: 'booking.cancelled' | 'booking.moved' | 'booking.redeemed',
  bookingIds: readonly string[],
): Promise<void> {
  if (issuedBy === null) return
  const { vendorId } = await tx
    .selectFrom('bookingGroups')
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
