import { hash } from 'node:crypto'
import { type Db, sqlState } from '#core/shared/db.ts'
import {
  type Inserted,
  insertAlone,
  insertOnSession,
  insertTogether,
  type Locked,
  type NewPurchase,
} from './insert-purchases.ts'

/** Of a larger crowd some are in the database while the process reads what the others ask. */
const mostInCall = 16
/** A call that takes longer no longer keeps the next one back. */
const patienceMs = 250

type Waiting = {
  asked: NewPurchase
  resolve(inserted: Inserted): void
  reject(error: unknown): void
}
type Queue = { waiting: Waiting[]; isGoing: boolean }
const queues = new WeakMap<Db, Queue>()

/**
 * Books, together with what else arrives while a call is under way: a crowd pays for one call and one commit. Who
 * meets a session or a contact that somebody else holds waits for it outside that call. Throws as `insertTogether` does.
 */
export function insertPurchase(db: Db, asked: NewPurchase): Promise<Inserted> {
  const queue = queues.get(db) ?? { waiting: [], isGoing: false }
  queues.set(db, queue)
  return new Promise((resolve, reject) => {
    queue.waiting.push({ asked, resolve, reject })
    if (!queue.isGoing) void go(db, queue)
  })
}

async function go(db: Db, queue: Queue): Promise<void> {
  queue.isGoing = true
  while (queue.waiting.length > 0)
    await atMost(patienceMs, bookTogether(db, queue.waiting.splice(0, mostInCall)))
  queue.isGoing = false
}

async function bookTogether(db: Db, all: readonly Waiting[]): Promise<void> {
  const locked = await settle(all, (asked) => insertTogether(db, asked))
  const crowds = Map.groupBy(locked, ({ asked }) => asked.sessionId)
  for (const crowd of crowds.values()) void bookOnSession(db, crowd)
}

async function bookOnSession(db: Db, crowd: readonly Waiting[]): Promise<void> {
  const locked =
    crowd.length > 1 ? await settle(crowd, (asked) => insertOnSession(db, asked)) : crowd
  for (const { asked, resolve, reject } of locked) insertAlone(db, asked).then(resolve, reject)
}

/** Gives everybody the answer of a call; returns who has none yet. */
async function settle(
  all: readonly Waiting[],
  call: (asked: NewPurchase[]) => Promise<(Inserted | Locked)[]>,
): Promise<readonly Waiting[]> {
  let inOrder = all
  try {
    inOrder = inOneOrder(all)
    const answers = await call(inOrder.map(({ asked }) => asked))
    return inOrder.filter(({ resolve }, nth) => {
      const answer = answers[nth]
      if (answer === undefined || answer.outcome === 'locked') return true
      resolve(answer)
      return false
    })
  } catch (error) {
    if (isUndoneForOne(error)) return inOrder
    for (const { reject } of all) reject(error)
    return []
  }
}

/**
 * One order of keys for all processes, so that two calls never wait for a key of each other. The order of the keys
 * themselves would favour one kind of client at the last seat.
 */
function inOneOrder(all: readonly Waiting[]): readonly Waiting[] {
  return all
    .map((waiting) => ({ waiting, place: hash('md5', waiting.asked.idempotencyKey) }))
    .sort((one, other) => Number(one.place > other.place) - Number(one.place < other.place))
    .map(({ waiting }) => waiting)
}

/** The database undid the call because of one of them: bad data, a used key, a deadlock. */
function isUndoneForOne(error: unknown): boolean {
  return /^(?:22|23|40)/.test(sqlState(error) ?? '')
}

/** Resolves with the end of the work or when the time is over, whichever comes first. */
function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    work.then(done, done)
  })
}
