import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Party } from '#core/bookings/rules/party.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { aBooking, type ASession } from './factories.ts'

/** All obstacles to a booking: how to create each in the database or in the request. */
export type Asked = {
  spots: number
  seenPriceMinor: number
  seenVersion: number
  accepted: string[]
  party: { -readonly [Name in keyof Party]: Party[Name] }
}
export const onePerson = (): Asked['party'] => ({
  people: 1,
  extras: [],
  gender: null,
  birthDate: null,
})

export type Obstacle = {
  name: string
  /** a bundle does not meet this one: it takes one spot of each session, and does not wait until they open */
  notForBundles?: true
  raise(db: Db, session: ASession, asked: Asked): Promise<void>
}

const past = sql<Date>`now() - interval '1 minute'`

const session =
  (set: (id: string) => ReturnType<typeof sql>): Obstacle['raise'] =>
  async (db, { id }) => {
    await set(id).execute(db)
  }

/** Makes the class a facility, whose slots can be booked long before. */
const facility =
  (set: ReturnType<typeof sql>) =>
  (db: Db, { class: { id } }: ASession) =>
    sql`update classes set kind = 'facility', max_students = 1, grace_minutes = 15, max_people = 4,
    ${set} where id = ${id}`.execute(db)

/** Each one alone refuses a booking. Add a line for each new fact of an offer. */
export const obstacles: readonly Obstacle[] = [
  {
    name: 'the class is archived',
    raise: async (db, { class: { id } }) => {
      await db.updateTable('classes').set({ status: 'archived' }).where('id', '=', id).execute()
    },
  },
  {
    name: 'the class is closed',
    raise: async (db, { class: { id } }) => {
      await db.updateTable('classes').set({ visibility: 'closed' }).where('id', '=', id).execute()
    },
  },
  {
    name: 'the class is paused',
    raise: async (db, { class: { id } }) => {
      await db.updateTable('classes').set({ pausedAt: past }).where('id', '=', id).execute()
    },
  },
  {
    name: 'the vendor is suspended',
    raise: async (db, { class: { vendor } }) => {
      const suspended = { suspendedAt: new Date() }
      await db.updateTable('vendors').set(suspended).where('id', '=', vendor.id).execute()
    },
  },
  {
    name: 'the vendor has closed the account',
    raise: async (db, { class: { vendor } }) => {
      const closed = { closedAt: new Date() }
      await db.updateTable('vendors').set(closed).where('id', '=', vendor.id).execute()
    },
  },
  {
    name: 'the vendor is not set up',
    raise: async (db, { class: { vendor } }) => {
      await db.updateTable('vendors').set({ setUpAt: null }).where('id', '=', vendor.id).execute()
    },
  },
  {
    name: 'the session is cancelled',
    raise: session((id) => sql`update class_sessions set status = 'cancelled' where id = ${id}`),
  },
  {
    name: 'the session has started',
    raise: session(
      (id) =>
        sql`update class_sessions set starts_at = ${past}, booking_closes_at = ${past} where id = ${id}`,
    ),
  },
  {
    name: 'registration is closed',
    raise: session(
      (id) => sql`update class_sessions set booking_closes_at = ${past} where id = ${id}`,
    ),
  },
  {
    name: 'the vendor has blocked the time',
    raise: async (db, { id, class: { vendor } }) => {
      await sql`insert into blocked_times (vendor_id, starts_on, ends_on, starts_at, ends_at)
        select ${vendor.id}, session_date, session_date, starts_at, starts_at + interval '1 minute'
        from class_sessions where id = ${id}`.execute(db)
      await sql`update class_sessions set starts_at = starts_at where id = ${id}`.execute(db)
    },
  },
  {
    name: 'more spots than the vendor takes in one booking',
    notForBundles: true,
    raise: async (db, { class: { vendor } }, asked) => {
      asked.spots = 2
      const one = { maxSpotsPerBooking: 1 }
      await db.updateTable('vendors').set(one).where('id', '=', vendor.id).execute()
    },
  },
  {
    name: 'the session is full',
    raise: session(
      (id) => sql`update class_sessions set max_students = greatest(current_students, 1),
        current_students = greatest(current_students, 1) where id = ${id}`,
    ),
  },
  {
    name: 'another price than the customer saw',
    raise: async (_db, _session, asked) => {
      asked.seenPriceMinor += 1
    },
  },
  {
    name: 'another time or place than the customer saw',
    raise: session(
      (id) =>
        sql`update class_sessions set calendar_sequence = calendar_sequence + 1 where id = ${id}`,
    ),
  },
  {
    name: 'the customer has not confirmed what the class asks for',
    raise: async (db, { class: { id } }) => {
      await db
        .updateTable('classes')
        .set({ condition: 'I am fit to take part.' })
        .where('id', '=', id)
        .execute()
    },
  },
  {
    name: 'the slot cannot be booked yet',
    notForBundles: true,
    raise: async (db, session) => {
      await facility(sql`days_ahead = 1`)(db, session)
    },
  },
  {
    name: 'more people than the facility takes',
    notForBundles: true,
    raise: async (db, session, asked) => {
      await facility(sql`days_ahead = coalesce(days_ahead, 365)`)(db, session)
      asked.party.people = 5
    },
  },
  {
    name: 'the customer has not said what the facility asks for',
    notForBundles: true,
    raise: async (db, session, asked) => {
      await facility(
        sql`days_ahead = coalesce(days_ahead, 365), asks_gender = true, asks_birth_date = true`,
      )(db, session)
      asked.party.gender = 'female'
    },
  },
  {
    name: 'an extra that is not offered',
    notForBundles: true,
    raise: async (db, session, asked) => {
      await facility(sql`days_ahead = coalesce(days_ahead, 365)`)(db, session)
      asked.party.extras = [randomUUID()]
    },
  },
]

