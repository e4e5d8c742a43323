import type { Selectable } from 'kysely'
import type { Messages } from '#core/shared/database.ts'
import type { Db } from '#core/shared/db.ts'
import { type News, type PurchaseNow, purchaseKindOf, stillHolds } from '../rules.ts'
import { purchaseFactsSchema } from '../schema.ts'

type Stored = Pick<Selectable<Messages>, 'kind' | 'audience' | 'recipient' | 'facts' | 'groupId'>

/** Those of the messages whose news still holds. What is not about one purchase always does. */
export async function listCurrent<Message extends Stored>(
  db: Db,
  messages: readonly Message[],
  holds: (news: News, now: PurchaseNow) => boolean = stillHolds,
): Promise<Message[]> {
  const read = messages.map((message) => ({ message, news: newsOf(message) }))
  const groupIds = read.flatMap(({ message, news }) => (news ? (message.groupId ?? []) : []))
  const purchases = await listPurchasesNow(db, groupIds)
  return read.flatMap(({ message, news }) => {
    const now = purchases.get(message.groupId ?? '')
    return !news || !now || holds(news, now) ? [message] : []
  })
}

function newsOf({ kind, audience, recipient, facts: stored }: Stored): News | null {
  const known = purchaseKindOf(kind)
  const facts = purchaseFactsSchema.safeParse(stored)
  if (!known || !facts.success || (audience !== 'customer' && audience !== 'vendor')) return null
  return {
    kind: known,
    audience,
    recipient,
    tokenRotation: facts.data.purchase.tokenRotation,
    spots: facts.data.entries.flatMap(({ bookingIds, ...entry }) =>
      bookingIds.map((id) => ({ id, ...entry })),
    ),
  }
}

async function listPurchasesNow(
  db: Db,
  groupIds: readonly string[],
): Promise<Map<string, PurchaseNow>> {
  if (groupIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('bookingGroups as g')
    .innerJoin('bookings as b', 'b.groupId', 'g.id')
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .where('g.id', 'in', [...groupIds])
    .select([
      'g.id as groupId',
      'g.reference',
      'g.customerEmail',
      'g.customerPhone',
      'g.tokenRotation',
      'b.id',
      'b.status',
      'b.deletedAt',
      's.id as sessionId',
      's.startsAt',
      's.endsAt',
      's.location',
      's.onlineUrl',
    ])
    .execute()
  const purchases = new Map<string, PurchaseNow>()
  for (const [groupId, spots] of Map.groupBy(rows, (row) => row.groupId)) {
    const [first] = spots
    if (!first) continue
    const { customerEmail, customerPhone, reference } = first
    purchases.set(groupId, {
      contacts: [customerEmail, customerPhone, reference].filter((one) => one !== null),
      tokenRotation: first.tokenRotation,
      spots: spots.map((spot) => ({
        id: spot.id,
        status: spot.deletedAt === null ? spot.status : 'cancelled',
        sessionId: spot.sessionId,
        startsAt: spot.startsAt.toISOString(),
        endsAt: spot.endsAt.toISOString(),
        location: spot.location,
        onlineUrl: spot.onlineUrl,
      })),
    })
  }
  return purchases
}
