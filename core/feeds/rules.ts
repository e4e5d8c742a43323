/** The feed of an address that was signed here. null: the address was replaced, or its owner was erased. */
export type FeedFacts = { of: 'vendor' | 'customer'; isSuspended: boolean; isClosed: boolean }

export type FeedState = 'open' | 'stopped' | 'gone'

/**
 * What the address of a feed answers. A vendor who may not sign in may not read its customers here either; it comes back
 * with the vendor. A customer reads what is still booked as long as it is: a block, a suspension or a closed account end
 * no booking.
 */
export function feedState(feed: FeedFacts | null): FeedState {
  if (feed === null) return 'gone'
  if (feed.of === 'customer') return 'open'
  return feed.isSuspended || feed.isClosed ? 'stopped' : 'open'
}

/** How often calendars are asked to read a feed. Google comes when it likes. */
export const readAgainSeconds = 60 * 60

/** How much a feed holds: calendars refuse large ones. */
export const feedWindow = { daysBack: 30, mostSessions: 1000, mostPurchases: 200 }

type FeedLinks = { apple: string; google: string; outlook: string }

/** One tap to the calendars that most people have. They ask before they add it. */
export function feedLinks(file: string, name: string): FeedLinks {
  const webcal = file.replace(/^https?:/, 'webcal:')
  const google = new URL('https://calendar.google.com/calendar/r')
  google.searchParams.set('cid', webcal)
  const outlook = new URL('https://outlook.live.com/calendar/0/addfromweb')
  outlook.searchParams.set('url', file)
  outlook.searchParams.set('name', name)
  return { apple: webcal, google: google.href, outlook: outlook.href }
}
