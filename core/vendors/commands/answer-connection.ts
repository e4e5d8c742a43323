import { sql } from 'kysely'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { ConnectionKind } from '../catalogue.ts'

type Connection = { vendorId: VendorId; userId: string; kind: ConnectionKind }

/** `gone`: it goes on already, or was disconnected. */
export type ConnectionAnswered = { ok: true } | { ok: false; reason: 'gone' }

/** "Still mine": what a new password has stopped goes on. Only who has connected it can say so. */
export function keepConnection(db: Db, { vendorId, userId, kind }: Connection) {
  return db.transaction().execute(async (tx): Promise<ConnectionAnswered> => {
    const { rows } = await sql<{ kept: boolean }>`
      select keep_connection(${vendorId}, ${userId}, ${kind}) as kept`.execute(tx)
    if (!rows[0]?.kept) return { ok: false, reason: 'gone' }
    await writeAudit(tx, {
      vendorId,
      userId,
      action: 'connection.kept',
      subject: ['vendor', vendorId],
      details: { kind },
    })
    return { ok: true }
  })
}

/** It stays stopped for good. The caller withdraws the consent of a calendar. */
export function dropStopped(db: Db, { vendorId, userId, kind }: Connection) {
  return db.transaction().execute(async (tx): Promise<ConnectionAnswered> => {
    const { numDeletedRows } = await tx
      .deleteFrom('connections')
      .where('vendorId', '=', vendorId)
      .where('userId', '=', userId)
      .where('kind', '=', kind)
      .where('stoppedAt', 'is not', null)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return { ok: false, reason: 'gone' }
    await writeAudit(tx, {
      vendorId,
      userId,
      action: 'connection.dropped',
      subject: ['vendor', vendorId],
      details: { kind },
    })
    return { ok: true }
  })
}
