import { data } from 'react-router'
import { depsOf } from '#app/http/request.ts'
import { findPurchaseByLink } from '#core/bookings/queries/links.ts'
import { findOpenedPurchase } from '#core/bookings/queries/purchase-details.ts'
import { bookedEvents } from '#core/feeds/queries/booked-events.ts'
import { publishedFile } from '#core/integrations/calendar-file.ts'
import { organizerOf } from '#core/messages/rules/calendar-event.ts'
import type { Route } from './+types/booking-calendar'

/** The calendar file of the upcoming dates of a purchase, or of one of its sessions, for anyone with a link to it. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const deps = depsOf(context)
  const token = url.searchParams.get('token') ?? ''
  const purchase = await findPurchaseByLink(deps, { reference: params.reference, token })
  const details = purchase && (await findOpenedPurchase(deps.db, purchase))
  const sessionId = url.searchParams.get('session')
  const events =
    details &&
    bookedEvents(deps, details, {
      isWanted: (spot) =>
        sessionId === null ? spot.endsAt > spot.now : spot.sessionId === sessionId,
      stampOf: ({ now }) => now,
    })
  if (!events || events.length === 0) throw data(null, { status: 404 })
  const { vendorName: name } = details
  const file = publishedFile(events, {
    origin: deps.origin,
    organizer: organizerOf(deps.settings, { name }),
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
