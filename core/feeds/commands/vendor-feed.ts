import { writeAudit } from '#core/shared/audit.ts'
import type { Db } from '#core/shared/db.ts'
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
    await tx
      .insertInto('feeds')
      .values({ vendorId, names })
      .onConflict((same) => same.constraint('one_feed_each').doUpdateSet({ names }))
      .execute()
    await writeAudit(tx, {
      ...member,
      action: 'feed.saved',
      subject: ['vendor', vendorId],
      details: { names },
    })
    return { ok: true }
  })
}

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
    await writeAudit(tx, {
      ...member,
      action: 'feed.removed',
      subject: ['vendor', vendorId],
      details: {},
    })
    return { ok: true }
  })
}
