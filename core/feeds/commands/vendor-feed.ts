import { writeAudit } from '#core/shared/audit.ts'
import { dropConnection, noteConnection } from '#core/vendors/steps/connections.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

type Member = { vendorId: VendorId; userId: string }
export type FeedChanged = { ok: true }

/** Makes the vendor's feed, or changes what it shows. Its address stays. */
export function saveVendorFeed(
  db: Db,
  member: Member,
  { names }: { names: boolean },
): Promise<FeedChanged> {
  return db.transaction().execute(async (tx) => {
    const { vendorId } = member
    const before = await vendorFeed(tx, vendorId)
    await tx
      .insertInto('feeds')
      .values({ vendorId, names })
      .onConflict((same) => same.constraint('one_feed_each').doUpdateSet({ names }))
      .execute()
    if (names && !before?.names) await noteConnection(tx, { ...member, kind: 'feed', name: null })
    if (!names) await dropConnection(tx, { vendorId, kind: 'feed' })
    await writeAudit(tx, {
      ...member,
      action: 'feed.saved',
      subject: ['vendor', vendorId],
      details: { names },
    })
    return { ok: true }
  })
}

const vendorFeed = (tx: Tx, vendorId: VendorId) =>
  tx
    .selectFrom('feeds')
    .where('vendorId', '=', vendorId)
    .where('addressId', 'is', null)
    .select('names')
    .forUpdate()
    .executeTakeFirst()

/** Replaces the address; calendars that have the old one read nothing more. */
export function renewVendorFeed(db: Db, member: Member): Promise<FeedChanged> {
  return db.transaction().execute(async (tx) => {
    const { vendorId } = member
    await tx
      .updateTable('feeds')
      .set((eb) => ({ id: eb.fn<string>('gen_random_uuid'), createdAt: eb.fn<Date>('now') }))
      .where('vendorId', '=', vendorId)
      .where('addressId', 'is', null)
      .execute()
    if ((await vendorFeed(tx, vendorId))?.names)
      await noteConnection(tx, { ...member, kind: 'feed', name: null })
    await writeAudit(tx, {
      ...member,
      action: 'feed.renewed',
      subject: ['vendor', vendorId],
      details: {},
    })
    return { ok: true }
  })
}

export function removeVendorFeed(db: Db, member: Member): Promise<FeedChanged> {
  return db.transaction().execute(async (tx) => {
    const { vendorId } = member
    await tx
      .deleteFrom('feeds')
      .where('vendorId', '=', vendorId)
      .where('addressId', 'is', null)
      .execute()
    await dropConnection(tx, { vendorId, kind: 'feed' })
    await writeAudit(tx, {
      ...member,
      action: 'feed.removed',
      subject: ['vendor', vendorId],
      details: {},
    })
    return { ok: true }
  })
}
