import { type RawBuilder, sql } from 'kysely'
import { asksVendor } from '../rules/waiting.ts'
import { mayOwe, moneyForBooking } from '#core/money/queries.ts'
import type { Money } from '#core/money/rules.ts'
import { lastDate } from '#core/passes/queries.ts'
import {
  type BookingOrder,
  type BookingsShown,
  maxChosen,
  type PaymentShown,
} from '../rules/list.ts'
import { type BookingStatus, holdsSeat } from '../rules/status.ts'
import { partyOfSpot, type PartyOfSpot } from './party.ts'
import { findMatching } from './purchase-search.ts'
import { requestedSpots } from './requested-spots.ts'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { cursorOf, readCursor } from '#core/shared/paging.ts'

export type BookingFilters = {
  /** by session if it is not said */
  sort?: BookingOrder
  /** by the end of the session */
  when: BookingsShown
  status: BookingStatus | null
  classId: string | null
  /** days of the session, both included */
  from: string | null
  to: string | null
  /** part of a name, phone, e-mail or reference */
  search: string
  payment: PaymentShown | null
  /** without, the customers' emails and phones are neither read nor searched, and the only payment asked for is 'due' */
  seesContacts: boolean
}

const statusNow = sql<BookingStatus>`shown_status(b)`

/** As `moneyOf` says it of the row. A bundle has the payment of its spots. */
const paymentIs: Record<PaymentShown, RawBuilder<boolean>> = {
  due: sql`b.pass_id is null and m.state = 'due'`,
  paid: sql`b.pass_id is null and m.state = 'paid'`,
  refunded: sql`b.pass_id is null and m.state = 'refunded'`,
  bundle: sql`b.pass_id is not null`,
}

/**
 * The vendor's bookings, one row per spot, by session: upcoming sessions in their order, others the latest first. A page
 * ends after `limit` spots; the next one may go on within the same session. Or the newest booking first, whatever its session.
 */
export async function listBookings(
  db: Db,
  vendorId: VendorId,
  asked: BookingFilters & { cursor: string | null; limit: number },
) {
  const after = readPlace(asked.cursor)
  const payment = asked.seesContacts || asked.payment === 'due' ? asked.payment : null
  const sought = await findMatching(db, {
    vendorId,
    text: asked.search,
    seesContacts: asked.seesContacts,
  })
  if (sought.none) return { sessions: [], waiting: [], nextCursor: null }
  const [direction, beyond] =
    asked.when === 'upcoming' ? (['asc', '>'] as const) : (['desc', '<'] as const)
  const isByBooking = asked.sort === 'booked'
  const rows = await listedBookings(db, vendorId)
    .$if(asked.when === 'upcoming', (bookings) =>
      // No session is longer than a day: the index finds the first one that may not have ended.
      bookings.where(sql<boolean>`s.starts_at > now() - interval '1 day' and s.ends_at > now()`),
    )
    .$if(asked.when === 'past', (bookings) =>
      bookings.where(sql<boolean>`s.starts_at < now() and s.ends_at <= now()`),
    )
    .$if(asked.status !== null, (bookings) =>
      bookings.where(statusNow, '=', asked.status ?? 'pending'),
    )
    .$if(asked.classId !== null, (bookings) =>
      bookings.where('b.classId', '=', asked.classId ?? ''),
    )
    // The index has instants, and no clock is two days away: without them, every booking would be read.
    .$if(asked.from !== null, (bookings) =>
      bookings
        .where('s.sessionDate', '>=', asked.from ?? '')
        .where(sql<boolean>`s.starts_at > ${asked.from}::date - interval '2 days'`),
    )
    .$if(asked.to !== null, (bookings) =>
      bookings
        .where('s.sessionDate', '<=', asked.to ?? '')
        .where(sql<boolean>`s.starts_at < ${asked.to}::date + interval '3 days'`),
    )
    .$if(payment !== null, (bookings) => bookings.where(paymentIs[payment ?? 'due']))
    .$if(payment === 'due', (bookings) => bookings.where(mayOwe))
    .$if(sought.condition !== null, (bookings) =>
      bookings.where(sought.condition ?? sql<boolean>`true`),
    )
    .$if(after !== null && isByBooking, (bookings) =>
      bookings.where(
        sql<boolean>`b.booked_at <= ${after?.booking[0]}::timestamptz and (b.booked_at, b.id) < (${after?.booking[0]}::timestamptz, ${after?.booking[1]}::uuid)`,
      ),
    )
    .$if(after !== null && !isByBooking, (bookings) =>
      bookings.where(
        sql<boolean>`s.starts_at ${sql.raw(beyond)}= ${after?.session[0]}::timestamptz
          and (s.starts_at, s.id, b.booked_at, b.id) ${sql.raw(beyond)}
            (${after?.session[0]}::timestamptz, ${after?.session[1]}::uuid, ${after?.booking[0]}::timestamptz, ${after?.booking[1]}::uuid)`,
      ),
    )
    .$if(!isByBooking, (bookings) =>
      bookings.orderBy('s.startsAt', direction).orderBy('s.id', direction),
    )
    .orderBy('b.bookedAt', isByBooking ? 'desc' : direction)
    .orderBy('b.id', isByBooking ? 'desc' : direction)
    .limit(asked.limit + 1)
    .execute()
  const last = rows.length > asked.limit ? rows[asked.limit - 1] : undefined
  const shown = rows.slice(0, asked.limit).map((row) =>
    asked.seesContacts
      ? row
      : {
          ...row,
          customerEmail: null,
          customerPhone: null,
          customerTelegram: null,
          customerTelegramName: null,
          customerAddress: null,
        },
  )
  const purchaseIds = shown.filter(asksVendor).map(({ purchaseId }) => purchaseId)
  return {
    sessions: isByBooking ? inRuns(shown) : bySession(shown),
    waiting: await listWaitingSpots(db, { vendorId, purchaseIds }),
    nextCursor: last === undefined ? null : placeText(last),
  }
}

