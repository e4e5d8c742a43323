import type { PurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import { cancellation, freeUntil } from '#core/bookings/rules/cancelling.ts'
import { type BookingStatus, holdsSeat, isPending } from '#core/bookings/rules/status.ts'
import { paysFirst, shownStatus } from '#core/bookings/rules/waiting.ts'
import type { CardMoney } from '#core/cards/queries.ts'
import { calendarLinks } from '#core/messages/rules/calendar-event.ts'
import { waysTo } from '#app/features/trainer/ways-to.ts'
import type { ManagedPurchase, ManagedSession, ManagedSpot } from './managed.ts'

type Spot = PurchaseDetails['spots'][number]

type Around = {
  /** goes into calendars */
  viewLink: URL
  /** the spots that somebody else has now */
  given: readonly string[]
  cards: readonly CardMoney[]
}

/** What anyone with a link may see of a purchase. */
export function managedPurchase(details: PurchaseDetails, around: Around): ManagedPurchase {
  const { viewLink } = around
  const kept = details.spots.filter(({ deletedAt }) => deletedAt === null)
  const sessionIds = [...new Set(kept.map(({ sessionId }) => sessionId))]
  return {
    reference: details.reference,
    customerName: details.customerName,
    business: details.vendorName,
    username: details.username ?? '',
    avatarUrl: details.ownerAvatar,
    way: waysTo(details)[0] ?? null,
    noticeMinutes: Math.max(0, ...kept.map(({ noticeMinutes }) => noticeMinutes)),
    calendarFile: calendarFileOf(viewLink),
    sessions: sessionIds.flatMap((id) =>
      sessionOf(
        kept.filter(({ sessionId }) => sessionId === id),
        around,
      ),
    ),
  }
}

function sessionOf(spots: readonly Spot[], around: Around): ManagedSession[] {
  const [first] = spots
  if (!first) return []
  const shown = spots.map((spot) => toManagedSpot(spot, around))
  const cards = around.cards.filter(({ bookingId }) => spots.some(({ id }) => id === bookingId))
  const held = spots.filter((_spot, at) => holdsSeat(shown[at]?.status ?? 'cancelled'))
  const confirmed = spots.some(({ status }) => status === 'confirmed' || status === 'completed')
  const over = first.endsAt <= first.now
  return [
    {
      id: first.sessionId,
      classId: first.classId,
      classTitle: first.classTitle,
      classOpen: first.classBookable,
      startsAt: first.startsAt,
      endsAt: first.endsAt,
      timeZone: first.timeZone,
      location: first.location,
      online: first.onlineUrl !== null,
      joinUrl: confirmed ? first.onlineUrl : null,
      priceMinor: held.reduce((sum, { priceMinor }) => sum + priceMinor, 0),
      currency: first.currency,
      party: first.party,
      paid: held.length > 0 && held.every(({ isPaid }) => isPaid),
      // A request may still be rejected: nothing is owed for it yet.
      owedMinor: spots
        .filter(({ status }) => status === 'confirmed' || status === 'completed')
        .reduce((sum, { owedMinor }) => sum + owedMinor, 0),
      refundMinor: spots.reduce((sum, { refundMinor }) => sum + refundMinor, 0),
      cardBack: {
        openMinor: cards.reduce((sum, { openMinor }) => sum + openMinor, 0),
        doneMinor: cards.reduce((sum, { backMinor }) => sum + backMinor, 0),
      },
      taken: first.currentStudents,
      capacity: first.maxStudents,
      spots: shown,
      calendar:
        held.length > 0 && !over && !shown.every(paysFirst)
          ? calendarOf(first, confirmed, around.viewLink)
          : null,
      over,
      freeUntil: freeUntilOf(spots),
    },
  ]
}

/** The earliest end of free cancellation; null if it is over for one of the spots. */
function freeUntilOf(spots: readonly Spot[]): Date | null {
  const ends = spots.flatMap((spot) => (spot.status === 'confirmed' ? [freeUntil(spot)] : []))
  const [end] = ends.toSorted((one, other) => one.getTime() - other.getTime())
  return end && spots.some(({ now }) => now < end) ? end : null
}

function toManagedSpot(spot: Spot, { given, cards }: Around): ManagedSpot {
  const status: BookingStatus = shownStatus(spot, spot.now)
  return {
    id: spot.id,
    status,
    waitsFor: spot.waitsFor,
    expiresAt: isPending(status) ? spot.expiresAt : null,
    endedBy: given.includes(spot.id) ? 'given' : spot.endedBy,
    late: spot.attendance === 'late_cancel',
    cancelling: cancellation({ ...spot, status }, spot.now),
    cardMinor: cards.find(({ bookingId }) => bookingId === spot.id)?.keptMinor ?? 0,
  }
}

function calendarOf(spot: Spot, confirmed: boolean, viewLink: URL): ManagedSession['calendar'] {
  const place = spot.location ?? (confirmed ? spot.onlineUrl : null)
  return {
    file: calendarFileOf(viewLink, spot.sessionId),
    ...calendarLinks({
      title: spot.classTitle,
      startsAt: spot.startsAt,
      endsAt: spot.endsAt,
      place,
      viewUrl: viewLink.href,
    }),
  }
}

/** The path of the file of one session, or of all upcoming ones. */
function calendarFileOf(viewLink: URL, sessionId?: string): string {
  const file = new URL(`${viewLink.pathname}/calendar.ics${viewLink.search}`, viewLink)
  if (sessionId !== undefined) file.searchParams.set('session', sessionId)
  return file.pathname + file.search
}
