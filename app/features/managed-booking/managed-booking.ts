import type { PurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import { type BookingStatus, cancellation, holdsSeat, shownStatus } from '#core/bookings/rules.ts'
import { calendarLinks } from '#core/messages/rules.ts'
import type { ManagedPurchase, ManagedSession, ManagedSpot } from './managed.ts'

type Spot = PurchaseDetails['spots'][number]

/** What the holder of a manage link may see of a purchase. `link` is the page's own path with its token. */
export function managedPurchase(details: PurchaseDetails, link: URL): ManagedPurchase {
  const kept = details.spots.filter(({ deletedAt }) => deletedAt === null)
  const sessionIds = [...new Set(kept.map(({ sessionId }) => sessionId))]
  return {
    reference: details.reference,
    customerName: details.customerName,
    business: details.vendorName,
    username: details.username ?? '',
    avatarUrl: details.ownerAvatar,
    noticeMinutes: details.noticeMinutes,
    sessions: sessionIds.flatMap((id) =>
      sessionOf(
        details,
        kept.filter(({ sessionId }) => sessionId === id),
        link,
      ),
    ),
  }
}

function sessionOf(details: PurchaseDetails, spots: readonly Spot[], link: URL): ManagedSession[] {
  const [first] = spots
  if (!first) return []
  const shown = spots.map((spot) => spotOf(details, spot))
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
      paid: held.length > 0 && held.every(({ paymentStatus }) => paymentStatus === 'paid'),
      spots: shown,
      calendar: held.length > 0 && !over ? calendarOf(first, confirmed, link) : null,
      over,
    },
  ]
}

function spotOf(details: PurchaseDetails, spot: Spot): ManagedSpot {
  const status: BookingStatus = shownStatus(spot, spot.now)
  return {
    id: spot.id,
    status,
    expiresAt: status === 'pending' ? spot.expiresAt : null,
    endedBy: spot.endedBy,
    late: spot.attendance === 'late_cancel',
    cancelling: cancellation({ ...spot, status, noticeMinutes: details.noticeMinutes }, spot.now),
  }
}

function calendarOf(spot: Spot, confirmed: boolean, link: URL): ManagedSession['calendar'] {
  const file = new URL(`${link.pathname}/calendar.ics${link.search}`, link)
  file.searchParams.set('session', spot.sessionId)
  const place = spot.location ?? (confirmed ? spot.onlineUrl : null)
  return {
    file: file.pathname + file.search,
    ...calendarLinks({
      title: spot.classTitle,
      startsAt: spot.startsAt,
      endsAt: spot.endsAt,
      place,
      manageUrl: link.href,
    }),
  }
}
