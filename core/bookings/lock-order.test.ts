import { sql } from 'kysely'
import { addBooking } from './commands/add-booking.ts'
import { book } from '#tests/support/book.ts'
import { edit, minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aSession } from '#tests/support/factories.ts'
import { currentLink } from '#tests/support/links.ts'
import { countWaiters, holdLock, waitForWaiter } from '#tests/support/race.ts'
import { aSeries, bought, order, passOf } from '#tests/support/series.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { bookBundle } from './commands/book-bundle.ts'
import { agreementToCancel, blockContact } from './commands/block-contact.ts'
import { cancelByCustomer, cancelByVendor } from './commands/cancel-bookings.ts'
import { cancelSession } from '#core/schedule/commands/cancel-sessions.ts'
import { editBooking } from './commands/edit-booking.ts'
import { agreementToErase, eraseContact } from './commands/erase-contact.ts'
import { expireOverdueBookings } from './commands/expire-bookings.ts'
import { giveBooking } from './commands/give-booking.ts'
import { moveByCustomer } from './commands/move-bookings.ts'
import { redeemSession } from './commands/redeem-session.ts'
import { findBlockable, listUpcomingOf } from './queries/blocked.ts'
import { findErasable } from './queries/erasable.ts'

// The order of docs/locking.md. For each lock of a command the test holds the rows itself and waits until the command waits
// for them: by then it holds what comes before, and nothing that comes after.
const ranks = [
  'contacts',
  'vendors',
  'classes',
  'class_sessions',
  'purchases',
  'bookings',
  'passes',
] as const
type Table = (typeof ranks)[number]

type World = { db: Db; deps: Deps }
/** Makes a world and returns the command, which can be run again after it was interrupted. */
type Command = (world: World) => Promise<() => Promise<unknown>>

/** Carla's two purchases with an email, in one of two sessions, and Dora's in the other. */
async function twoPeople({ db }: World) {
  const session = await aSession(db)
  const { vendor } = session.class
  const other = await aSession(db, { class: session.class })
  const carla = { customer: { email: 'carla@example.com' } }
  const [first, second] = [
    await aBooking(db, { ...carla, session }),
    await aBooking(db, { ...carla, session }),
  ]
  const dora = await aBooking(db, { session: other, customer: { email: 'dora@example.com' } })
  const member = { vendorId: vendor.id, userId: vendor.userId, country: 'DE' }
  return {
    session,
    other,
    vendor,
    member,
    first,
    second,
    dora,
    bookingId: first.bookingIds[0] ?? '',
  }
}

const correct =
  (email: string): Command =>
  async (world) => {
    const { session, member, bookingId } = await twoPeople(world)
    const save = (agreed?: string) =>
      editBooking(world.db, member, bookingId, {
        ...edit(session.id, { customerEmail: email }),
        agreed,
      })
    const asked = await save()
    return () => save('agreement' in asked ? asked.agreement : undefined)
  }

