import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { Deps } from '#core/shared/deps.ts'
import { makeOnce } from '#core/shared/make-once.ts'
import type { NoteForm } from '../schema.ts'
import type { Writer } from '../templates/define-letter.ts'
import { isNeutral } from '../templates/neutral-words.ts'

export type PeopleMessaged =
  /**
   * `reached`: of the people, those with a chat or an email address that we may write to. The others are listed as not reached.
   * `left`: the customers of purchases that were deleted
   */
  | { ok: true; people: number; reached: number; left: string[] }
  | { ok: false; reason: 'not_found' | 'rate_limited' }

type Member = { vendorId: VendorId; userId: string }

/**
 * The vendor writes to customers in its own words: one message per person and place where it is read, however many purchases
 * were chosen. The same form again sends nothing.
 */
export async function messagePeople(
  deps: Writer & Pick<Deps, 'limits'>,
  member: Member,
  form: NoteForm,
): Promise<PeopleMessaged> {
  const limit = deps.limits.messagedPerVendor
  // Before the transaction, because the count has a connection of its own.
  const taken = await limit.take(member.vendorId, form.people.length)
  const done = taken.ok ? await writeToPeople(deps, member, form) : rateLimited
  const unused = form.people.length - (done.ok ? done.written : 0)
  if (unused > 0) await limit.giveBack(member.vendorId, unused)
  if (!done.ok) return done
  const { people, reached, left } = done
  return { ok: true, people, reached, left }
}

const rateLimited = { ok: false, reason: 'rate_limited' } as const

async function writeToPeople(deps: Writer, member: Member, form: NoteForm) {
  let written = 0
  return deps.db.transaction().execute(async (tx) => {
    const purchases = await listPurchases(tx, member.vendorId, form)
    if (!purchases) return { ok: false as const, reason: 'not_found' as const }
    const same = purchases.filter(({ isThere }) => isThere)
    const left = purchases.filter(({ isThere }) => !isThere).map(({ customerName }) => customerName)
    // The chat of one purchase may belong to someone other than the mailbox of the others.
    const people = [...Map.groupBy(same, placeOf).values()].flatMap(([first]) => first ?? [])
    const made = await makeOnce<never>(
      tx,
      { kind: 'messages', vendorId: member.vendorId, form },
      async () => {
        const batchId = randomUUID()
        for (const { id: purchaseId } of people)
          await emit(tx, 'booking.note_written', {
            purchaseId,
            batchId,
            text: form.text,
          })
        await writeAudit(tx, {
          ...member,
          action: 'message.written',
          subject: ['message_batch', batchId],
          details: { people: people.length },
        })
        written = people.length
        return { ok: true as const, id: batchId }
      },
    )
    const isOurs = !(await isNeutral(
      { ...deps, db: tx },
      { audience: 'customer', vendorId: member.vendorId },
    ))
    const reached = isOurs ? people.filter(({ place }) => place !== null).length : 0
    return { ok: made.ok, people: people.length, reached, left, written }
  })
}

const address = sql`(customer_addresses(g))[1]`

type Chosen = NonNullable<Awaited<ReturnType<typeof listPurchases>>>[number]

/** The customer, and the first place where the news of this purchase goes. */
const placeOf = (one: Chosen) => JSON.stringify([one.contactId ?? one.id, one.place])

/** Null: one of them is not the vendor's. */
async function listPurchases(tx: Tx, vendorId: VendorId, { people }: NoteForm) {
  const rows = await tx
    .selectFrom('purchases as g')
    .where('vendorId', '=', vendorId)
    .where('id', 'in', people)
    // Of purchases with one address one that can be mailed or has a chat, too.
    .orderBy((eb) => eb('customerEmail', 'is', null))
    .orderBy((eb) => eb('customerTelegram', 'is', null))
    .orderBy('customerName')
    .orderBy('id')
    .select(['id', 'customerName', 'contactId'])
    .select(sql<string | null>`coalesce(limit_email(${address}), ${address})`.as('place'))
    .select(
      sql<boolean>`exists (
        select from bookings b where b.purchase_id = g.id and b.deleted_at is null)`.as('isThere'),
    )
    .execute()
  return rows.length < new Set(people).size ? null : rows
}
