import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from '#tests/support/database.ts'
import {
  aBooking,
  aBundle,
  aClass,
  aSession,
  type AVendor,
  aVendor,
} from '#tests/support/factories.ts'
import { linkTo } from '#tests/support/links.ts'
import { combinations, onePerson } from '#tests/support/obstacles.ts'
import type { Db } from '#core/shared/db.ts'
import { addMinutes } from '#core/shared/time.ts'
import type { Deps } from '#core/shared/deps.ts'
import { bookBundle } from './commands/book-bundle.ts'
import { bookBundleFromForm } from './commands/book-bundle-from-form.ts'
import { bookFromForm } from './commands/book-from-form.ts'
import { type BookSession, bookSession } from './commands/book-session.ts'
import { cancelByCustomer } from './commands/cancel-bookings.ts'
import { editBooking } from './commands/edit-booking.ts'

// A request with somebody else's email must not reveal whether that person has a booking.

/** From here on, reading a contact's bookings fails. */
async function forbidToAskAboutContacts(db: Db): Promise<void> {
  await sql`create or replace function count_contact_spots(of_contact uuid, of_session uuid, network text, out on_session integer, out upcoming integer) language plpgsql as
    $$ begin raise exception 'the contact was asked about'; end $$`.execute(db)
}

/** Records the statements executed with these dependencies, without their values. */
function withStatements(deps: Deps): { deps: Deps; statements: string[] } {
  const statements: string[] = []
  const db = deps.db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(
        JSON.stringify(node, (key, value: unknown) => (key === 'value' ? undefined : value)),
      )
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { deps: { ...deps, db }, statements }
}

test('if anything else refuses a booking, the contact is not checked, and every response is the same', async ({
  db,
  deps,
}) => {
  const booked = 'booked@example.com'
  for (const [nth, obstacles] of combinations().slice(1).entries()) {
    const of = await aClass(db, { vendor: await aVendor(db) })
    const session = await aSession(db, { class: of })
    await aBooking(db, { session, spots: 4, customer: { email: booked } })
    // A bundle is on sale while there is a date for each of its sessions.
    await aSession(db, { class: of, startsAt: addMinutes(session.startsAt, 7 * 24 * 60) })
    const bundle = await aBundle(db, { class: of, sessionCount: 2 })
    const asked = {
      spots: 1,
      seenPriceMinor: of.priceMinor,
      seenVersion: 0,
      accepted: [],
      party: onePerson(),
    }
    const isForBundles = obstacles.some(({ notForBundles }) => !notForBundles)
    for (const { raise } of obstacles) await raise(db, session, asked)
    await forbidToAskAboutContacts(db)
    const answersFor = async (email: string) => {
      const { deps: watched, statements } = withStatements(deps)
      const common = {
        ...asked,
        seen: { priceMinor: asked.seenPriceMinor, sessions: { [session.id]: asked.seenVersion } },
        sessionId: session.id,
        name: 'Carla',
        contact: email,
        language: 'en' as const,
        network: `203.0.113.${nth}`,
      }
      return {
        api: await bookSession(watched, {
          ...common,
          source: 'api',
          idempotencyKey: `api ${email}`,
        }),
        form: await bookFromForm(watched, { ...common, device: 'device', again: 0 }),
        bundle:
          isForBundles &&
          (await bookBundle(watched, {
            bundleId: bundle.id,
            sessionIds: [session.id],
            name: 'Carla',
            contact: email,
            leaveRest: true,
            accepted: asked.accepted,
            seen: {
              priceMinor: bundle.priceMinor + asked.seenPriceMinor - of.priceMinor,
              sessions: { [session.id]: asked.seenVersion },
            },
            idempotencyKey: `bundle ${email}`,
            language: 'en',
            network: `203.0.113.${nth}`,
          })),
        statements,
      }
    }
    const names = obstacles.map(({ name }) => name)
    // The process caches the session's vendor, regardless of which request came first.
    await answersFor('first@example.com')
    const [known, unknown] = [await answersFor(booked), await answersFor('unknown@example.com')]
    expect({ names, ...known }).toEqual({ names, ...unknown })
    const booking = [known.api, known.form, ...(known.bundle ? [known.bundle] : [])]
    expect({ names, booked: booking.some(({ ok }) => ok) }).toEqual({ names, booked: false })
  }
})

/** The vendor corrects the address: the booking is Bob’s. */
async function correctToBobs(
  db: Db,
  { vendor }: { vendor: AVendor },
  purchaseId: string,
  customerEmail = 'bob@example.com',
): Promise<void> {
  const bookings = await db
    .selectFrom('bookings')
    .where('purchaseId', '=', purchaseId)
    .select(['id', 'sessionId', 'status'])
    .execute()
  const member = { vendorId: vendor.id, userId: vendor.userId }
  for (const { id, sessionId, status } of bookings.slice(0, 1))
    expect(
      await editBooking(db, member, id, {
        typed: {
          customerName: 'Bob',
          customerEmail,
          customerPhone: '',
          notes: '',
          status,
          paymentStatus: 'pending',
          amountPaidMinor: 0,
          currency: 'EUR',
          people: null,
          extras: [],
          customerGender: null,
          customerBirthDate: null,
          sessionId,
        },
      }),
    ).toEqual({ ok: true })
}

const anna = {
  name: 'Anna',
  contact: 'anna@example.com',
  accepted: [],
  language: 'en' as const,
  network: null,
}

