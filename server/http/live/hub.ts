import type { Writable } from 'node:stream'
import type { SpotCount } from '#core/bookings/queries/spot-counts.ts'
import type { Logger } from '#core/shared/log.ts'

type Stream = Pick<Writable, 'write' | 'writableLength' | 'destroy'>

type Watched = { streams: Set<Stream>; sent: string | null; sentAt: number }

/** A session's counts reach a stream at most four times a second. */
const quietMs = 250
const tickMs = 25
const retryMs = 1000
// A reader that does not read is disconnected; it reconnects and starts with the current counts.
const mostUnread = 16 * 1024

/**
 * Tracks which stream watches which sessions, and sends each the counts at its start and at every change. Reads all due
 * sessions in one query and writes one buffer per session.
 */
export function createHub(given: {
  read: (sessionIds: readonly string[]) => Promise<SpotCount[]>
  log: Logger
}) {
  const watched = new Map<string, Watched>()
  const streams = new Map<Stream, readonly string[]>()
  const changed = new Set<string>()
  const opening = new Set<Stream>()
  let timer: NodeJS.Timeout | null = null
  let reading = false
  let events = 0

  function plan(waitMs = tickMs): void {
    if (timer !== null || reading || (changed.size === 0 && opening.size === 0)) return
    timer = setTimeout(() => void round(), waitMs)
  }

  async function round(): Promise<void> {
    timer = null
    const begins = new Set(opening)
    const due = takeDue()
    const ids = new Set([...due, ...[...begins].flatMap((stream) => streams.get(stream) ?? [])])
    if (ids.size === 0) return plan()
    opening.clear()
    reading = true
    try {
      tell(await given.read([...ids]), begins)
      reading = false
      plan()
    } catch (error) {
      given.log.warn({ reason: String(error) }, 'the spots of open pages could not be read')
      for (const id of due) changed.add(id)
      for (const stream of begins) if (streams.has(stream)) opening.add(stream)
      reading = false
      plan(retryMs)
    }
  }

  function takeDue(): string[] {
    const before = performance.now() - quietMs
    const due: string[] = []
    for (const id of changed) {
      const one = watched.get(id)
      if (one && one.sentAt > before) continue
      changed.delete(id)
      if (one) due.push(id)
    }
    return due
  }

  function tell(counts: readonly SpotCount[], begins: ReadonlySet<Stream>): void {
    const now = performance.now()
    const chunks = new Map<string, Buffer>()
    for (const count of counts) {
      const one = watched.get(count.id)
      if (!one) continue
      const text = JSON.stringify(count)
      events += 1
      const chunk = Buffer.from(`event: spots\nid: ${events}\ndata: ${text}\n\n`)
      chunks.set(count.id, chunk)
      if (text === one.sent) continue
      if (one.sent !== null) {
        // Read for somebody who has just come, too soon for the others.
        if (now - one.sentAt < quietMs) {
          changed.add(count.id)
          continue
        }
        one.sentAt = now
        for (const stream of one.streams) if (!begins.has(stream)) write(stream, chunk)
      }
      one.sent = text
    }
    for (const stream of begins) {
      const first = (streams.get(stream) ?? []).flatMap((id) => chunks.get(id) ?? [])
      if (first.length > 0) write(stream, Buffer.concat(first))
    }
  }

  function write(stream: Stream, chunk: Buffer): void {
    if (stream.writableLength > mostUnread) stream.destroy()
    else stream.write(chunk)
  }

  return {
    open(stream: Stream, sessionIds: readonly string[]): void {
      streams.set(stream, sessionIds)
      for (const id of sessionIds) {
        const one = watched.get(id) ?? { streams: new Set(), sent: null, sentAt: -quietMs }
        one.streams.add(stream)
        watched.set(id, one)
      }
      opening.add(stream)
      plan()
    },
    close(stream: Stream): void {
      for (const id of streams.get(stream) ?? []) {
        const one = watched.get(id)
        one?.streams.delete(stream)
        if (one?.streams.size === 0) watched.delete(id)
      }
      streams.delete(stream)
      opening.delete(stream)
    },
    /** These sessions have changed; `all`: unknown which. */
    changed(sessionIds: readonly string[] | 'all'): void {
      const ids = sessionIds === 'all' ? watched.keys() : sessionIds
      for (const id of ids) if (watched.has(id)) changed.add(id)
      plan()
    },
    /** Prevents proxies from closing idle streams, and detects readers who have left. */
    ping(): void {
      const chunk = Buffer.from(': \n\n')
      for (const stream of streams.keys()) write(stream, chunk)
    },
    counts: () => ({ streams: streams.size, sessions: watched.size }),
    stop(): void {
      if (timer !== null) clearTimeout(timer)
      changed.clear()
      opening.clear()
    },
  }
}