const commands: [name: string, locks: readonly Table[], command: Command][] = [
  [
    'a booking',
    ['contacts', 'class_sessions'],
    async (world) => {
      const { session } = await twoPeople(world)
      return () => book(world.deps, session.id, 'carla@example.com', { key: 'new' })
    },
  ],
  [
    'a booking with a vendor whose plan has a limit',
    ['contacts', 'vendors', 'class_sessions'],
    async (world) => {
      const { session } = await twoPeople(world)
      await world.db
        .updateTable('vendors')
        .set({ trialEndsAt: minutes(-60) })
        .execute()
      const deps = { ...world.deps, settings: { ...world.deps.settings, plans: true } }
      return () => book(deps, session.id, 'carla@example.com', { key: 'new' })
    },
  ],
  [
    'a bundle',
    ['contacts', 'class_sessions'],
    async ({ db, deps }) => {
      const { bundle, sessions } = await aSeries(db)
      await aBooking(db, {
        session: sessions[0] ?? (await aSession(db)),
        customer: { email: 'carla@example.com' },
      })
      return () => bookBundle(deps, order(bundle, sessions))
    },
  ],
  [
    'a booking by hand',
    ['contacts', 'vendors', 'class_sessions'],
    async (world) => {
      const { member, session } = await twoPeople(world)
      const form = {
        sessionId: session.id,
        customerName: 'Carla',
        contact: 'carla@example.com',
        spots: 1,
        notes: '',
        priceMinor: 1500,
        currency: 'EUR',
        isPaid: false,
        extra: [],
        isRequest: false,
        tells: true,
      }
      return () => addBooking(world.db, member, form)
    },
  ],
  [
    'a move by the customer',
    ['contacts', 'class_sessions', 'purchases', 'bookings'],
    async (world) => {
      const { first, other } = await twoPeople(world)
      const link = await currentLink(world.db, first.purchaseId)
      return () => moveByCustomer(world.db, link, first.bookingIds, other.id)
    },
  ],
  [
    'a redeemed session',
    ['contacts', 'class_sessions', 'purchases', 'passes'],
    async ({ db, deps }) => {
      const { bundle, sessions } = await aSeries(db)
      const [next, ...rest] = sessions
      const { purchaseId } = await bought(deps, order(bundle, rest, { leaveRest: true }))
      const { passId } = await passOf(db, purchaseId)
      const link = await currentLink(db, purchaseId)
      return () => redeemSession(db, link, { passId, sessionId: next?.id ?? '' })
    },
  ],
  [
    'a block that cancels',
    ['contacts', 'class_sessions', 'purchases', 'bookings'],
    async (world) => {
      const { member, bookingId } = await twoPeople(world)
      const found = await findBlockable(world.db, { ...member, bookingId })
      const upcoming = await listUpcomingOf(world.db, found?.contactId ?? null)
      return () =>
        blockContact(world.db, member, { bookingId, cancels: agreementToCancel(upcoming) })
    },
  ],
  [
    'an erasure',
    ['contacts', 'purchases', 'bookings'],
    async (world) => {
      const { member, bookingId } = await twoPeople(world)
      await sql`update class_sessions set starts_at = starts_at - interval '30 days', ends_at = ends_at - interval '30 days'`.execute(
        world.db,
      )
      const found = await findErasable(world.db, { ...member, bookingId })
      if (!found) throw new Error('nobody to erase')
      const asked = { bookingId, agreed: agreementToErase(found), replacement: 'Deleted customer' }
      return () => eraseContact(world.db, member, asked)
    },
  ],
  [
    'a corrected address',
    ['contacts', 'class_sessions', 'purchases', 'bookings'],
    correct('new@example.com'),
  ],
  [
    'an address of another customer',
    ['contacts', 'class_sessions', 'purchases', 'bookings'],
    correct('dora@example.com'),
  ],
  [
    'a spot given away',
    ['contacts', 'class_sessions', 'purchases', 'bookings'],
    async (world) => {
      const { member, bookingId } = await twoPeople(world)
      const form = { customerName: 'Dora', contact: 'dora@example.com' }
      return () => giveBooking(world.db, member, { bookingId, form })
    },
  ],
  [
    'a cancellation by the customer',
    ['class_sessions', 'purchases', 'bookings'],
    async (world) => {
      const { first } = await twoPeople(world)
      const link = await currentLink(world.db, first.purchaseId)
      return () => cancelByCustomer(world.db, link, null)
    },
  ],
  [
    'a cancelled date of a bundle',
    ['class_sessions', 'purchases', 'bookings', 'passes'],
    async ({ db, deps }) => {
      const { bundle, sessions, owner } = await aSeries(db)
      const { spots } = await bought(deps, order(bundle, sessions))
      return () => cancelByVendor(db, owner.id, [spots[0]?.id ?? ''])
    },
  ],
  [
    'a cancelled session',
    ['class_sessions', 'bookings'],
    async (world) => {
      const { session, vendor } = await twoPeople(world)
      const owned = { vendorId: vendor.id, sessionId: session.id }
      return () => cancelSession(world.db, owned, new Date())
    },
  ],
  [
    'an expiry',
    ['class_sessions', 'bookings'],
    async ({ db }) => {
      await aBooking(db, { status: 'pending', expiresAt: minutes(-1) })
      return () => expireOverdueBookings(db)
    },
  ],
]

/** All rows of these tables, as a command locks them. */
const hold = async (databaseUrl: string, tables: readonly Table[]) => {
  const held = await Promise.all(
    tables.map((table) => holdLock(databaseUrl, `select from ${table} for no key update`)),
  )
  return async () => {
    for (const { rollback } of held) await rollback()
  }
}

/** How many rows of a table somebody has locked. */
async function countLocked(db: Db, table: Table): Promise<number> {
  const all = await sql`select from ${sql.table(table)}`.execute(db)
  const free = await sql`select from ${sql.table(table)} for no key update skip locked`.execute(db)
  return all.rows.length - free.rows.length
}

/** Ends the statement that waits: its transaction is undone. */
const interrupt = (db: Db) =>
  sql`select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)

test.for(commands)(
  '%s locks in the order of docs/locking.md',
  async ([, locks, command], { db, deps, databaseUrl }) => {
    const run = await command({ db, deps })
    expect(locks).toEqual(ranks.filter((table) => locks.includes(table)))
    for (const [nth, table] of locks.entries()) {
      const release = await hold(databaseUrl, [table])
      const running = run().catch(() => null)
      await Promise.race([waitForWaiter(db), running])
      expect([table, await countWaiters(db)]).toEqual([table, 1])
      const before = new Set<Table>([...locks.slice(0, nth), table])
      for (const later of ranks.filter((one) => !before.has(one)))
        expect([table, later, await countLocked(db, later)]).toEqual([table, later, 0])
      await interrupt(db)
      await running
      await release()
    }
    // It waits for none of the others.
    const release = await hold(
      databaseUrl,
      ranks.filter((table) => !locks.includes(table)),
    )
    const done = await run()
    await release()
    expect(typeof done === 'number' ? { ok: done > 0 } : done).toMatchObject({ ok: true })
  },
)

test.for([
  ['a correction to the address of another customer', correct('dora@example.com')],
  ...commands
    .filter(([name]) => name === 'a spot given away')
    .map(([name, , one]) => [name, one] as const),
] as const)(
  'two contacts are locked by ascending id by %s',
  async ([, command], { db, deps, databaseUrl }) => {
    const run = await command({ db, deps })
    const lowest = await holdLock(
      databaseUrl,
      'select from contacts order by id limit 1 for no key update',
    )
    const running = run()
    await waitForWaiter(db)
    expect(await countLocked(db, 'contacts')).toBe(1)
    await lowest.rollback()
    expect(await running).toMatchObject({ ok: true })
  },
)
