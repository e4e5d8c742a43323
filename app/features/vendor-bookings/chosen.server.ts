import type { Chosen } from '#core/bookings/queries/own-bookings.ts'
import { isId } from '#core/shared/ids.ts'

/** What was ticked in the list, as its form puts it into the URL. */
export function chosenIn(query: URLSearchParams): Chosen {
  return {
    rows: query.getAll('row').flatMap((row) => {
      const [purchaseId, sessionId] = row.split('.')
      return isId(purchaseId) && isId(sessionId) ? [{ purchaseId, sessionId }] : []
    }),
    sessionIds: query.getAll('session').filter(isId),
  }
}
