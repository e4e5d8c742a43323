import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { listSpotCounts } from '#core/bookings/queries/spot-counts.ts'
import type { Deps } from '#core/shared/deps.ts'
import { isId } from '#core/shared/ids.ts'
import { createHub } from './live/hub.ts'
import { listenForSpots } from './live/listener.ts'

export const liveLimits = { sessionsPerStream: 60, streamsPerNetwork: 20, streams: 5000 }
const pingMs = 25_000

type LiveRequest = {
  /** ids of sessions, separated by commas */
  sessions: string
  network: string
  /** the browser's Sec-Fetch-Site header */
  site: string | undefined
  requestId: string
  /** null where there is no socket, as in requests made inside the process */
  outgoing: ServerResponse | null
}

/** Streams the counts of sessions to open pages. Reads no cookie and sends nothing personal. */
export function startLiveSpots(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  directUrl: string,
  { askEveryMs }: { askEveryMs?: number } = {},
) {
  const hub = createHub({ log, read: (sessionIds) => listSpotCounts(db, sessionIds) })
  const listener = listenForSpots({ directUrl, log, heard: hub.changed, askEveryMs })
  const pings = setInterval(hub.ping, pingMs)
  const open = new Set<ServerResponse>()
  const perNetwork = new Map<string, number>()
  let stopped = false

  function count(network: string, change: 1 | -1): void {
    const streams = (perNetwork.get(network) ?? 0) + change
    if (streams > 0) perNetwork.set(network, streams)
    else perNetwork.delete(network)
  }

  return {
    /** Starts a stream of `spots` events, or responds with an error status. */
    answer(asked: LiveRequest): Response {
      const ids = [...new Set(asked.sessions.toLowerCase().split(',').filter(isId))]
      if (asked.site === 'cross-site') return refusal(403)
      // It tells a browser not to come back.
      if (ids.length === 0) return refusal(204)
      if (ids.length > liveLimits.sessionsPerStream) return refusal(400)
      if ((perNetwork.get(asked.network) ?? 0) >= liveLimits.streamsPerNetwork) return refusal(429)
      const { outgoing } = asked
      if (stopped || outgoing === null || outgoing.closed || open.size >= liveLimits.streams)
        return refusal(503)

      open.add(outgoing)
      count(asked.network, 1)
      outgoing.once('close', () => {
        open.delete(outgoing)
        count(asked.network, -1)
        hub.close(outgoing)
      })
      outgoing.on('error', () => {})
      outgoing.writeHead(200, { ...headers, 'x-request-id': asked.requestId })
      // Random, so that after a restart they do not all reconnect at the same moment.
      outgoing.write(`retry: ${2000 + Math.floor(Math.random() * 3000)}\n\n`)
      hub.open(outgoing, ids)
      // A copy is always the platform's own Response. If the constant was created after the listener had replaced the
      // global Response, the listener doesn't recognise the constant itself, and sends a second head.
      return RESPONSE_ALREADY_SENT.clone()
    },
    counts: hub.counts,
    async stop(): Promise<void> {
      stopped = true
      clearInterval(pings)
      hub.stop()
      for (const stream of open) stream.end()
      await listener.stop()
    },
  }
}

export type LiveSpots = ReturnType<typeof startLiveSpots>

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx keeps what it reads until it has enough, unless told otherwise.
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

function refusal(status: 204 | 400 | 403 | 429 | 503): Response {
  return new Response(null, { status, headers: { 'cache-control': 'no-store' } })
}
