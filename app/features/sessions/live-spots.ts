import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigation } from 'react-router'
import type { SpotCount } from '#core/bookings/queries/spot-counts.ts'

type Counted = { id: string; currentStudents: number; maxStudents: number }
type Counts = ReadonlyMap<string, SpotCount>

const mostSessions = 60
const settleMs = 100

// One stream for the whole page. Runs only in the browser.
const watchers = new Set<{ sessions: readonly Counted[] }>()
const listeners = new Set<() => void>()
const none: Counts = new Map()
let counts = none
let arrived: SpotCount[] = []
let source: EventSource | null = null
let openFor = ''
let settling: ReturnType<typeof setTimeout> | null = null
let publishing: ReturnType<typeof setTimeout> | null = null

/**
 * The sessions with the numbers of this moment, for as long as the page is looked at. Without a stream they
 * keep the numbers they came with.
 */
export function useLiveSpots<Session extends Counted>(
  sessions: readonly Session[],
): readonly (Session & { cancelled?: boolean })[] {
  const now = useNews()
  const before = useRef<readonly Session[]>([])
  useEffect(() => {
    forgetOutdated(before.current, sessions)
    before.current = sessions
    const watcher = { sessions }
    watchers.add(watcher)
    settle()
    return () => {
      watchers.delete(watcher)
      settle()
    }
  }, [sessions])
  return useMemo(() => sessions.map((session) => withCount(session, now)), [sessions, now])
}

/** Paused while a form is being sent, because the last spot taken may be this booking. */
function useNews(): Counts {
  const news = useSyncExternalStore(
    subscribe,
    () => counts,
    () => none,
  )
  const [shown, show] = useState(news)
  const isHeld = useNavigation().state !== 'idle'
  if (!isHeld && shown !== news) show(news)
  return shown
}

function withCount<Session extends Counted>(session: Session, now: Counts) {
  const count = now.get(session.id)
  if (!count) return session
  const { booked: currentStudents, max: maxStudents, cancelled } = count
  if (
    !cancelled &&
    currentStudents === session.currentStudents &&
    maxStudents === session.maxStudents
  )
    return session
  return { ...session, currentStudents, maxStudents, cancelled }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function publish(next: Counts): void {
  counts = next
  for (const listener of listeners) listener()
}

/** Data in a new page is newer than earlier stream data. */
function forgetOutdated(before: readonly Counted[], sessions: readonly Counted[]): void {
  const old = new Map(before.map((session) => [session.id, session]))
  const outdated = sessions.filter(({ id, currentStudents, maxStudents }) => {
    const known = old.get(id)
    return (
      known !== undefined &&
      (known.currentStudents !== currentStudents || known.maxStudents !== maxStudents)
    )
  })
  if (!outdated.some(({ id }) => counts.has(id))) return
  const next = new Map(counts)
  for (const { id } of outdated) next.delete(id)
  publish(next)
}

/** A page that changes its lists opens one stream for all of them, not one for each. */
function settle(): void {
  settling ??= setTimeout(() => {
    settling = null
    follow()
  }, settleMs)
}

function follow(): void {
  const watched = new Set([...watchers].flatMap(({ sessions }) => sessions.map(({ id }) => id)))
  listenToPage(watched.size > 0)
  const left = [...counts].filter(([id]) => watched.has(id))
  if (left.length < counts.size) publish(new Map(left))
  const isSeen = document.visibilityState === 'visible'
  open(isSeen ? [...watched].slice(0, mostSessions).toSorted().join(',') : '')
}

function open(ids: string): void {
  if (ids === openFor && source?.readyState !== EventSource.CLOSED) return
  source?.close()
  source = null
  openFor = ids
  if (ids === '') return
  source = new EventSource(`/live?sessions=${ids}`)
  source.addEventListener('spots', ({ data }: MessageEvent<string>) => take(data))
}

let listening = false
function listenToPage(wanted: boolean): void {
  if (wanted === listening) return
  listening = wanted
  const change = wanted ? 'addEventListener' : 'removeEventListener'
  document[change]('visibilitychange', follow)
  window[change]('pageshow', follow)
  // A page with an open stream is not kept for the way back.
  window[change]('pagehide', leave)
}

function leave(): void {
  open('')
}

/** The first counts of all sessions come one by one; the page is drawn once. */
function take(data: string): void {
  const count: unknown = JSON.parse(data)
  if (!isCount(count)) return
  arrived.push(count)
  publishing ??= setTimeout(() => {
    publishing = null
    publish(new Map([...counts, ...arrived.map((one) => [one.id, one] as const)]))
    arrived = []
  }, 20)
}

function isCount(value: unknown): value is SpotCount {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'booked' in value &&
    typeof value.booked === 'number' &&
    'max' in value &&
    typeof value.max === 'number' &&
    'cancelled' in value &&
    typeof value.cancelled === 'boolean'
  )
}