/** None of them, each alone, and each with each other. */
export function combinations(): Obstacle[][] {
  const pairs = obstacles.flatMap((one, place) =>
    obstacles.slice(place + 1).map((other) => [one, other]),
  )
  return [[], ...obstacles.map((one) => [one]), ...pairs]
}

/** Where the requests come from. */
export const fromNetwork = 'digest of an address'

export type Limit = {
  name: string
  raise(db: Db, session: ASession): Promise<unknown>
  /** who then asks the vendor */
  refuses: 'everybody' | 'new customers' | 'known customers' | 'nobody'
}

const endTrial = (db: Db, vendorId: VendorId, at: ReturnType<typeof sql>) =>
  sql`update vendors set trial_ends_at = ${at} where id = ${vendorId}`.execute(db)

/** New customers of the vendor who booked that many spots each from an address. */
const newcomers =
  (address: string, ago: string, spots: readonly number[]): Limit['raise'] =>
  async (db, session) => {
    // What was booked in the trial does not count.
    await endTrial(db, session.class.vendor.id, sql`now()`)
    for (const count of spots) {
      const email = `newcomer-${randomUUID()}@example.com`
      await aBooking(db, { session, spots: count, customer: { email } })
      await sql`update contacts set first_network = ${address}, created_at = now() - ${ago}::interval
        where id = (select contact_id from contact_addresses where value = ${email})`.execute(db)
    }
  }

/** What a vendor on Free has of its limits. */
export const limits: readonly Limit[] = [
  {
    name: 'more bookings than Free has',
    raise: (db, { class: { vendor } }) => endTrial(db, vendor.id, sql`'epoch'`),
    refuses: 'everybody',
  },
  {
    name: 'three purchases by new customers from there',
    raise: newcomers(fromNetwork, '23 hours', [1, 1, 1]),
    refuses: 'new customers',
  },
  {
    name: 'four spots by one new customer from there',
    raise: newcomers(fromNetwork, '23 hours', [4]),
    refuses: 'new customers',
  },
  {
    name: 'three spots in two purchases from there',
    raise: newcomers(fromNetwork, '0 hours', [2, 1]),
    refuses: 'nobody',
  },
  {
    name: 'all that new customers may book from there, a day ago',
    raise: newcomers(fromNetwork, '24 hours', [2, 1, 1]),
    refuses: 'nobody',
  },
  {
    name: 'all that new customers may book, from elsewhere',
    raise: newcomers('another digest', '0 hours', [2, 1, 1]),
    refuses: 'nobody',
  },
  {
    name: 'all customers are new, and came from elsewhere',
    raise: async (db, { class: { vendor } }) => {
      await endTrial(db, vendor.id, sql`now()`)
      await sql`update contacts set first_network = 'another digest'`.execute(db)
    },
    refuses: 'known customers',
  },
]