/** The spots of these purchases that wait for the vendor's answer, also those that are not on the page. */
export async function listWaitingSpots(
  db: Db,
  { vendorId, purchaseIds }: { vendorId: VendorId; purchaseIds: readonly string[] },
) {
  if (purchaseIds.length === 0) return []
  return db
    .selectFrom('bookings as b')
    .where('b.vendorId', '=', vendorId)
    .where('b.purchaseId', 'in', [...new Set(purchaseIds)])
    .where(sql<boolean>`asks_vendor(b)`)
    .orderBy('b.id')
    .select(['b.id', 'b.purchaseId', 'b.sessionId', 'b.status as storedStatus'])
    .execute()
}

/** Spots that are held for requests without an answer, by session. */
export async function countRequested(
  db: Db,
  { vendorId, sessionIds }: { vendorId: VendorId; sessionIds: readonly string[] },
): Promise<Record<string, number>> {
  if (sessionIds.length === 0) return {}
  const rows = await db
    .selectFrom('classSessions as s')
    .where('s.vendorId', '=', vendorId)
    .where('s.id', 'in', [...sessionIds])
    .select(['s.id', requestedSpots.as('spots')])
    .execute()
  return Object.fromEntries(rows.map(({ id, spots }) => [id, spots]))
}

type Place = { sessionId: string; startsAtText: string; bookedAtText: string; id: string }

/** A place in the list: the session and, within it, the booking. */
const placeText = ({ sessionId, startsAtText, bookedAtText, id }: Place) =>
  `${cursorOf([startsAtText, sessionId])}.${cursorOf([bookedAtText, id])}`

function readPlace(cursor: string | null) {
  const [session, booking] = (cursor?.split('.') ?? []).map(readCursor)
  return session && booking ? { session, booking } : null
}

