import { recordMoney } from '#core/money/steps/record.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { type Insertable, Transaction } from 'kysely'
import { type BookingStatus, holdsSeat } from '#core/bookings/rules/status.ts'
import { blockedSpan } from '#core/schedule/rules.ts'
import { closeByTime } from '#core/schedule/steps/close-by-time.ts'
import type {
  Bookings,
  Classes,
  ClassSessions,
  SessionBundles,
  Subscriptions,
  Vendors,
} from '#core/shared/database.ts'
import { lockOrMakeContact } from '#core/contacts/steps/lock-contact.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { newReference, type VendorId } from '#core/shared/ids.ts'
import { addDays, addMinutes, instantOf, todayIn, wallClockOf } from '#core/shared/time.ts'
import { onDay } from '#tests/support/times.ts'

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
  purchaseId: string
  reference: string
  bookingIds: string[]
  session: ASession
}

/** An owner with a confirmed address and a vendor that is set up, verified by the operator or not; columns of `vendors` may be named. */
export async function aVendor(
  db: Db,
  {
    fullName = 'Vera Vendor',
    email,
    verified = false,
    ...columns
  }: { fullName?: string; email?: string; verified?: boolean } & Partial<Insertable<Vendors>> = {},
): Promise<AVendor> {
  const suffix = randomBytes(6).toString('hex')
  const user = await db
    .insertInto('users')
    .values({ name: fullName, email: email ?? `vendor-${suffix}@example.com`, emailVerified: true })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
  const { vendorId } = await db
    .selectFrom('vendorMembers')
    .where('userId', '=', user.id)
    .select('vendorId')
    .executeTakeFirstOrThrow()
  const username = columns.username ?? `vendor-${suffix}`
  await db.insertInto('usernames').values({ username, vendorId }).execute()
  const vendor = await db
    .updateTable('vendors')
    .set({
      businessName: 'Studio Vera',
      country: 'DE',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      setUpAt: new Date(),
      ...columns,
      username,
    })
    .where('id', '=', vendorId)
    .returning(['id', 'timeZone', 'currency'])
    .executeTakeFirstOrThrow()
  if (verified)
    await db.insertInto('vendorBadges').values({ vendorId, badge: 'verified' }).execute()
  return {
    id: vendor.id,
    userId: user.id,
    username,
    email: user.email,
    timeZone: vendor.timeZone,
    currency: vendor.currency,
  }
}

/** A subscription that is paid for 30 days. */
export async function aSubscription(
  db: Db,
  vendorId: VendorId,
  columns: Partial<Insertable<Subscriptions>> = {},
): Promise<string> {
  const { id } = await db
    .insertInto('subscriptions')
    .values({
      plan: 'professional',
      term: 'monthly',
      priceMinor: 2900,
      currency: 'USD',
      paidUntil: addDays(todayIn('UTC', new Date()), 30),
      ...columns,
      vendorId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A blocked time, which closes the sessions in it. */
export async function aBlockedTime(
  db: Db,
  { id: vendorId, timeZone }: Pick<AVendor, 'id' | 'timeZone'>,
  { note = '', ...shown }: { startsOn: string; endsOn: string; note?: string },
): Promise<void> {
  const times = { ...shown, startTime: null, endTime: null }
  const values = { vendorId, ...times, ...blockedSpan(times, timeZone), note }
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('blockedTimes').values(values).execute()
    await closeByTime(tx, vendorId)
  })
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
      location: columns.onlineUrl ? null : '1 Park Street',
      priceMinor: 1500,
      startDate: todayIn(owner.timeZone, new Date()),
      ...columns,
      vendorId: owner.id,
    })
    .returning(['id', 'durationMinutes', 'priceMinor', 'maxStudents'])
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    vendor: owner,
    durationMinutes: row.durationMinutes,
    priceMinor: row.priceMinor,
    maxStudents: row.maxStudents,
  }
}

type SessionWish = { class?: AClass; capacity?: number; startsAt?: Date } & Partial<
  Omit<Insertable<ClassSessions>, 'currentStudents'>
>

let latestStart = 0

/** No two at the same moment: a move between such sessions would change nothing for a customer. */
function inThreeDays(beside: boolean): Date {
  // A class that exists may have a session at that hour.
  latestStart = Math.max(latestStart + 1, onDay(3).getTime() + (beside ? 1 : 0))
  return new Date(latestStart)
}

/** A single session without bookings, at 18:00 three days from today unless `startsAt` is named. */
export async function aSession(
  db: Db,
  {
    class: named,
    capacity,
    startsAt = inThreeDays(named !== undefined),
    ...columns
  }: SessionWish = {},
): Promise<ASession> {
  const of = named ?? (await aClass(db))
  const zone = columns.timeZone ?? of.vendor.timeZone
  const endsAt = addMinutes(startsAt, of.durationMinutes)
  const start = wallClockOf(startsAt, zone)
  const row = await db
    .insertInto('classSessions')
    .values({
      sessionDate: start.date,
      startTime: start.time,
      endTime: wallClockOf(endsAt, zone).time,
      timeZone: zone,
      startsAt: startsAt,
      endsAt: endsAt,
      bookingClosesAt: startsAt,
      location: columns.onlineUrl ? null : '1 Park Street',
      status: 'confirmed',
      maxStudents: capacity ?? of.maxStudents,
      ...columns,
      classId: of.id,
      vendorId: of.vendor.id,
    })
    .returning(['id', 'maxStudents'])
    .executeTakeFirstOrThrow()
  return { id: row.id, class: of, startsAt, maxStudents: row.maxStudents }
}

