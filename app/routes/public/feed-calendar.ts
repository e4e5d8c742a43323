import { createHash } from 'node:crypto'
import { depsOf } from '#app/http/request.ts'
import { listFeedEvents } from '#core/feeds/queries/feed-events.ts'
import { feedIdIn, findFeed } from '#core/feeds/queries/links.ts'
import { feedState, readAgainSeconds } from '#core/feeds/rules.ts'
import { feedFile } from '#core/integrations/calendar-file.ts'
import type { Route } from './+types/feed-calendar'

const headers = { 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' }
const statuses = { gone: 410, stopped: 403 } as const

/** What calendars read again and again from a private address. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const deps = depsOf(context)
  const feedId = feedIdIn(deps.secretKeys, params.key)
  if (feedId === null) return new Response(null, { status: 404, headers })
  // Not per network address: the servers of one calendar read the feeds of many people.
  const taken = await deps.limits.readsPerFeed.take(feedId)
  if (!taken.ok) {
    const retryAfter = { 'retry-after': String(taken.retryAfterSeconds) }
    return new Response(null, { status: 429, headers: { ...headers, ...retryAfter } })
  }
  const feed = await findFeed(deps.db, feedId)
  const state = feedState(feed && { ...feed, of: feed.addressId === null ? 'vendor' : 'customer' })
  if (feed === null || state !== 'open')
    return new Response(null, {
      status: state === 'open' ? 410 : statuses[state],
      headers,
    })
  const file = feedFile(await listFeedEvents(deps, feed), {
    origin: deps.origin,
    name: feed.vendorName,
    readAgainSeconds,
  })
  const etag = `"${createHash('sha256').update(file).digest('base64url')}"`
  const kept = { ...headers, etag, 'cache-control': 'private, no-cache' }
  if (isKnown(request.headers.get('if-none-match') ?? '', etag))
    return new Response(null, { status: 304, headers: kept })
  return new Response(file, {
    headers: { ...kept, 'content-type': 'text/calendar; charset=utf-8' },
  })
}

/** `*`: the reader has some version, and does not say which (RFC 9110, 13.1.2). */
const isKnown = (known: string, etag: string) => known.trim() === '*' || known.includes(etag)
