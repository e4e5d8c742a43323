import { notFound } from '#app/http/managing.ts'
import { type BookingListed, findOwnBooking } from '#core/bookings/queries/own-bookings.ts'
import { countReach, sumGivenBack } from '#core/classes/queries/reach.ts'
import type { Deps } from '#core/shared/deps.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import type { Asked } from './ask-panel.tsx'
import { insideWorkspace } from './booking-actions.server.ts'

// More spots than a purchase can have.
const maxAsked = 100

/** The action in the URL that needs a confirmation. */
export async function questionIn(
  { db, origin }: Deps,
  { asked, vendorId }: { asked: URLSearchParams; vendorId: VendorId },
): Promise<Asked | null> {
  const action = asked.get('ask')
  if (action !== 'cancel' && action !== 'delete' && action !== 'reject') return null
  const bookingIds = asked.getAll('booking').filter(isId).slice(0, maxAsked)
  const found = await Promise.all(
    bookingIds.map((bookingId) => findOwnBooking(db, { vendorId, bookingId })),
  )
  const spots = found.filter((one) => one !== null)
  const [booking] = spots
  if (!booking || spots.length < bookingIds.length) throw notFound()
  const { customerName, classTitle, date, startTime, currency } = booking
  const returnTo = asked.get('returnTo')
  const [back = paidFor(spots)] = await sumGivenBack(db, { vendorId, of: { bookingIds } })
  return {
    action,
    spots: spots.map(({ id, sessionId, storedStatus, paidMinor: paid, owedMinor, ...spot }) => ({
      id,
      sessionId,
      storedStatus,
      paidMinor: paid,
      // Below 0, it is to be given back.
      owedMinor: spot.bundle ? Math.max(0, spot.bundle.owedMinor) : owedMinor,
    })),
    sessions: [...Map.groupBy(spots, ({ sessionId }) => sessionId).values()].flatMap(
      ([one, ...more]) =>
        one
          ? [
              {
                classTitle: one.classTitle,
                date: one.date,
                startTime: one.startTime,
                spots: more.length + 1,
              },
            ]
          : [],
    ),
    name: customerName,
    classTitle,
    date,
    startTime,
    paid: { cardMinor: back.cardMinor, restMinor: back.handMinor, currency },
    reach: await countReach(db, { vendorId, of: { bookingIds } }),
    returnTo: returnTo && insideWorkspace(returnTo, origin),
  }
}

/** What single spots were paid with, for sessions that have begun. */
function paidFor(spots: readonly Pick<BookingListed, 'bundle' | 'paidMinor' | 'cardMinor'>[]) {
  const single = spots.filter(({ bundle }) => bundle === null)
  const sum = (of: 'paidMinor' | 'cardMinor') =>
    single.reduce((all, spot) => all + Number(spot[of]), 0)
  return {
    cardMinor: sum('cardMinor'),
    handMinor: Math.max(0, sum('paidMinor') - sum('cardMinor')),
  }
}