type BookingWish = {
  session?: ASession
  spots?: number
  status?: BookingStatus
  /** its price was paid, or paid and given back */
  money?: 'paid' | 'refunded'
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
  {
    session: named,
    spots = 1,
    status = 'confirmed',
    money,
    customer = {},
    ...columns
  }: BookingWish = {},
): Promise<ABooking> {
  const session = named ?? (await aSession(db))
  const { vendor } = session.class
  const email =
    customer.email === undefined
      ? `carla-${randomBytes(6).toString('hex')}@example.com`
      : customer.email
  const make = async (tx: Tx): Promise<ABooking> => {
    const name = customer.name ?? 'Carla Customer'
    const phone = customer.phone ?? null
    const contact = await lockOrMakeContact(tx, vendor.id, { name, email, phone })
    const purchase = await tx
      .insertInto('purchases')
      .values({
        ...contact,
        reference: newReference(),
        idempotencyKey: randomUUID(),
        requestHash: '',
        // Online, nobody books without an address.
        source: contact.contactId === null ? 'vendor' : 'public',
        customerName: name,
        customerEmail: email,
        customerPhone: phone,
        language: customer.language ?? 'en',
        bookingMethod: customer.phone ? 'phone' : 'email',
        vendorId: vendor.id,
      })
      .returning(['id', 'reference'])
      .executeTakeFirstOrThrow()
    const rows = await tx
      .insertInto('bookings')
      .values(
        Array.from({ length: spots }, () => ({
          priceMinor: session.class.priceMinor,
          currency: vendor.currency,
          expiresAt: status === 'pending' ? addMinutes(new Date(), 10) : null,
          waitsFor: status === 'pending' ? ('vendor' as const) : null,
          confirmedAt:
            status === 'confirmed' || status === 'completed'
              ? (columns.bookedAt ?? new Date())
              : null,
          calendarId: purchase.id,
          agreedVersion: 0,
          ...columns,
          status,
          purchaseId: purchase.id,
          vendorId: vendor.id,
          classId: session.class.id,
          sessionId: session.id,
        })),
      )
      .returning('id')
      .execute()
    const bookingIds = rows.map(({ id }) => id)
    for (const kind of ['paid', ...(money === 'refunded' ? ['refunded' as const] : [])] as const)
      if (money !== undefined)
        await recordMoney(
          tx,
          bookingIds.map((bookingId) => ({
            vendorId: vendor.id,
            payer: { bookingId },
            kind,
            amountMinor: Number(columns.priceMinor ?? session.class.priceMinor),
            currency: vendor.currency,
            method: 'cash' as const,
            recordedBy: null,
          })),
        )
    if (holdsSeat(status) && !columns.deletedAt) {
      await tx
        .updateTable('classSessions')
        .set((eb) => ({ currentStudents: eb('currentStudents', '+', spots) }))
        .where('id', '=', session.id)
        .execute()
      await tx
        .insertInto('seatLedger')
        .values(
          bookingIds.map((bookingId) => ({
            bookingId,
            sessionId: session.id,
            vendorId: vendor.id,
            delta: 1,
            reason: 'booked' as const,
            maxStudents: session.maxStudents,
          })),
        )
        .execute()
    }
    return { purchaseId: purchase.id, reference: purchase.reference, bookingIds, session }
  }
  return db instanceof Transaction ? make(db) : db.transaction().execute(make)
}

export type ABundle = { id: string; class: AClass; sessionCount: number; priceMinor: number }

/** A bundle on sale; columns of `session_bundles` may be named. */
export async function aBundle(
  db: Db,
  { class: named, ...columns }: { class?: AClass } & Partial<Insertable<SessionBundles>> = {},
): Promise<ABundle> {
  const of = named ?? (await aClass(db))
  const sessionCount = Number(columns.sessionCount ?? 5)
  const row = await db
    .insertInto('sessionBundles')
    .values({
      bundleName: 'Five weeks',
      // a fifth less than its sessions
      bundlePriceMinor: sessionCount * of.priceMinor * 0.8,
      sessionCount,
      expiryDays: 90,
      ...columns,
      classId: of.id,
      vendorId: of.vendor.id,
    })
    .returning(['id', 'sessionCount', 'bundlePriceMinor'])
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    class: of,
    sessionCount: row.sessionCount,
    priceMinor: row.bundlePriceMinor,
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

export type AFacility = AClass & { extras: { id: string; name: string; priceMinor: number }[] }

/** A court for four people, a fortnight ahead, that asks nothing special; columns of `classes` may be named. */
export async function aFacility(
  db: Db,
  {
    extras = [],
    ...columns
  }: {
    vendor?: AVendor
    extras?: { name: string; priceMinor: number; per: 'slot' | 'hour' }[]
  } & Partial<Insertable<Classes>> = {},
): Promise<AFacility> {
  const of = await aClass(db, {
    title: 'Tennis court',
    kind: 'facility',
    maxStudents: 1,
    maxPeople: 4,
    daysAhead: 14,
    graceMinutes: 15,
    durationMinutes: 120,
    priceMinor: 0,
    ...columns,
  })
  const offered = []
  for (const [place, extra] of extras.entries())
    offered.push(
      await db
        .insertInto('facilityExtras')
        .values({ ...extra, place, classId: of.id, vendorId: of.vendor.id })
        .returning(['id', 'name', 'priceMinor'])
        .executeTakeFirstOrThrow(),
    )
  return { ...of, extras: offered }
}