/** Bookings with what the list shows of their sessions. */
function listedBookings(db: Db, vendorId: VendorId) {
  return (
    ownBookings(db, vendorId)
      // Its index has the sessions in their order.
      .where('s.vendorId', '=', vendorId)
      .select(['s.status as sessionStatus', 's.maxStudents', 's.currentStudents'])
      .select([
        sql<string>`to_char(s.starts_at, 'YYYY-MM-DD"T"HH24:MI:SS.US')`.as('startsAtText'),
        sql<string>`to_char(b.booked_at, 'YYYY-MM-DD"T"HH24:MI:SS.US')`.as('bookedAtText'),
      ])
  )
}

type Row = Awaited<ReturnType<ReturnType<typeof listedBookings>['execute']>>[number]
export type BookingListed = Row

/** Each session with its bookings: those that hold a spot first, as they were booked, the spots of a purchase together. */
function bySession(rows: readonly Row[]) {
  const key = ({ status, purchaseId, inPurchase, bookedAt }: Row) =>
    [
      holdsSeat(status) ? 0 : 1,
      bookedAt.toISOString(),
      purchaseId,
      String(inPurchase.place).padStart(3, '0'),
    ].join(' ')
  return [...Map.groupBy(rows, ({ sessionId }) => sessionId).values()].map((spots) =>
    spots.toSorted((one, other) => key(one).localeCompare(key(other))),
  )
}

/** Bookings that follow one another in the same session stand together. */
function inRuns(rows: readonly Row[]): Row[][] {
  const runs: Row[][] = []
  for (const row of rows) {
    const run = runs.at(-1)
    if (run && run[0]?.sessionId === row.sessionId) run.push(row)
    else runs.push([row])
  }
  return runs
}

/** The current state of the bundle that pays for a spot. */
type BundleOfSpot = {
  name: string
  status: 'active' | 'cancelled'
  total: number
  remaining: number
  priceMinor: number
  owedMinor: number
  isPaidFor: boolean
  lastDate: string
}

/** Bookings with all that a list of the vendor's shows of them. */
export function ownBookings(db: Db, vendorId: VendorId) {
  return db
    .selectFrom('bookings as b')
    .innerJoin('purchases as g', 'g.id', 'b.purchaseId')
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .innerJoin('classes as c', 'c.id', 'b.classId')
    .innerJoin('vendors as v', 'v.id', 'b.vendorId')
    .leftJoin('passes as e', 'e.id', 'b.passId')
    .innerJoinLateral(moneyForBooking, (join) => join.onTrue())
    .where('b.vendorId', '=', vendorId)
    .where('b.deletedAt', 'is', null)
    .select([
      'g.customerName',
      'g.customerEmail',
      'g.customerPhone',
      'g.customerTelegram',
      'g.customerTelegramName',
      'g.contactId',
      'b.id',
      'b.purchaseId',
      'g.reference',
      'g.tokenRotation',
      'g.source',
      'g.bookingMethod',
      'b.classId',
      'c.title as classTitle',
      'b.sessionId',
      's.sessionDate as date',
      's.startTime',
      's.endTime',
      's.startsAt',
      'b.status as storedStatus',
      'b.expiresAt',
      'b.waitsFor',
      'b.confirmedAt',
      'b.priceMinor',
      'b.currency',
      'b.notes',
      'b.attendance',
      'b.lateWaivedAt',
      'b.bookedAt',
    ])
    .select(sql<string | null>`(customer_addresses(g))[1]`.as('customerAddress'))
    .select([
      // The bundle, not the spot, has the price and the payment.
      'm.paymentStatus',
      'm.paidMinor',
      sql<Money['state']>`m.state`.as('state'),
      sql<number>`case when b.pass_id is null then m.owed_minor else 0 end`.as('owedMinor'),
      sql<number>`case when b.pass_id is null then m.give_back_minor else 0 end`.as(
        'giveBackMinor',
      ),
      sql<number>`least(m.most_back_minor, card_kept(b.vendor_id, case when b.pass_id is null then b.id end, b.pass_id))`.as(
        'cardMinor',
      ),
      sql<BundleOfSpot | null>`case when e.id is not null then json_build_object('name', e.name, 'status', e.status,
        'total', e.total_sessions, 'remaining', e.remaining_sessions, 'priceMinor', e.price_minor,
        'owedMinor', m.owed_minor - m.give_back_minor, 'isPaidFor', m.paid_minor > 0, 'lastDate', ${lastDate}) end`.as(
        'bundle',
      ),
      statusNow.as('status'),
      partyOfSpot.as('party'),
      sql<{
        place: number
        spots: number
      }>`(select json_build_object('place', count(*) filter (where (y.starts_at, x.booked_at, x.id) <= (s.starts_at, b.booked_at, b.id)), 'spots', count(*))
        from bookings x join class_sessions y on y.id = x.session_id where x.purchase_id = b.purchase_id and x.deleted_at is null)`.as(
        'inPurchase',
      ),
    ])
}

