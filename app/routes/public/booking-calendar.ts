import { data } from 'react-router'
import { depsOf } from '#app/http/request.ts'
import { findPurchaseByLink, viewUrl } from '#core/bookings/queries/links.ts'
import { findOpenedPurchase } from '#core/bookings/queries/purchase-details.ts'
import { holdsSeat } from '#core/bookings/rules.ts'
import { calendarFile } from '#core/messages/templates/calendar-file.ts'
import type { Route } from './+types/booking-calendar'

/** The calendar file of the upcoming dates of a purchase, or of one of its sessions, for anyone with a link to it. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const deps = depsOf(context)
  const token = url.searchParams.get('token') ?? ''
  const purchase = await findPurchaseByLink(deps, { reference: params.reference, token })
  const details = purchase && (await findOpenedPurchase(deps.db, purchase))
  const sessionId = url.searchParams.get('session')
  const held = (details?.spots ?? []).filter(
    (spot) =>
      (sessionId === null ? spot.endsAt > spot.now : spot.sessionId === sessionId) &&
      spot.deletedAt === null &&
      holdsSeat(spot.status),
  )
  if (!details || held.length === 0) throw data(null, { status: 404 })
  const organizer =
    details.contactEmail === null ? null : { name: details.vendorName, email: details.contactEmail }
  const events = [...Map.groupBy(held, ({ calendarId }) => calendarId)].flatMap(
    ([calendarId, [first, ...more]]) => {
      if (first === undefined) return []
      const confirmed = [first, ...more].some(({ status }) => status !== 'pending')
      return {
        calendarId,
        sequence: Math.max(
          ...details.spots
            .filter((spot) => spot.calendarId === calendarId)
            .map(({ calendarSequence }) => calendarSequence),
        ),
        title: first.classTitle,
        startsAt: first.startsAt,
        endsAt: first.endsAt,
        place: first.location ?? (confirmed ? first.onlineUrl : null),
        tentative: !confirmed,
        organizer,
        stamp: first.now,
      }
    },
  )
  const file = calendarFile(events, {
    origin: deps.origin,
    viewUrl: viewUrl(deps, { ...details, purchaseId: details.id }),
    cancelled: false,
  })
  return new Response(file, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'content-disposition': `attachment; filename="${details.reference}.ics"`,
      'cache-control': 'private, no-store',
      'referrer-policy': 'same-origin',
    },
  })
}
