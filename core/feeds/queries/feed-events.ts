import { sql } from 'kysely'
import { comesWords } from '#core/bookings/catalogue.ts'
import { listWhoComes } from '#core/bookings/queries/own-bookings.ts'
import { listPurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import { peopleLines } from '#core/bookings/rules/calendar-lines.ts'
import type { CalendarDetails } from '#core/integrations/calendar-file.ts'
import type { Deps } from '#core/shared/deps.ts'
import { feedWindow } from '../rules.ts'
import { bookedEvents } from './booked-events.ts'
import type { Feed } from './links.ts'

/** What a feed holds: nothing that was cancelled, so that it goes from calendars too. */
export function listFeedEvents(deps: Reader, feed: Feed): Promise<CalendarDetails[]> {
  const { addressId, email } = feed
  return addressId === null || email === null
    ? vendorEvents(deps, feed)
    : customerEvents(deps, { ...feed, addressId, email })
}

// Nobody waits for a calendar's request, so it uses the search connections.
type Reader = Pick<Deps, 'searches' | 'origin' | 'secretKeys'>

const firstShown = sql<Date>`now() - make_interval(days => ${sql.lit(feedWindow.daysBack)})`

/** Some calendars show a description as HTML, and others every entity as it is: neither takes these for markup. */
const readable = <One extends { name: string }>(one: One): One => ({
  ...one,
  name: one.name.replaceAll('<', '‹').replaceAll('>', '›'),
})

/** The vendor's sessions. They lead to their page in the workspace. */
async function vendorEvents(
  { searches, origin }: Reader,
  { vendorId, names, language }: Feed,
): Promise<CalendarDetails[]> {
  const sessions = await searches
    .selectFrom('classSessions as s')
    .innerJoin('classes as c', 'c.id', 's.classId')
    .where('s.vendorId', '=', vendorId)
    .where('s.status', '=', 'confirmed')
    .where('s.startsAt', '>=', firstShown)
    // Of a court only the slots that somebody has.
    .where((eb) => eb.or([eb('c.kind', '=', 'class'), eb('s.currentStudents', '>', 0)]))
    .orderBy('s.startsAt')
    .orderBy('s.id')
    .limit(feedWindow.mostSessions)
    .select([
      's.id',
      's.calendarSequence',
      's.startsAt',
      's.endsAt',
      's.location',
      's.onlineUrl',
      's.currentStudents',
      's.maxStudents',
      's.updatedAt',
      'c.title',
    ])
    .execute()
  const sessionIds = sessions.map(({ id }) => id)
  const people = names ? await listWhoComes(searches, { vendorId, sessionIds }) : []
  const peopleIn = Map.groupBy(people, ({ sessionId }) => sessionId)
  return sessions.map((session) => {
    const viewUrl = `${origin}/dashboard/sessions/${session.id}`
    const comes = peopleIn.get(session.id) ?? []
    return {
      calendarId: session.id,
      sequence: session.calendarSequence,
      title: `${session.title} (${session.currentStudents}/${session.maxStudents})`,
      startsAt: session.startsAt,
      endsAt: session.endsAt,
      place: session.location ?? session.onlineUrl,
      tentative: false,
      viewUrl,
      description: [...peopleLines(comes.map(readable), comesWords[language]), viewUrl].join('\n'),
      stamp: session.updatedAt,
    }
  })
}

/** What is booked with one address, as it was typed. */
async function customerEvents(
  deps: Reader,
  { vendorId, addressId, email }: Feed & { addressId: string; email: string },
): Promise<CalendarDetails[]> {
  const purchases = await deps.searches
    .selectFrom('purchases as g')
    .where('g.vendorId', '=', vendorId)
    .where('g.addressId', '=', addressId)
    .where('g.customerEmail', '=', email)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('bookings as b')
          .innerJoin('classSessions as s', 's.id', 'b.sessionId')
          .whereRef('b.purchaseId', '=', 'g.id')
          .where('s.startsAt', '>=', firstShown)
          .select('b.id'),
      ),
    )
    .orderBy('g.createdAt', 'desc')
    .limit(feedWindow.mostPurchases)
    .select('g.id')
    .execute()
  const details = await listPurchaseDetails(
    deps.searches,
    purchases.map(({ id }) => id),
  )
  const first = Date.now() - feedWindow.daysBack * 24 * 60 * 60_000
  return details
    .flatMap((purchase) =>
      bookedEvents(deps, purchase, {
        isWanted: ({ startsAt }) => startsAt.getTime() >= first,
        stampOf: ({ updatedAt }) => updatedAt,
      }),
    )
    .toSorted(
      (one, other) =>
        one.startsAt.getTime() - other.startsAt.getTime() ||
        one.calendarId.localeCompare(other.calendarId),
    )
}
