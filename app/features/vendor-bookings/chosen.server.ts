import type { Chosen } from '#core/bookings/queries/own-bookings.ts'
import { isId } from '#core/shared/ids.ts'

/** What was ticked in the list, as its form puts it into the URL. */
export function chosenIn(query: URLSearchParams): Chosen {
  return {
    rows: query.getAll('row').flatMap((row) => {
      const [groupId, sessionId] = row.split('.')
      return isId(groupId) && isId(sessionId) ? [{ groupId, sessionId }] : []
    }),
    sessionIds: query.getAll('session').filter(isId),
  }
}
