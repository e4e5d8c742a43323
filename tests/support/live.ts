import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import './listener-first.ts'
import { getRequestListener } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import { announceSpotsJob } from '#core/bookings/jobs.ts'
import type { Deps } from '#core/shared/deps.ts'
import { createApp } from '#server/http/app.ts'
import { startLiveSpots } from '#server/http/live.ts'
import { startScheduler } from '#server/scheduler.ts'

type SpotEvent = { id: string; booked: number; max: number; cancelled: boolean }

const patienceMs = 60_000

/** The web process with its streams on a port of its own, as behind one proxy; `worker` announces what changes. */
export async function startLivePlace(
  deps: Deps,
  databaseUrl: string,
  build: () => Promise<ServerBuild> = () => Promise.reject(new Error('No pages here.')),
) {
  // What it asks by itself would hide that nothing was announced.
  const live = startLiveSpots(deps, databaseUrl, { askEveryMs: 3_600_000 })
  const app = createApp({
    deps,
    proxies: { count: 1, peers: [] },
    build,
    assets: null,
    mode: 'production',
    live,
  })
  const answer = getRequestListener(app.fetch)
  const server = http.createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    live,
    origin: `http://127.0.0.1:${port}`,
    startWorker: () => startScheduler(deps, [announceSpotsJob()]),
    async stop() {
      await live.stop()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Reads a stream of spots; `until` waits for an event and throws after some seconds. */
export async function openStream(
  origin: string,
  sessionIds: readonly string[],
  headers: Record<string, string> = {},
) {
  const request = http.get(`${origin}/live?sessions=${sessionIds.join(',')}`, {
    agent: false,
    headers,
  })
  const [response]: http.IncomingMessage[] = await once(request, 'response')
  if (!response) throw new Error('No answer.')
  const events: SpotEvent[] = []
  let unread = ''
  response.setEncoding('utf8')
  response.on('data', (piece: string) => {
    unread += piece
    const whole = unread.split('\n\n')
    unread = whole.pop() ?? ''
    for (const one of whole) {
      const data = /^data: (.*)$/m.exec(one)?.[1]
      if (data !== undefined && one.startsWith('event: spots\n')) events.push(JSON.parse(data))
    }
  })
  response.on('error', () => {})
  return {
    status: response.statusCode,
    headers: response.headers,
    events,
    ended: new Promise<void>((resolve) => void response.once('close', resolve)),
    async until(is: (event: SpotEvent) => boolean): Promise<SpotEvent> {
      const giveUpAt = performance.now() + patienceMs
      while (performance.now() < giveUpAt) {
        const found = events.find(is)
        if (found) return found
        await pause(10)
      }
      throw new Error(`It was not told. What was: ${JSON.stringify(events)}`)
    },
    close: () => request.destroy(),
  }
}
