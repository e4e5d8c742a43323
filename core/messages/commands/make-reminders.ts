import { sql } from 'kysely'
import { channelOf } from '#core/contacts/rules.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { PlanDeps } from '#core/plans/queries.ts'
import {
  listDueStarts,
  noteReminders,
  plansThatRemind,
  type Reminded,
} from '../queries/reminders.ts'
import { gather } from '../rules/reminders.ts'
import type { ReminderFacts } from '../schema.ts'
import { openWishKey } from '../steps/wish-key.ts'

/** Customers whose reminders one transaction makes. */
const batch = 2000

/**
 * Queues the reminders that are due, a few statements for thousands of customers: in the evening, those of all sessions of the next
 * morning are due at once. Returns how many messages it queued.
 */
export async function makeReminders(
  deps: PlanDeps & Pick<Deps, 'secretKeys'>,
  now: Date,
): Promise<number> {
  const starts = await listDueStarts(deps.db, now)
  if (!starts.some(({ isDue }) => isDue)) return 0
  const wishKey = await openWishKey(deps)
  // Nobody knows who wants none.
  if (wishKey === null) return 0
  const plans = plansThatRemind(deps)
  let queued = 0
  for (;;) {
    const { noted, messages } = await deps.db.transaction().execute(async (tx) => {
      const spots = await noteReminders(tx, starts, { limit: batch, plans, wishKey })
      return { noted: spots.length, messages: await queueReminders(tx, spots) }
    })
    queued += messages
    if (noted < batch) return queued
  }
}

type Letter = {
  audience: 'customer' | 'chat'
  channel: 'email' | 'telegram'
  recipient: string
  language: Reminded['language']
  facts: ReminderFacts
  vendorId: string
  purchaseId: string
  sessionId: string
}

/** One message for what is said together to one address, and one to each chat that a link has connected. */
function lettersOf(spots: readonly Reminded[]): Letter[] {
  const to = (audience: Letter['audience'], of: (spot: Reminded) => string | null) =>
    gather(
      spots.flatMap((spot) => {
        const address = of(spot)
        return address === null ? [] : [{ ...spot, address }]
      }),
    ).map((group): Letter => {
      const [{ address, language, vendorId, purchaseId, sessionId, which }] = group
      return {
        audience,
        channel: channelOf(address),
        recipient: address,
        language,
        vendorId,
        purchaseId,
        sessionId,
        facts: {
          which,
          spots: group.map((spot) => ({
            purchaseId: spot.purchaseId,
            bookingId: spot.bookingId,
            startsAt: spot.startsAt.toISOString(),
          })),
        },
      }
    })
  return [...to('customer', ({ address }) => address), ...to('chat', ({ chat }) => chat)]
}

async function queueReminders(tx: Tx, spots: readonly Reminded[]): Promise<number> {
  const letters = lettersOf(spots)
  if (letters.length === 0) return 0
  await sql`
    insert into messages (audience, kind, channel, recipient, language, facts, vendor_id, purchase_id, session_id)
    select l.audience, 'booking.reminder', l.channel, l.recipient, l.language, l.facts, l."vendorId", l."purchaseId", l."sessionId"
    from jsonb_to_recordset(${JSON.stringify(letters)}::jsonb) as l (audience text, channel text, recipient text, language text,
      facts jsonb, "vendorId" uuid, "purchaseId" uuid, "sessionId" uuid)`.execute(tx)
  return letters.length
}

/** Deletes the notes of sessions that are over: nobody is reminded of them any more. Returns how many. */
export async function forgetReminders(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from reminders where starts_at < now() - interval '7 days'`.execute(db)
  return Number(numAffectedRows ?? 0)
}
