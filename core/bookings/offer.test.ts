import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { combinations, onePerson } from '#tests/support/obstacles.ts'
import { countContactSpots } from '#core/contacts/queries.ts'
import type { Tx } from '#core/shared/db.ts'
import { callBookSession } from './steps/call-book-session.ts'
import { findNewOffer } from './queries/booking-facts.ts'
import { bookingRefusal, contactRefusal } from './rules.ts'

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
    obstacles: ReturnType<typeof combinations>[0],
  ) => {
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
    const said =
      bookingRefusal(found.offer, asked, found.now) ??
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
        language: 'en',
        confirmUntil: null,
      },
    )
    return { said, outcome }
  }

  for (const obstacles of combinations())
    for (const email of contacts) {
      const names = [email, ...obstacles.map(({ name }) => name)]
      await db
        .transaction()
        .execute(async (tx) => {
          const { said, outcome } = await inOneWorld(tx, email, obstacles)
          const expected =
            said === null ? 'booked' : said === 'contact_limit' ? 'contact_limit' : 'refused'
          expect({ names, outcome }).toEqual({ names, outcome: expected })
          expect({ names, refused: said !== null }).toEqual({
            names,
            refused: obstacles.length > 0 || email !== 'new@example.com',
          })
          throw new RollBack()
        })
        .catch((error: unknown) => {
          if (!(error instanceof RollBack)) throw error
        })
    }
})
