import { spotVersion } from '#core/bookings/rules/spot-version.ts'
import { versionOf } from '#core/shared/version.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { allOf, currentLink } from '#tests/support/links.ts'
// The vendors' side of the load: commands that have no address of their own, run straight on the database.
import type { VendorId } from '#core/shared/ids.ts'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { confirmRequest, rejectRequest } from '#core/bookings/commands/answer-request.ts'
import { cancelByCustomer, cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { refundByVendor } from '#core/cards/commands/refund-by-vendor.ts'
import { cancelSession } from '#core/schedule/commands/cancel-sessions.ts'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { giveBooking } from '#core/bookings/commands/give-booking.ts'
import { moveByCustomer } from '#core/bookings/commands/move-bookings.ts'
import { editFields, findEditable } from '#core/bookings/queries/editable-booking.ts'
import { changeSession } from '#core/schedule/commands/change-session.ts'
import { editClass } from '#core/schedule/commands/edit-class.ts'
import { isBusy, openDatabase } from '#core/shared/db.ts'
import { appendTo, type Args, givenName, type Kind } from './history.ts'
import { takeOrders } from './orders.ts'
import { between, pick, type Random, randomFrom, weighted } from './random.ts'
import { seriesForm } from './world.ts'

const { orders, isDraining } = takeOrders()
const lines = 4
const { db, close } = openDatabase({ url: orders.databaseUrl, max: 8 })

type Held = {
  purchaseId: string
  vendorId: VendorId
  sessionId: string
  classId: string
  bookingIds: string[]
}

/** Purchases with spots of this status, at random; all spots of one are in one session. */
async function heldPurchases(status: 'pending' | 'confirmed', most: number): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select purchase_id as "purchaseId", vendor_id as "vendorId", session_id as "sessionId",
      class_id as "classId", array_agg(id) as "bookingIds"
    from bookings where status = ${status} and deleted_at is null
    group by 1, 2, 3, 4 order by random() limit ${most}`.execute(db)
  return rows
}

async function siblingsOf({ classId, sessionId }: Held): Promise<string[]> {
  const rows = await db
    .selectFrom('classSessions')
    .where('classId', '=', classId)
    .where('id', '<>', sessionId)
    .where('status', '=', 'confirmed')
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

type Result = { ok: boolean; reason?: string; changed?: number }

async function live(client: string, random: Random): Promise<void> {
  const write = appendTo(path.join(orders.folder, `history-${client}.jsonl`))
  let counter = 0

  const attempt = async (kind: Kind, args: Args, run: () => Promise<Result>) => {
    const entry = { client, op: `${client}-${(counter += 1)}`, attempt: 1, kind, key: null, args }
    write({ ...entry, t: Date.now(), phase: 'invoke', answer: {} })
    const { phase, answer } = await run().then(
      ({ ok, reason, changed }) => ({
        phase: ok ? 'ok' : 'fail',
        answer: { ...(reason && { code: reason }), ...(changed !== undefined && { changed }) },
      }),
      (error: unknown) => ({
        phase: isBusy(error) ? 'fail' : 'unknown',
        answer: { code: error instanceof Error ? error.message.slice(0, 200) : '' },
      }),
    )
    write({ ...entry, t: Date.now(), phase, answer })
  }

  const confirm = ({ purchaseId, vendorId, bookingIds }: Held) =>
    attempt('confirm', { purchaseId, bookingIds }, async () => {
      const who = random() < 0.5 ? await allOf(db, purchaseId) : { vendorId, bookingIds }
      return answered(await confirmRequest(db, who))
    })
  const reject = ({ purchaseId, vendorId, bookingIds }: Held) =>
    attempt('reject', { purchaseId, bookingIds }, async () =>
      answered(await rejectRequest(db, { vendorId, bookingIds })),
    )
  const cancel = ({ purchaseId, vendorId, bookingIds }: Held) =>
    attempt('cancel_by_vendor', { purchaseId, bookingIds }, async () => {
      const done = await cancelByVendor(db, vendorId, bookingIds)
      return done.ok ? { ok: true, changed: done.cancelled } : done
    })
  /** Makes a request expire: stored times can be shifted, the clock cannot. */
  const expire = ({ purchaseId, bookingIds }: Held) =>
    attempt('expire', { purchaseId, bookingIds }, async () => {
      const { numAffectedRows } = await sql`
        update bookings set expires_at = clock_timestamp() - interval '1 second'
        where id = any(${bookingIds}::uuid[]) and status = 'pending'`.execute(db)
      return { ok: true, changed: Number(numAffectedRows ?? 0) }
    })
  const move = ({ purchaseId, bookingIds }: Held, toSessionId: string) =>
    attempt('move', { purchaseId, bookingIds, toSessionId }, async () => {
      const done = await moveByCustomer(
        db,
        await currentLink(db, purchaseId),
        bookingIds,
        toSessionId,
      )
      return done.ok ? { ok: true, changed: done.moved } : done
    })

  const cancelOwn = ({ purchaseId }: Held, bookingIds: string[]) =>
    attempt('cancel_own', { purchaseId, bookingIds }, async () => {
      const done = await cancelByCustomer(db, await currentLink(db, purchaseId), bookingIds)
      return done.ok ? { ok: true, changed: done.cancelled } : done
    })
  /** By Edit Booking, from a form that was opened before: only the session was changed in it. */
  const moveOther = async (
    { purchaseId, vendorId }: Held,
    bookingId: string,
    toSessionId: string,
  ) => {
    const booking = await findEditable(db, { vendorId, bookingId })
    if (!booking) return
    const shown = editFields(booking)
    const typed = { ...shown, sessionId: toSessionId }
    const userId = await ownerOf(vendorId)
    await attempt('edit', { purchaseId, bookingIds: [bookingId], toSessionId }, async () => {
      const done = await editBooking(db, { vendorId, userId }, bookingId, {
        version: versionOf(shown),
        typed,
      })
      return done.ok ? { ok: true } : { ok: false, reason: done.reason }
    })
  }

  /** Gives one spot of a purchase to somebody else, from a page that was opened before. */
  const give = async (
    { purchaseId, vendorId, sessionId }: Held,
    bookingId: string,
    email: string,
  ) => {
    const member = { vendorId, userId: await ownerOf(vendorId), country: 'DE' }
    const version = spotVersion({ sessionId, isHeld: true })
    const customerName = `${givenName}${client}-${counter}`
    await attempt('give', { purchaseId, bookingIds: [bookingId], name: customerName, email }, () =>
      giveBooking(db, member, { bookingId, version, form: { customerName, contact: email } }),
    )
  }
  /** Another address, also for some of the purchases with the old one. */
  const correct = async ({ purchaseId, vendorId }: Held, bookingId: string, email: string) => {
    const member = { vendorId, userId: await ownerOf(vendorId) }
    const booking = await findEditable(db, { vendorId, bookingId })
    if (!booking || booking.customerEmail === null) return
    const shown = editFields(booking)
    await attempt('correct', { purchaseId, bookingIds: [bookingId], email }, async () => {
      const save = (agreed?: string, also: string[] = []) =>
        editBooking(db, member, bookingId, {
          version: versionOf(shown),
          typed: { ...shown, customerEmail: email },
          agreed,
          also,
        })
      const done = await save()
      const some =
        'purchases' in done ? done.purchases.flatMap(({ id }) => (random() < 0.5 ? [id] : [])) : []
      const again = 'agreement' in done ? await save(done.agreement, some) : done
      return again.ok ? { ok: true } : { ok: false, reason: again.reason }
    })
  }
  /** A new address, or one that others share. */
  const anEmail = () =>
    random() < 0.5
      ? `shared-${between(random, 1, 40)}@customers.example.com`
      : `${client}-${counter}@customers.example.com`

  const answerOne = async () => {
    const [held] = await heldPurchases('pending', 1)
    if (!held) return
    const doing = weighted(random, { confirm: 45, reject: 15, expire: 20, all: 20 })
    if (doing === 'confirm') return confirm(held)
    if (doing === 'reject') return reject(held)
    if (doing === 'expire') return expire(held)
    await Promise.all([expire(held), confirm(held), reject(held), cancel(held)])
  }
  const moveOne = async () => {
    const [held] = await heldPurchases(random() < 0.8 ? 'confirmed' : 'pending', 1)
    const target = held && pick(random, await siblingsOf(held))
    if (held && target) await move(held, target)
  }
  /** Two purchases change places at once: each needs the session the other is in. */
  const moveCrosswise = async () => {
    const held = await heldPurchases('confirmed', 40)
    const [one] = held
    const other = held.find(
      (its) => its.classId === one?.classId && its.sessionId !== one.sessionId,
    )
    if (one && other) await Promise.all([move(one, other.sessionId), move(other, one.sessionId)])
  }
  /** Vendor and customer move and cancel spots of one purchase, and its session changes, all at the same moment. */
  const tangle = async () => {
    const held = (await heldPurchases('confirmed', 20)).toSorted(
      (one, other) => other.bookingIds.length - one.bookingIds.length,
    )[0]
    if (!held) return
    const [there = held.sessionId, elsewhere = there] = await siblingsOf(held)
    const [one = '', other = one] = held.bookingIds
    await Promise.all([
      move(held, there),
      moveOther(held, one, elsewhere),
      moveOther(held, other, there),
      cancelOwn(held, [pick(random, held.bookingIds) ?? one]),
      random() < 0.5 ? cancel({ ...held, bookingIds: [other] }) : null,
      changeOne('resize', held.sessionId),
      changeOne('reschedule', there),
    ])
  }
  /**
   * Removes the weekly time of a class and adds it again at another hour; sessions that never had a booking are deleted.
   */
  const editSeries = async () => {
    const series = pick(random, orders.series)
    if (!series) return
    const times = random() < 0.5 ? [] : [{ weekday: 1, startTime: anyHour(random), everyWeeks: 1 }]
    const form = seriesForm(series.startDate, times)
    const { vendorId } = await db
      .selectFrom('classes')
      .where('id', '=', series.classId)
      .select('vendorId')
      .executeTakeFirstOrThrow()
    await attempt('edit_class', { classId: series.classId }, async () => {
      const save = (typed: typeof form) =>
        editClass(db, vendorId, series.classId, typed, new Date())
      return resultOf(await agreeing(form, save))
    })
  }
  const giveOne = async () => {
    const [held] = await heldPurchases('confirmed', 1)
    const [one] = held?.bookingIds ?? []
    if (!held || one === undefined) return
    // Its customer may do something with it at the same moment.
    await Promise.all([
      give(held, one, anEmail()),
      random() < 0.3 ? cancelOwn(held, held.bookingIds) : null,
    ])
  }
  const correctOne = async () => {
    const [held, other] = await heldPurchases('confirmed', 2)
    const [one] = held?.bookingIds ?? []
    if (!held || one === undefined) return
    const email = anEmail()
    await Promise.all([
      correct(held, one, email),
      random() < 0.3 && other ? correct(other, other.bookingIds[0] ?? '', email) : null,
      random() < 0.2 ? cancelOwn(held, [one]) : null,
    ])
  }
  const cancelOne = async () => {
    const [held] = await heldPurchases('confirmed', 1)
    if (held) await cancel(held)
  }
  /** Gives back what a card paid; the spot stays. */
  const refundOne = async () => {
    const { rows } = await sql<{ id: string; vendorId: VendorId; minor: number }>`
      select b.id, b.vendor_id, card_kept(b.vendor_id, b.id, null)::float8 as minor from bookings b
      join classes c on c.vendor_id = b.vendor_id and c.id = b.class_id and c.pays = 'card'
      where b.status = 'confirmed' and card_kept(b.vendor_id, b.id, null) > 0 order by random() limit 1`.execute(
      db,
    )
    const [paid] = rows
    if (!paid) return
    const member = { vendorId: paid.vendorId, userId: await ownerOf(paid.vendorId) }
    const asked = { bookingId: paid.id, amountMinor: paid.minor, seenMinor: paid.minor }
    // A double click.
    await Promise.all([1, 2].map(() => refundByVendor(db, member, { ...asked, currency: 'EUR' })))
  }
  const changeOne = async (change: 'resize' | 'reschedule', named?: string) => {
    const session = await db
      .selectFrom('classSessions')
      .where('id', '=', named ?? pick(random, [...orders.small, ...orders.hot]) ?? '')
      .selectAll()
      .executeTakeFirst()
    if (!session) return
    const maxStudents =
      change === 'resize'
        ? Math.max(1, session.maxStudents + between(random, -2, 2))
        : session.maxStudents
    const location = change === 'reschedule' ? `Hall ${between(random, 1, 99)}` : session.location
    const args = { sessionId: session.id, maxStudents, location: location ?? '' }
    await attempt(change, args, async () => {
      const form = {
        date: session.sessionDate,
        startTime: session.startTime,
        durationMinutes: 60,
        maxStudents,
        placeKind: 'address' as const,
        location: location ?? '',
        onlineUrl: '',
      }
      const owned = { vendorId: session.vendorId, sessionId: session.id }
      const done = await agreeing(form, (typed) => changeSession(db, owned, typed, new Date()))
      return done.ok
        ? { ok: true, changed: done.told.toldSpots + done.told.unreachedSpots }
        : { ok: false, reason: done.reason }
    })
  }
  const cancelWhole = async () => {
    const sessionId = pick(random, [...orders.small, ...orders.cards]) ?? ''
    const session = await db
      .selectFrom('classSessions')
      .where('id', '=', sessionId)
      .select('vendorId')
      .executeTakeFirst()
    if (!session) return
    const owned = { vendorId: session.vendorId, sessionId }
    await attempt('cancel_session', { sessionId }, async () => {
      const done = await cancelSession(db, owned, new Date())
      return done.ok ? { ok: true, changed: done.bookings } : done
    })
  }

  const doings = {
    answerOne,
    moveOne,
    moveCrosswise,
    tangle,
    editSeries,
    giveOne,
    correctOne,
    cancelOne,
    resize: () => changeOne('resize'),
    reschedule: () => changeOne('reschedule'),
    cancelWhole,
    refundOne,
  }
  const weights = {
    answerOne: 46,
    moveOne: 10,
    moveCrosswise: 14,
    tangle: 12,
    editSeries: 4,
    giveOne: 12,
    correctOne: 10,
    cancelOne: 6,
    resize: 18,
    reschedule: 3,
    cancelWhole: 3,
    refundOne: 3,
  }
  while (!isDraining()) {
    const doing = weighted(random, weights)
    // Looking for something to do fails while the database is away.
    if (doing) await doings[doing]().catch(() => pause(200))
    await pause(between(random, 60, 240))
  }
}

const owners = new Map<string, string>()
async function ownerOf(vendorId: VendorId): Promise<string> {
  const known = owners.get(vendorId)
  if (known !== undefined) return known
  const { userId } = await db
    .selectFrom('vendorMembers')
    .where('vendorId', '=', vendorId)
    .select('userId')
    .executeTakeFirstOrThrow()
  owners.set(vendorId, userId)
  return userId
}

const anyHour = (random: Random) => `${String(between(random, 8, 19)).padStart(2, '0')}:00`

function resultOf(done: { ok: true } | { ok: false; reason: string }): Result {
  return done.ok ? { ok: true } : { ok: false, reason: done.reason }
}

function answered(done: { ok: true; answered: number } | { ok: false; reason: string }): Result {
  return done.ok ? { ok: true, changed: done.answered } : done
}

await Promise.all(
  Array.from({ length: lines }, (_none, n) =>
    live(`v${n}`, randomFrom(orders.seed * 1000 + 500 + n)),
  ),
)
await close()
process.exit(0)
