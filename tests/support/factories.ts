import { randomBytes, randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { type BookingStatus, holdsSeat } from '#core/bookings/rules.ts'
import type {
  Bookings,
  Classes,
  ClassSessions,
  SessionBundles,
  Vendors,
} from '#core/shared/database.ts'
import type { Db } from '#core/shared/db.ts'
import { newReference, type VendorId } from '#core/shared/ids.ts'
import { addDays, addMinutes, instantOf, todayIn, wallClockOf } from '#core/shared/time.ts'

export type AVendor = {
  id: VendorId
  userId: string
  username: string
  email: string
  timeZone: string
  currency: string
}
export type AClass = {
  id: string
  vendor: AVendor
  durationMinutes: number
  priceMinor: number
  maxStudents: number
}
export type ASession = { id: string; class: AClass; startsAt: Date; maxStudents: number }
export type ABooking = {
  groupId: string
  reference: string
  bookingIds: string[]
  session: ASession
}

/** An owner with a confirmed address and a vendor that is set up; columns of `vendors` may be named. */
export async function aVendor(
  db: Db,
  {
    fullName = 'Vera Vendor',
    email,
    ...columns
  }: { fullName?: string; email?: string } & Partial<Insertable<Vendors>> = {},
): Promise<AVendor> {
  const signs = randomBytes(6).toString('hex')
  const user = await db
    .insertInto('users')
    .values({ name: fullName, email: email ?? `vendor-${signs}@example.com`, email_verified: true })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
  const { vendor_id } = await db
    .selectFrom('vendor_members')
    .where('user_id', '=', user.id)
    .select('vendor_id')
    .executeTakeFirstOrThrow()
  const username = columns.username ?? `vendor-${signs}`
  await db.insertInto('usernames').values({ username, vendor_id }).execute()
  const vendor = await db
    .updateTable('vendors')
    .set({
      business_name: 'Studio Vera',
      country: 'DE',
      currency: 'EUR',
      time_zone: 'Europe/Berlin',
      set_up_at: new Date(),
      ...columns,
      username,
    })
    .where('id', '=', vendor_id)
    .returning(['id', 'time_zone', 'currency'])
    .executeTakeFirstOrThrow()
  return {
    id: vendor.id,
    userId: user.id,
    username,
    email: user.email,
    timeZone: vendor.time_zone,
    currency: vendor.currency,
  }
}

/** A published class without sessions; columns of `classes` may be named. */
export async function aClass(
  db: Db,
  { vendor, ...columns }: { vendor?: AVendor } & Partial<Insertable<Classes>> = {},
): Promise<AClass> {
  const owner = vendor ?? (await aVendor(db))
  const row = await db
    .insertInto('classes')
    .values({
      title: 'Yoga',
      location: columns.online_url ? null : '1 Park Street',
      price_minor: 1500,
      start_date: todayIn(owner.timeZone, new Date()),
      ...columns,
      vendor_id: owner.id,
    })
    .returning(['id', 'duration_minutes', 'price_minor', 'max_students'])
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    vendor: owner,
    durationMinutes: row.duration_minutes,
    priceMinor: row.price_minor,
    maxStudents: row.max_students,
  }
}

type SessionWish = { class?: AClass; capacity?: number; startsAt?: Date } & Partial<
  Omit<Insertable<ClassSessions>, 'current_students'>
>

/** A single session without bookings, three days from now unless `startsAt` is named. */
export async function aSession(
  db: Db,
  {
    class: named,
    capacity,
    startsAt = addMinutes(new Date(), 3 * 1440),
    ...columns
  }: SessionWish = {},
): Promise<ASession> {
  const of = named ?? (await aClass(db))
  const zone = columns.time_zone ?? of.vendor.timeZone
  const endsAt = addMinutes(startsAt, of.durationMinutes)
  const start = wallClockOf(startsAt, zone)
  const row = await db
    .insertInto('class_sessions')
    .values({
      session_date: start.date,
      start_time: start.time,
      end_time: wallClockOf(endsAt, zone).time,
      time_zone: zone,
      starts_at: startsAt,
      ends_at: endsAt,
      booking_closes_at: startsAt,
      location: columns.online_url ? null : '1 Park Street',
      status: 'confirmed',
      max_students: capacity ?? of.maxStudents,
      ...columns,
      class_id: of.id,
      vendor_id: of.vendor.id,
    })
    .returning(['id', 'max_students'])
    .executeTakeFirstOrThrow()
  return { id: row.id, class: of, startsAt, maxStudents: row.max_students }
}

