import { randomUUID } from 'node:crypto'
import { emit } from '#core/events/emit.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { withoutTag } from '#core/shared/fields.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { makeOnce } from '#core/shared/make-once.ts'
import type { NoteForm } from '../schema.ts'

export type PeopleMessaged =
  /** `left`: the customers of purchases that belong to somebody else now */
  { ok: true; people: number; left: string[] } | { ok: false; reason: 'not_found' }

type Member = { vendorId: VendorId; userId: string }

/**
 * The vendor writes to customers in its own words: one message per person, however many purchases were chosen. The same form
 * again sends nothing.
 */
export async function messagePeople(
  db: Db,
  member: Member,
  form: NoteForm,
): Promise<PeopleMessaged> {
  return db.transaction().execute(async (tx) => {
    const purchases = await listPurchases(tx, member.vendorId, form)
    if (!purchases) return { ok: false, reason: 'not_found' }
    const same = purchases.filter(({ isSame }) => isSame)
    const left = purchases.filter(({ isSame }) => !isSame).map(({ customerName }) => customerName)
    const people = [...Map.groupBy(same, personOf).values()].flatMap(([first]) => first ?? [])
    const made = await makeOnce<never>(
      tx,
      { kind: 'messages', vendorId: member.vendorId, form },
      async () => {
        const batchId = randomUUID()
        for (const { id: groupId, tokenRotation } of people)
          await emit(tx, 'booking.note_written', {
            groupId,
            tokenRotation,
            batchId,
            text: form.text,
            by: 'vendor',
          })
        await writeAudit(tx, {
          ...member,
          action: 'message.written',
          subject: ['message_batch', batchId],
          details: { people: people.length },
        })
        return { ok: true as const, id: batchId }
      },
    )
    return { ok: made.ok, people: people.length, left }
  })
}

type Purchase = {
  id: string
  customerName: string
  customerEmail: string | null
  customerPhone: string | null
}

const personOf = ({ id, customerEmail: email, customerPhone: phone }: Purchase) =>
  email === null ? (phone ?? id) : withoutTag(email)

/** Null: one of them is not the vendor's. */
async function listPurchases(tx: Tx, vendorId: VendorId, { people }: NoteForm) {
  const rows = await tx
    .selectFrom('bookingGroups')
    .where('vendorId', '=', vendorId)
    .where(
      'id',
      'in',
      people.map(({ groupId }) => groupId),
    )
    .orderBy('customerName')
    .orderBy('id')
    .select(['id', 'customerName', 'customerEmail', 'customerPhone', 'tokenRotation'])
    .execute()
  const shown = new Map(people.map(({ groupId, tokenRotation }) => [groupId, tokenRotation]))
  if (rows.length < shown.size) return null
  return rows.map((row) => ({ ...row, isSame: shown.get(row.id) === row.tokenRotation }))
}