/** A booking as an instructor sees it: of the money of the spot and its bundle only what is still to be paid. */
export function withUnpaidOnly(row: BookingListed) {
  const {
    priceMinor,
    paidMinor,
    paymentStatus,
    owedMinor,
    giveBackMinor,
    cardMinor,
    state,
    bundle,
    party,
    ...spot
  } = row
  return {
    ...spot,
    party: party && { ...party, extras: party.extras.map(({ name }) => ({ name })) },
    unpaidMinor: owedMinor,
    bundle: bundle && {
      name: bundle.name,
      status: bundle.status,
      total: bundle.total,
      remaining: bundle.remaining,
      owedMinor: Math.max(0, bundle.owedMinor),
      lastDate: bundle.lastDate,
    },
  }
}

/** A booking of the vendor with what was paid for it so far, in minor units. */
export async function findOwnBooking(
  db: Db,
  { vendorId, bookingId }: { vendorId: VendorId; bookingId: string },
) {
  if (!isId(bookingId)) return null
  const row = await ownBookings(db, vendorId)
    .where('b.id', '=', bookingId)
    .select(['g.accepted', 'g.language', 'g.customerGender', 'g.customerBirthDate'])
    .executeTakeFirst()
  return row ?? null
}

/** The part of a purchase in one session, or everybody who has a spot in a session. */
export type Chosen = {
  rows: readonly { purchaseId: string; sessionId: string }[]
  sessionIds: readonly string[]
}

/** The bookings that somebody chose, by session and name. */
export async function listChosenBookings(db: Db, vendorId: VendorId, { rows, sessionIds }: Chosen) {
  if (rows.length === 0 && sessionIds.length === 0) return []
  const purchaseIds = rows.map(({ purchaseId }) => purchaseId)
  const inSessions = rows.map(({ sessionId }) => sessionId)
  return ownBookings(db, vendorId)
    .where(
      sql<boolean>`((b.purchase_id, b.session_id) in (select * from unnest(${purchaseIds}::uuid[], ${inSessions}::uuid[]))
        or b.session_id = any(${[...sessionIds]}::uuid[]) and holds_seat(b))`,
    )
    .orderBy('s.startsAt')
    .orderBy('s.id')
    .orderBy('g.customerName')
    .orderBy('b.id')
    .limit(maxChosen + 1)
    .execute()
}

