import { sql } from 'kysely'
import { bookSession } from '#core/bookings/commands/book-session.ts'
import type { Db } from '#core/shared/db.ts'
import { expect, test } from '#tests/support/database.ts'
import { aClass, aSession } from '#tests/support/factories.ts'
import { isEventName, parsePayload } from './catalogue.ts'
import { emit } from './emit.ts'

/** The event names that functions of the database write into the outbox, by function. */
async function listNamesInFunctions(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; body: string }>`
    select proname as name, prosrc as body from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc ~* 'insert\\s+into\\s+outbox'`.execute(
    db,
  )
  return new Map(
    rows.map(({ name, body }) => {
      const inserts = body.match(/insert\s+into\s+outbox[^;]*/gi) ?? []
      return [
        name,
        inserts.flatMap((text) =>
          [...text.matchAll(/'([a-z]+\.[a-z_.]+)'/g)].map(([, one = '']) => one),
        ),
      ]
    }),
  )
}

async function parseOutbox(db: Db) {
  const rows = await db.selectFrom('outbox').orderBy('id').select(['kind', 'payload']).execute()
  return rows.map(({ kind, payload }) => {
    if (!isEventName(kind)) throw new Error(`${kind} is not in the catalogue`)
    return { name: kind, payload: parsePayload(kind, payload) }
  })
}

test('every name that a function of the database writes is in the catalogue', async ({ db }) => {
  const written = await listNamesInFunctions(db)
  expect([...written.keys()].toSorted()).toEqual([
    'book_session',
    'create_what_a_user_needs',
    'end_linked_chat',
    'tell_of_switched_off_two_factor',
  ])
  for (const [name, names] of written) expect(names.length, name).toBeGreaterThan(0)
  expect([...written.values()].flat().filter((name) => !isEventName(name))).toEqual([])
})

test('what the functions of the database write is what the catalogue says', async ({
  deps,
  db,
}) => {
  const session = await aSession(db)
  const manual = await aSession(db, { class: await aClass(db, { confirmationMode: 'manual' }) })
  await db.deleteFrom('outbox').execute()
  for (const { id } of [session, manual])
    await bookSession(deps, {
      sessionId: id,
      spots: 2,
      name: 'Carla',
      contact: 'carla@example.com',
      idempotencyKey: id,
      source: 'public',
      accepted: [],
      language: 'en',
      network: null,
    })
  const { id: userId } = await db
    .insertInto('users')
    .values({ name: 'New', email: 'new@example.com' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const purchases = await db
    .selectFrom('bookings')
    .groupBy(['purchaseId', 'sessionId'])
    .select(['purchaseId', 'sessionId'])
    .select(sql<string[]>`array_agg(id)`.as('ids'))
    .execute()
  const spotsIn = (sessionId: string) => {
    const found = purchases.find((one) => one.sessionId === sessionId)
    return {
      purchaseId: found?.purchaseId,
      bookingIds: expect.arrayContaining(found?.ids ?? ['none']),
    }
  }
  expect(await parseOutbox(db)).toEqual([
    { name: 'booking.confirmed', payload: spotsIn(session.id) },
    { name: 'booking.requested', payload: spotsIn(manual.id) },
    { name: 'account.verification_requested', payload: { userId } },
  ])
})

test('an emitted event is a row in the transaction, and is rolled back with it', async ({ db }) => {
  const payload = { enquiryId: crypto.randomUUID() }
  const undone = new Error('undone')
  await db
    .transaction()
    .execute(async (tx) => {
      await emit(tx, 'enquiry.received', payload)
      expect(await parseOutbox(tx)).toEqual([{ name: 'enquiry.received', payload }])
      throw undone
    })
    .catch((error: unknown) => expect(error).toBe(undone))
  expect(await parseOutbox(db)).toEqual([])
  // @ts-expect-error a field is missing
  await emit(db, 'booking.ended', { purchaseId: payload.enquiryId })
  const uncertain = payload.enquiryId > '8' ? 'booking.moved' : 'booking.confirmed'
  // @ts-expect-error it fits one of the two names only
  await emit(db, uncertain, { purchaseId: payload.enquiryId, bookingIds: [] })
})
