import { listBookings } from './own-bookings.ts'

/** A session may have thousands of spots, and the page has to end. */
const mostAdded = 200

/** A page of the vendor's bookings that goes on to the end of its last session. */
export async function listWholeSessions(
  ...[db, vendorId, asked]: Parameters<typeof listBookings>
): ReturnType<typeof listBookings> {
  const page = await listBookings(db, vendorId, asked)
  const last = page.sessions.at(-1)?.[0]
  // A search may be slow, and is about people, not about sessions.
  const isBySession = asked.sort !== 'booked' && asked.search === ''
  if (!last || page.nextCursor === null || !isBySession) return page
  const { classId, date, sessionId } = last
  const rest = await listBookings(db, vendorId, {
    ...asked,
    classId,
    from: date,
    to: date,
    cursor: page.nextCursor,
    limit: mostAdded,
  })
  const added = rest.sessions.flat().filter((spot) => spot.sessionId === sessionId).length
  return added === 0 ? page : listBookings(db, vendorId, { ...asked, limit: asked.limit + added })
}