/** The customers of these bookings, each name once. */
export async function listNames(
  db: Db,
  { vendorId, bookingIds }: { vendorId: VendorId; bookingIds: readonly string[] },
): Promise<string[]> {
  if (bookingIds.length === 0) return []
  const rows = await db
    .selectFrom('bookings as b')
    .innerJoin('purchases as g', 'g.id', 'b.purchaseId')
    .where('b.vendorId', '=', vendorId)
    .where('b.id', 'in', [...bookingIds])
    .groupBy('g.customerName')
    .orderBy('g.customerName')
    .select('g.customerName as name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Whether all of these are bookings of the vendor. Somebody else's are not even locked. */
export async function ownsBookings(
  db: Db,
  { vendorId, bookingIds }: { vendorId: VendorId; bookingIds: readonly string[] },
): Promise<boolean> {
  const ids = [...new Set(bookingIds)]
  if (ids.length === 0) return false
  const { own } = await db
    .selectFrom('bookings')
    .where('id', 'in', ids)
    .where('vendorId', '=', vendorId)
    .where('deletedAt', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('own'))
    .executeTakeFirstOrThrow()
  return Number(own) === ids.length
}

/** Sessions a booking can be in: its own, however far ahead, and the next upcoming ones of its class. */
export async function listMoveTargets(
  db: Db,
  of: { vendorId: VendorId; classId: string; sessionId: string },
) {
  const sessions = await db
    .selectFrom('classSessions as s')
    .where('s.vendorId', '=', of.vendorId)
    .where('s.classId', '=', of.classId)
    .where((eb) =>
      eb.or([
        eb('s.id', '=', of.sessionId),
        eb.and([eb('s.status', '=', 'confirmed'), eb('s.startsAt', '>', sql<Date>`now()`)]),
      ]),
    )
    .orderBy((eb) => eb('s.id', '=', of.sessionId), 'desc')
    .orderBy('s.startsAt')
    .orderBy('s.id')
    .limit(400)
    .select([
      's.id',
      's.sessionDate as date',
      's.startTime',
      's.maxStudents',
      's.currentStudents',
      's.calendarSequence as version',
      sql<number>`(extract(epoch from s.ends_at - s.starts_at) / 60)::float`.as('minutes'),
    ])
    .execute()
  const start = ({ date, startTime }: { date: string; startTime: string }) => `${date} ${startTime}`
  return sessions.toSorted((one, other) => start(one).localeCompare(start(other)))
}

/** Purchases that wait for the vendor's answer, the next to expire first. */
export async function listWaitingRequests(db: Db, vendorId: VendorId) {
  return db
    .selectFrom('bookings as b')
    .innerJoin('purchases as g', 'g.id', 'b.purchaseId')
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .innerJoin('classes as c', 'c.id', 'b.classId')
    .where('b.vendorId', '=', vendorId)
    .where(sql<boolean>`asks_vendor(b)`)
    .groupBy([
      'b.purchaseId',
      'b.sessionId',
      'g.customerName',
      'c.title',
      's.sessionDate',
      's.startTime',
      's.maxStudents',
      's.currentStudents',
    ])
    .orderBy(sql`min(b.expires_at)`)
    .limit(50)
    .select([
      'b.purchaseId',
      'b.sessionId',
      'g.customerName',
      'c.title as classTitle',
      's.sessionDate as date',
      's.startTime',
      's.maxStudents',
      's.currentStudents',
      // of a party
      sql<number | null>`max(b.people)`.as('people'),
      sql<string[]>`array_agg(b.id)`.as('bookingIds'),
      sql<Date>`min(b.expires_at)`.as('expiresAt'),
    ])
    .execute()
}

/** Customers with spots in these sessions, or with spots until the session was cancelled; by session and name. */
export async function listWhoComes(
  db: Db,
  { vendorId, sessionIds }: { vendorId: VendorId; sessionIds: readonly string[] },
) {
  if (sessionIds.length === 0) return []
  return db
    .selectFrom('bookings as b')
    .innerJoin('purchases as g', 'g.id', 'b.purchaseId')
    .where('b.vendorId', '=', vendorId)
    .where('b.sessionId', 'in', [...sessionIds])
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .where(
      sql<boolean>`(holds_seat(b) or (s.status = 'cancelled' and b.status = 'cancelled' and b.ended_at >= s.cancelled_at))`,
    )
    .groupBy(['b.sessionId', 'b.purchaseId'])
    .groupBy('g.customerName')
    .orderBy('g.customerName')
    .select([
      'b.sessionId',
      'b.purchaseId',
      'g.customerName as name',
      sql<number>`count(*)::integer`.as('spots'),
      sql<boolean>`bool_or(asks_vendor(b))`.as('waiting'),
      // The party of a slot has one booking.
      sql<PartyOfSpot | null>`(array_agg(${partyOfSpot}))[1]`.as('party'),
      // Where the purchase is edited: its first spot in the session.
      sql<string>`(array_agg(b.id order by b.booked_at, b.id))[1]`.as('bookingId'),
    ])
    .execute()
}