test('a booking whose address was corrected is not returned to the key that made it', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const order = {
    ...anna,
    sessionId: session.id,
    spots: 2,
    source: 'api' as const,
    idempotencyKey: 'anna’s key',
  }
  const booked = await bookSession(deps, order)
  if (!booked.ok) throw new Error(booked.reason)
  await correctToBobs(db, session.class, booked.purchase.purchaseId)
  expect(await bookSession(deps, order)).toEqual({
    ok: false,
    reason: 'idempotency_conflict',
    spotsLeft: 0,
    retryAfterSeconds: 0,
  })
})

test('the form that made it does not show it either: Anna books again', async ({ db, deps }) => {
  const session = await aSession(db)
  const form = { ...anna, sessionId: session.id, spots: 1, device: 'phone', again: 0 }
  const booked = await bookFromForm(deps, form)
  if (!booked.ok) throw new Error(booked.reason)
  const { purchaseId } = booked.purchase
  await correctToBobs(db, session.class, purchaseId)
  const other = await bookFromForm(deps, { ...form, spots: 2 })
  expect(other).toMatchObject({ ok: true, replayed: false })
  const same = await bookFromForm(deps, form)
  if (!other.ok) throw new Error(other.reason)
  expect(same).toMatchObject({
    ok: false,
    reason: 'idempotency_conflict',
    earlier: { purchaseId: other.purchase.purchaseId, customerName: 'Anna' },
  })
})

test('a bundle whose address was corrected is not returned either', async ({ db, deps }) => {
  const of = await aClass(db)
  const sessions = [await aSession(db, { class: of }), await aSession(db, { class: of })]
  const bundle = await aBundle(db, { class: of, sessionCount: 2 })
  const order = {
    ...anna,
    bundleId: bundle.id,
    sessionIds: sessions.map(({ id }) => id),
    leaveRest: false,
    seen: { priceMinor: bundle.priceMinor },
  }
  const key = randomUUID()
  const booked = await bookBundle(deps, { ...order, idempotencyKey: key })
  if (!booked.ok) throw new Error(booked.reason)
  await correctToBobs(db, of, booked.purchase.purchaseId)
  expect(await bookBundle(deps, { ...order, idempotencyKey: key })).toMatchObject({
    ok: false,
    reason: 'idempotency_conflict',
  })
  const form = { ...order, device: 'phone', again: 0 }
  const first = await bookBundleFromForm(deps, form)
  if (!first.ok) throw new Error(first.reason)
  await correctToBobs(db, of, first.purchase.purchaseId, 'bob.other@example.com')
  const again = await bookBundleFromForm(deps, form)
  expect(again.ok && again.purchase.purchaseId).not.toBe(first.purchase.purchaseId)
  expect(again).toMatchObject({ ok: true, replayed: false })
})

test('refused attempts use up no limit', async ({ db, deps }) => {
  const of = await aClass(db)
  const [open, full] = [
    await aSession(db, { class: of }),
    await aSession(db, { class: of, capacity: 1 }),
  ]
  await aBooking(db, { session: full })
  for (let nth = 0; nth < 60; nth++)
    expect(await ask(deps, full.id, nth)).toMatchObject({ reason: 'session_full' })
  expect(await ask(deps, open.id, 1)).toMatchObject({ ok: true })
})

const phone = '+4915123456789'

test('a stranger who books and cancels with a customer’s phone uses up none of her limit', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  for (let nth = 0; nth < 11; nth++) {
    const booked = await ask(deps, session.id, nth, { contact: phone, spots: 4 })
    if (!booked.ok) throw new Error(booked.reason)
    const { purchaseId, spots } = booked.purchase
    const bookingIds = spots.map(({ id }) => id)
    expect(await cancelByCustomer(db, linkTo(purchaseId), bookingIds)).toMatchObject({
      cancelled: 4,
    })
  }
  expect(await ask(deps, session.id, 20, { contact: phone, spots: 4 })).toMatchObject({ ok: true })
})

test('with their own email, strangers can neither probe nor use up a phone’s limit', async ({
  db,
  deps,
}) => {
  const session = await aSession(db, { capacity: 20 })
  expect(await ask(deps, session.id, 1, { contact: phone, spots: 2 })).toMatchObject({ ok: true })
  const stranger = { contact: { phone, email: 'stranger@example.com' }, spots: 4 }
  expect(await ask(deps, session.id, 2, stranger)).toMatchObject({ ok: true })
  expect(await ask(deps, session.id, 1, { contact: phone, spots: 2 })).toMatchObject({ ok: true })
})

test('probing contacts uses up the limit of the network address', async ({ db, deps }) => {
  const session = await aSession(db)
  expect(await ask(deps, session.id, 1, { spots: 4 })).toMatchObject({ ok: true })
  const probe = () => ask(deps, session.id, 2, { spots: 4 })
  for (let nth = 0; nth < 50; nth++)
    expect(await probe()).toMatchObject({ reason: 'contact_limit' })
  expect(await probe()).toMatchObject({ reason: 'rate_limited' })
})

/** Anna asks for a spot, from one of many addresses. */
function ask(
  deps: Deps,
  sessionId: string,
  nth: number,
  more: Partial<Pick<BookSession, 'contact' | 'spots'>> = {},
) {
  return bookSession(deps, {
    ...anna,
    sessionId,
    spots: 1,
    ...more,
    source: 'public',
    idempotencyKey: randomUUID(),
    network: `203.0.113.${nth}`,
  })
}
