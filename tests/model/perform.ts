import { agreeing } from '#tests/support/agreeing.ts'
import { fromNow } from '#tests/support/times.ts'
import { allOf, currentLink } from '#tests/support/links.ts'
import { markAttendance } from '#core/attendance/commands/mark-attendance.ts'
import { waiveLateCancel } from '#core/attendance/commands/waive-late-cancel.ts'
import { archiveClass } from '#core/schedule/commands/archive-class.ts'
import { confirmRequest, rejectRequest } from '#core/bookings/commands/answer-request.ts'
import { type BundleBooked, bookBundle } from '#core/bookings/commands/book-bundle.ts'
import { type Booked, bookSession } from '#core/bookings/commands/book-session.ts'
import { cancelByCustomer, cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { cancelSession } from '#core/schedule/commands/cancel-sessions.ts'
import { completePastBookings } from '#core/bookings/commands/complete-bookings.ts'
import { deleteBooking } from '#core/bookings/commands/delete-booking.ts'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { expireOverdueBookings } from '#core/bookings/commands/expire-bookings.ts'
import { giveBooking } from '#core/bookings/commands/give-booking.ts'
import { moveByCustomer } from '#core/bookings/commands/move-bookings.ts'
import { redeemSession } from '#core/bookings/commands/redeem-session.ts'
import { listPurchaseFacts } from '#core/bookings/queries/purchases.ts'
import { cancellation } from '#core/bookings/rules/cancelling.ts'
import { type Seen, type SeenSpot, seenText } from '#core/bookings/rules/seen.ts'
import { seenField } from '#core/bookings/schema.ts'
import { planBundle } from '#core/bookings/queries/bundle-plan.ts'
import {
  changeFollowingSessions,
  changeSession,
  type SessionChanged,
} from '#core/schedule/commands/change-session.ts'
import { type ClassEdited, editClass } from '#core/schedule/commands/edit-class.ts'
import { editFields, findOwnClass } from '#core/classes/queries/own-classes.ts'
import type { ClassForm } from '#core/classes/schema.ts'
import { expireCredits } from '#core/passes/steps/credits.ts'
import type { Db } from '#core/shared/db.ts'
import { addMinutes, wallClockOf } from '#core/shared/time.ts'
import type { Call } from './actions.ts'
import { onGrid } from './state.ts'
import { at, type BundleOrder, contacts, edited, type Order } from './known.ts'
import { bundlePriceMinor, durationMinutes, letTimePass, type World } from './world.ts'

export type Performed = {
  answer: unknown
  purchase: { purchaseId: string; spots: { id: string }[] } | null
  /** the bundle with the dates it was asked for, and what is left of it */
  bought: { order: BundleOrder; passId: string } | null
  /** the spot that was booked with what is left of a bundle */
  redeemed: string | null
}

const nothingNew = { purchase: null, bought: null, redeemed: null }

/** Gives the command to the product; the answer comes in the words the model uses. */
export async function perform(world: World, call: Call): Promise<Performed> {
  if (call.kind === 'bookBundle') return performBundle(world, call)
  if (call.kind === 'redeem') {
    const answer = await redeem(world, call)
    const redeemed = answer.ok && !answer.replayed ? answer.bookingId : null
    return { ...nothingNew, answer, redeemed }
  }
  if (call.kind === 'give') {
    const given = await give(world, call)
    if (!given.ok) return { ...nothingNew, answer: given }
    const spots = await world.deps.db
      .selectFrom('bookings')
      .where('purchaseId', '=', given.purchaseId)
      .select('id')
      .execute()
    return {
      ...nothingNew,
      answer: { ok: true },
      purchase: { purchaseId: given.purchaseId, spots },
    }
  }
  if (call.kind === 'openPage') {
    world.pages.push(await openPage(world))
    return { ...nothingNew, answer: undefined }
  }
  if (call.kind !== 'book') return { ...nothingNew, answer: await command(world, call) }
  const booked = await book(world, call)
  return { ...nothingNew, answer: saidOf(booked), purchase: booked.ok ? booked.purchase : null }
}

async function performBundle(
  world: World,
  { order: asked, how, page }: Extract<Call, { kind: 'bookBundle' }>,
): Promise<Performed> {
  const { known, deps } = world
  const dates = how === 'chosen' ? asked.sessions : await planned(world, asked, how)
  if (dates === null) return { ...nothingNew, answer: 'no plan' }
  const order = { ...asked, sessions: dates }
  const contact = at(contacts, order.contact)
  const booked = await bookBundle(deps, {
    bundleId: at(world.bundleIds, order.ofClass),
    sessionIds: dates.map((index) => at(known.sessions, index).id),
    name: order.name,
    contact: contact.phone ?? contact.email ?? '',
    leaveRest: order.leaveRest,
    seen: { ...pageOf(world, page), priceMinor: bundlePriceMinor },
    idempotencyKey: order.key,
    accepted: [],
    language: 'en',
    network: null,
  })
  const answer = saidOf(booked)
  if (!booked.ok) return { ...nothingNew, answer }
  const passId = await passOf(world, booked.purchase.purchaseId, !booked.replayed)
  return { ...nothingNew, answer, purchase: booked.purchase, bought: { order, passId } }
}

async function planned(
  { known, deps, bundleIds }: World,
  order: BundleOrder,
  how: 'series' | 'auto',
): Promise<number[] | null> {
  const plan = await planBundle(deps, {
    bundleId: at(bundleIds, order.ofClass),
    firstSessionId: at(known.sessions, at(order.sessions, 0)).id,
    how,
  })
  return (
    plan?.items.map(({ sessionId }) => known.sessions.findIndex(({ id }) => id === sessionId)) ??
    null
  )
}

/** What was bought with a purchase. The end of a new one is laid half-way between two steps of time. */
async function passOf({ deps, begun }: World, purchaseId: string, isNew: boolean): Promise<string> {
  const { id, expiresAt } = await deps.db
    .selectFrom('passes')
    .where('purchaseId', '=', purchaseId)
    .select(['id', 'expiresAt'])
    .executeTakeFirstOrThrow()
  const minutes = (expiresAt.getTime() - begun.getTime()) / 60_000
  const laid = addMinutes(begun, onGrid(minutes - 0.5) + 0.5)
  if (isNew)
    await deps.db.updateTable('passes').set({ expiresAt: laid }).where('id', '=', id).execute()
  return id
}

function give(
  { deps, known, vendor, stranger }: World,
  { who, spot, name, contact }: Extract<Call, { kind: 'give' }>,
) {
  const { phone, email } = at(contacts, contact)
  const vendorId = who === 'stranger' ? stranger.id : vendor.id
  return giveBooking(
    deps.db,
    { vendorId, userId: vendor.userId, country: 'DE' },
    {
      bookingId: at(known.spots, spot).id,
      form: { customerName: name, contact: phone ?? email ?? '' },
    },
  )
}

async function redeem(world: World, call: Extract<Call, { kind: 'redeem' }>) {
  const { deps, known } = world
  return redeemSession(deps.db, await currentLink(deps.db, at(known.groups, call.group).id), {
    passId: at(known.passes, call.pass).id,
    sessionId: at(known.sessions, call.to).id,
    seen: pageOf(world, call.page),
  })
}

function saidOf(booked: Booked | BundleBooked): unknown {
  if (!booked.ok) return booked
  const { purchaseId, spots } = booked.purchase
  const statuses = Object.fromEntries(spots.map(({ id, status }) => [id, status]))
  return booked.replayed
    ? { ok: true, replayed: true, purchaseId, statuses }
    : { ok: true, replayed: false, statuses: spots.map(({ status }) => status) }
}

function book(
  world: World,
  { order, page }: { order: Order; page: number | null },
): Promise<Booked> {
  const { deps, known } = world
  return bookSession(deps, {
    sessionId: at(known.sessions, order.session).id,
    spots: order.spots,
    name: order.name,
    contact: at(contacts, order.contact),
    seen: pageOf(world, page),
    idempotencyKey: order.key,
    source: 'api',
    accepted: [],
    language: 'en',
    network: null,
  })
}

async function command(
  world: World,
  call: Exclude<Call, { kind: 'book' | 'bookBundle' | 'redeem' | 'give' | 'openPage' }>,
): Promise<unknown> {
  const { known, deps, classIds } = world
  const { db } = deps
  const now = new Date()
  const vendorId = 'who' in call && call.who === 'stranger' ? world.stranger.id : world.vendor.id
  const member = { vendorId, userId: world.vendor.userId }
  const spotIds = (spots: readonly number[]) => spots.map((spot) => at(known.spots, spot).id)
  const purchaseId = 'group' in call ? at(known.groups, call.group).id : ''
  switch (call.kind) {
    case 'confirm':
    case 'reject': {
      const who =
        call.who === 'link'
          ? await allOf(db, purchaseId)
          : { vendorId, bookingIds: spotIds(call.spots) }
      return call.kind === 'confirm' ? confirmRequest(db, who) : rejectRequest(db, who)
    }
    case 'cancelByCustomer':
      return cancelByCustomer(
        db,
        await currentLink(db, purchaseId),
        call.spots && spotIds(call.spots),
        pageOf(world, call.page),
      )
    case 'cancelByVendor':
      return cancelByVendor(db, vendorId, spotIds(call.spots))
    case 'move':
      return moveByCustomer(
        db,
        await currentLink(db, purchaseId),
        spotIds(call.spots),
        at(known.sessions, call.to).id,
        pageOf(world, call.page),
      )
    case 'edit': {
      const bookingId = at(known.spots, call.spot).id
      const stored = await storedBooking(db, bookingId)
      const { phone, email } = at(contacts, call.contact)
      const typed = {
        customerName: edited,
        customerEmail: email ?? '',
        customerPhone: phone ?? '',
        notes: '',
        status: call.status ?? stored.status,
        paymentStatus: 'pending' as const,
        amountPaidMinor: 0,
        currency: 'EUR',
        sessionId: call.to === null ? stored.sessionId : at(known.sessions, call.to).id,
        people: null,
        extras: [],
        customerGender: null,
        customerBirthDate: null,
      }
      let also: string[] = []
      return agreeing({ typed }, async (form) => {
        const saved = await editBooking(db, member, bookingId, { ...form, also })
        if ('purchases' in saved && call.withOthers) also = saved.purchases.map(({ id }) => id)
        return saved
      })
    }
    case 'delete':
      return deleteBooking(db, member, at(known.spots, call.spot).id)
    case 'mark': {
      const bookingId = at(known.spots, call.spot).id
      const { sessionId } = await storedBooking(db, bookingId)
      return markAttendance(db, vendorId, { bookingId, sessionId, mark: call.mark })
    }
    case 'waive':
      return waiveLateCancel(db, member, { bookingId: at(known.spots, call.spot).id })
    case 'expire':
      return expireOverdueBookings(db)
    case 'expireCredits':
      return expireCredits(db)
    case 'complete':
      return completePastBookings(db)
    case 'changeSession':
    case 'changeFollowing': {
      const sessionId = at(known.sessions, call.session).id
      const start = await startOf(db, sessionId, call.laterMinutes)
      const form = {
        date: start.date,
        startTime: start.time,
        durationMinutes,
        maxStudents: call.capacity,
        placeKind: 'address' as const,
        location: call.location,
        onlineUrl: '',
      }
      const change = call.kind === 'changeSession' ? changeSession : changeFollowingSessions
      return saved(await agreeing(form, (typed) => change(db, { vendorId, sessionId }, typed, now)))
    }
    case 'editClass': {
      const classId = at(classIds, call.ofClass)
      const typed = await editedForm(world, call)
      return saved(await agreeing(typed, (form) => editClass(db, vendorId, classId, form, now)))
    }
    case 'cancelSession':
      return cancelSession(db, { vendorId, sessionId: at(known.sessions, call.session).id }, now)
    case 'archive': {
      const owned = { vendorId, classId: at(classIds, call.ofClass) }
      const choice = { upcomingBookings: call.upcoming, bundles: { to: 'refund' as const } }
      return agreeing(choice, (agreed) => archiveClass(db, owned, agreed, now))
    }
    case 'timePasses':
      return letTimePass(db, call.minutes)
  }
}

/** Everything there is, as pages show it and their forms send it. */
async function openPage({ deps: { db }, known }: World): Promise<Seen> {
  const sessions = await db
    .selectFrom('classSessions')
    .select(['id', 'calendarSequence as version'])
    .execute()
  const seen: SeenSpot[] = []
  for (const { id } of known.groups) {
    const { spots, now } = await listPurchaseFacts(db, await currentLink(db, id))
    for (const spot of spots) seen.push({ ...spot, isFree: cancellation(spot, now) === 'free' })
  }
  return seenField.parse(seenText({ sessions, spots: seen })) ?? {}
}

const pageOf = ({ pages }: World, page: number | null) =>
  page === null ? undefined : at(pages, page)

/** The form of a class as it opens now, changed; as it opened first where it opens no more. */
async function editedForm(
  { deps: { db }, vendor, classIds, forms }: World,
  call: Extract<Call, { kind: 'editClass' }>,
): Promise<ClassForm> {
  const found = await findOwnClass(db, {
    vendorId: vendor.id,
    classId: at(classIds, call.ofClass),
  })
  const form = found ? editFields(found) : at(forms, call.ofClass)
  return {
    ...form,
    maxStudents: call.capacity ?? form.maxStudents,
    location: call.location ?? form.location,
    times: form.times.map((time) => ({
      ...time,
      startTime: later(time.startTime, call.laterMinutes),
    })),
  }
}

/** As it is, where it would be on another day. */
function later(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const total = hour * 60 + minute + minutes
  if (total < 0 || total >= 1440) return time
  return [Math.floor(total / 60), total % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

function saved(answer: SessionChanged | ClassEdited) {
  if (!answer.ok) return answer
  const { toldSpots, unreachedSpots } = answer.told
  return { ...answer, told: toldSpots + unreachedSpots }
}

async function storedBooking(db: Db, bookingId: string) {
  return db
    .selectFrom('bookings')
    .where('id', '=', bookingId)
    .select(['sessionId', 'status'])
    .executeTakeFirstOrThrow()
}

async function startOf(db: Db, sessionId: string, laterMinutes: number) {
  const session = await db
    .selectFrom('classSessions')
    .where('id', '=', sessionId)
    .select(['startsAt', 'timeZone'])
    .executeTakeFirst()
  // An edit of the class at the same time may have removed the session: the command says so itself.
  const { startsAt, timeZone } = session ?? { startsAt: fromNow(0), timeZone: 'UTC' }
  return wallClockOf(addMinutes(startsAt, laterMinutes), timeZone)
}
