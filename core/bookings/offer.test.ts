import { sql } from 'kysely'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import {
  combinations,
  fromNetwork,
  type Limit,
  limits,
  onePerson,
} from '#tests/support/obstacles.ts'
import { countContactSpots } from '#core/contacts/queries.ts'
import { findUsage } from '#core/plans/queries.ts'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { callBookSession } from './steps/call-book-session.ts'
import { findNewOffer } from './queries/booking-facts.ts'
import { contactRefusal, type LimitFacts, limitRefusal } from './rules/limits.ts'
import { bookingRefusal } from './rules/offer.ts'

class RollBack extends Error {}

const contacts = ['new@example.com', 'four@example.com', 'twenty@example.com']

test('book_session() and the rules say the same, whatever the facts', async ({ db }) => {
  const vendor = await aVendor(db)
  const of = await aClass(db, { vendor })
  const session = await aSession(db, { class: of, capacity: 30 })
  const other = await aSession(db, { class: of, capacity: 30 })
  await aBooking(db, { session, spots: 4, customer: { email: 'four@example.com' } })
  await aBooking(db, { session: other, spots: 20, customer: { email: 'twenty@example.com' } })

  const inOneWorld = async (
    tx: Tx,
    email: string,
    { obstacles, limit }: { obstacles: ReturnType<typeof combinations>[0]; limit: Limit | null },
  ) => {
    await limit?.raise(tx, session)
    const asked = {
      spots: 1,
      seenPriceMinor: of.priceMinor,
      seenVersion: 0,
      accepted: [],
      party: onePerson(),
    }
    for (const { raise } of obstacles) await raise(tx, session, asked)
    const found = await findNewOffer(tx, session.id, asked.party.extras)
    if (!found) throw new Error('The session is gone.')
    const known = await tx
      .selectFrom('contactAddresses')
      .where('vendorId', '=', vendor.id)
      .where('value', '=', email)
      .select('contactId')
      .executeTakeFirst()
    const held = await countContactSpots(tx, known?.contactId ?? null, session.id)
    const limited = await limitOf(tx, vendor.id, known?.contactId ?? null)
    const said =
      bookingRefusal(found.offer, asked, found.now) ??
      limitRefusal(limited, asked) ??
      contactRefusal(held, { onSession: asked.spots, inAll: asked.spots })
    const { outcome } = await callBookSession(
      { db: tx, settings: { plans: true } },
      {
        ...asked,
        sessionId: session.id,
        name: 'Carla',
        email,
        phone: null,
        idempotencyKey: 'key',
        requestHash: '',
        reference: 'REFERENCE0',
        source: 'public',
        fromNetwork,
        language: 'en',
        confirmUntil: null,
      },
    )
    return { said, outcome }
  }

  const worlds = combinations().flatMap((obstacles) => [
    { obstacles, limit: null },
    ...(obstacles.length < 2 ? limits.map((limit) => ({ obstacles, limit })) : []),
  ])
  for (const world of worlds)
    for (const email of contacts) {
      const names = [email, world.limit?.name, ...world.obstacles.map(({ name }) => name)]
      await db
        .transaction()
        .execute(async (tx) => {
          const { said, outcome } = await inOneWorld(tx, email, world)
          const expected = said === null ? 'booked' : (outcomes[said] ?? 'refused')
          expect({ names, outcome }).toEqual({ names, outcome: expected })
          const isNew = email === 'new@example.com'
          const { limit, obstacles } = world
          const refuses = limit?.refuses ?? 'nobody'
          const asksVendor =
            refuses === 'everybody' || refuses === (isNew ? 'new customers' : 'known customers')
          if (obstacles.length === 0)
            expect({ names, said }).toEqual({
              names,
              said: asksVendor ? 'ask_vendor' : isNew ? null : 'contact_limit',
            })
          else expect({ names, said }).not.toEqual({ names, said: null })
          throw new RollBack()
        })
        .catch((error: unknown) => {
          if (!(error instanceof RollBack)) throw error
        })
    }
})

const outcomes: Readonly<Record<string, string>> = {
  contact_limit: 'contact_limit',
  ask_vendor: 'used_up',
}

/** What the vendor has of its limit; null without one. */
async function limitOf(
  tx: Tx,
  vendorId: VendorId,
  contactId: string | null,
): Promise<LimitFacts | null> {
  const { used, most } = (await findUsage({ db: tx, settings: { plans: true } }, vendorId)).bookings
  if (most === null) return null
  const { rows } = await sql<{ address: string | null; purchases: number; spots: number }>`
    select came.address, by.purchases, by.spots
    from (select case when ${contactId}::uuid is null then ${fromNetwork}
      else newcomer_address(${vendorId}, ${contactId}) end as address) as came
    cross join lateral taken_by_newcomers(${vendorId}, came.address) as by`.execute(tx)
  const [by] = rows
  return { used, most, byNewcomers: by && by.address !== null ? by : null }
}