type BookingWish = {
  session?: ASession
  spots?: number
  status?: BookingStatus
  customer?: {
    name?: string
    email?: string | null
    phone?: string | null
    language?: 'en' | 'de' | 'ru'
  }
} & Partial<Insertable<Bookings>>

/** A purchase with its spots, their seats and ledger rows; pending ones wait ten minutes unless told otherwise. */
export async function aBooking(
  db: Db,
  { session: named, spots = 1, status = 'confirmed', customer = {}, ...columns }: BookingWish = {},
): Promise<ABooking> {
  const session = named ?? (await aSession(db))
  const { vendor } = session.class
  const email =
    customer.email === undefined
      ? `carla-${randomBytes(6).toString('hex')}@example.com`
      : customer.email
  return db.transaction().execute(async (tx) => {
    const group = await tx
      .insertInto('booking_groups')
      .values({
        reference: newReference(),
        idempotency_key: randomUUID(),
        request_hash: '',
        source: 'public',
        customer_name: customer.name ?? 'Carla Customer',
        customer_email: email,
        customer_phone: customer.phone ?? null,
        language: customer.language ?? 'en',
        booking_method: customer.phone ? 'phone' : 'email',
        vendor_id: vendor.id,
      })
      .returning(['id', 'reference'])
      .executeTakeFirstOrThrow()
    const rows = await tx
      .insertInto('bookings')
      .values(
        Array.from({ length: spots }, () => ({
          price_minor: session.class.priceMinor,
          currency: vendor.currency,
          payment_status: 'pending' as const,
          expires_at: status === 'pending' ? addMinutes(new Date(), 10) : null,
          confirmed_at: status === 'confirmed' || status === 'completed' ? new Date() : null,
          calendar_id: group.id,
          ...columns,
          status,
          group_id: group.id,
          vendor_id: vendor.id,
          class_id: session.class.id,
          session_id: session.id,
        })),
      )
      .returning('id')
      .execute()
    const bookingIds = rows.map(({ id }) => id)
    if (holdsSeat(status) && !columns.deleted_at) {
      await tx
        .updateTable('class_sessions')
        .set((eb) => ({ current_students: eb('current_students', '+', spots) }))
        .where('id', '=', session.id)
        .execute()
      await tx
        .insertInto('seat_ledger')
        .values(
          bookingIds.map((booking_id) => ({
            booking_id,
            session_id: session.id,
            vendor_id: vendor.id,
            delta: 1,
            reason: 'booked' as const,
            max_students: session.maxStudents,
          })),
        )
        .execute()
    }
    return { groupId: group.id, reference: group.reference, bookingIds, session }
  })
}

export type ABundle = { id: string; class: AClass; sessionCount: number; priceMinor: number }

/** A bundle on sale; columns of `session_bundles` may be named. */
export async function aBundle(
  db: Db,
  { class: named, ...columns }: { class?: AClass } & Partial<Insertable<SessionBundles>> = {},
): Promise<ABundle> {
  const of = named ?? (await aClass(db))
  const row = await db
    .insertInto('session_bundles')
    .values({
      bundle_name: 'Five weeks',
      bundle_price_minor: 6000,
      expiry_days: 90,
      ...columns,
      class_id: of.id,
      vendor_id: of.vendor.id,
    })
    .returning(['id', 'session_count', 'bundle_price_minor'])
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    class: of,
    sessionCount: row.session_count,
    priceMinor: row.bundle_price_minor,
  }
}

/** Sessions of a class at the same clock time, week by week; `capacities` by week, null: no session then. */
export async function weeklySessions(
  db: Db,
  of: AClass,
  {
    date,
    time = '18:00',
    capacities,
  }: { date: string; time?: string; capacities: readonly (number | null)[] },
): Promise<ASession[]> {
  const sessions: ASession[] = []
  for (const [week, capacity] of capacities.entries()) {
    if (capacity === null) continue
    const startsAt = instantOf({ date: addDays(date, 7 * week), time, zone: of.vendor.timeZone })
    if (!startsAt) throw new Error(`${time} does not exist on that day.`)
    sessions.push(await aSession(db, { class: of, startsAt, capacity }))
  }
  return sessions
}
