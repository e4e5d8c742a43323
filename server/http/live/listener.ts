import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { spotsChannel } from '#core/bookings/commands/announce-spots.ts'
import type { Logger } from '#core/shared/log.ts'

const longestPauseMs = 10_000
// A connection that died silently is detected by a query that gets no response.
const usuallyAskEveryMs = 20_000
const patienceMs = 5000

/**
 * Listens on a separate connection, which must bypass any pooler, and reopens it whenever it is lost. Calls `heard('all')`
 * after each opening and periodically, because notices may have been missed.
 */
export function listenForSpots(given: {
  directUrl: string
  log: Logger
  heard: (sessionIds: readonly string[] | 'all') => void
  askEveryMs?: number | undefined
}): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const askEveryMs = given.askEveryMs ?? usuallyAskEveryMs

  async function listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: given.directUrl,
      application_name: 'openspot live',
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      keepAlive: true,
    })
    const lost = new Promise<never>((_resolve, reject) => {
      client.on('error', reject)
      client.on('end', () => reject(new Error('The connection has ended.')))
    })
    // The waiting code is below; before it runs, a rejection would be unhandled.
    lost.catch(() => {})
    client.on('notification', ({ payload = '*' }) =>
      given.heard(payload === '*' ? 'all' : payload.split(',')),
    )
    try {
      await client.connect()
      await client.query(`listen ${spotsChannel}`)
      failures = 0
      while (!signal.aborted) {
        given.heard('all')
        await Promise.race([lost, pause(askEveryMs, undefined, { signal }).catch(() => {})])
        if (!signal.aborted) await client.query('select 1')
      }
    } finally {
      void client.end().catch(() => {})
    }
  }

  let failures = 0
  async function keepListening(): Promise<void> {
    while (!signal.aborted) {
      try {
        await listen()
      } catch (error) {
        failures += 1
        given.log.warn(
          { failures, reason: String(error) },
          'open pages do not get live spot counts',
        )
        const backOffMs = Math.min(longestPauseMs, 250 * 2 ** Math.min(failures, 6))
        await pause(backOffMs, undefined, { signal }).catch(() => {})
      }
    }
  }
  const running = keepListening()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
