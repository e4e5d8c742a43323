import { sql } from 'kysely'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { ConnectionKind } from '../catalogue.ts'

type Connection = { vendorId: VendorId; userId: string; kind: ConnectionKind }

/** It goes on already, or was disconnected. */
type Gone = { ok: false; reason: 'gone' }

/** `lost`: nothing is left of it, so it has to be connected again. */
export type ConnectionKept = { ok: true } | Gone | { ok: false; reason: 'lost' }

/** "Still mine": what a new password has stopped goes on. Only who has connected it can say so. */
export function keepConnection(db: Db, { vendorId, userId, kind }: Connection) {
  return db.transaction().execute(async (tx): Promise<ConnectionKept> => {
    const stopped = await tx
      .selectFrom('connections')
      .where('vendorId', '=', vendorId)
      .where('userId', '=', userId)
      .where('kind', '=', kind)
      .select('name')
      .executeTakeFirst()
    const { rows } = await sql<{ kept: 'kept' | 'lost' | null }>`
      select keep_connection(${vendorId}, ${userId}, ${kind}) as kept`.execute(tx)
    const kept = rows[0]?.kept ?? 'gone'
    if (kept === 'gone') return { ok: false, reason: kept }
    await writeAudit(tx, {
      vendorId,
      userId,
      action: `connection.${kept}`,
      subject: ['vendor', vendorId],
      details: { kind, name: stopped?.name ?? null },
    })
    return kept === 'kept' ? { ok: true } : { ok: false, reason: kept }
  })
}

type Dropping = Connection & {
  isOwner: boolean
  /** the member who has connected it */
  of: string
}

/**
 * Disconnects what a member has connected: the owner anything, others what is stopped of their own. The caller disconnects a
 * bot and a calendar, for which Telegram and Google are asked.
 */
export function dropOne(db: Db, { vendorId, userId, isOwner, kind, of }: Dropping) {
  return db.transaction().execute(async (tx): Promise<{ ok: true } | Gone> => {
    if (!isOwner && of !== userId) return { ok: false, reason: 'gone' }
    const dropped = await tx
      .deleteFrom('connections')
      .where('vendorId', '=', vendorId)
      .where('userId', '=', of)
      .where('kind', '=', kind)
      .where((eb) => (isOwner ? eb.lit(true) : eb('stoppedAt', 'is not', null)))
      .returning('name')
      .executeTakeFirst()
    if (!dropped) return { ok: false, reason: 'gone' }
    if (kind === 'chat')
      await tx
        .updateTable('vendorMembers')
        .set({ telegram: null })
        .where('vendorId', '=', vendorId)
        .where('userId', '=', of)
        .execute()
    if (kind === 'feed')
      await tx
        .updateTable('feeds')
        .set({ names: false })
        .where('vendorId', '=', vendorId)
        .where('addressId', 'is', null)
        .execute()
    await writeAudit(tx, {
      vendorId,
      userId,
      action: 'connection.dropped',
      subject: ['vendor', vendorId],
      details: { kind, name: dropped.name },
    })
    return { ok: true }
  })
}
