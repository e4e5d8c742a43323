import { type Db, isAway, sqlState } from '#core/shared/db.ts'
import { type Inserted, insertPurchases, type NewPurchase } from './insert-purchases.ts'

/** Half of a crush goes, while the process reads the other half. */
const mostTogether = 16
/** A trip that takes longer no longer keeps the next one back. */
const patienceMs = 250

type Waiting = {
  asked: NewPurchase
  resolve(inserted: Inserted): void
  reject(error: unknown): void
}
type Queue = { waiting: Waiting[]; isGoing: boolean }
const queues = new WeakMap<Db, Queue>()

/**
 * Books, together with what else arrives while a call is under way: a crowd pays for one call and one commit.
 * Nobody waits for another's locks that way: whoever meets one goes alone. Throws as `insertPurchases` does.
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
  while (queue.waiting.length > 0) {
    const trip = together(db, queue.waiting.splice(0, mostTogether))
    await atMost(patienceMs, trip)
  }
  queue.isGoing = false
}

async function together(db: Db, all: readonly Waiting[]): Promise<void> {
  // One order of keys, so that two calls never wait for a key of each other.
  const inOrder = all.toSorted((one, other) => {
    const [key, otherKey] = [one.asked.idempotencyKey, other.asked.idempotencyKey]
    return Number(key > otherKey) - Number(key < otherKey)
  })
  const asked = inOrder.map((waiting) => waiting.asked)
  const answers = await insertPurchases(db, asked, { mayWait: false }).catch((error: unknown) =>
    // The database undid the whole call for one of them. A lost connection says nothing of the kind.
    sqlState(error) === null || isAway(error) ? { error } : null,
  )
  for (const [nth, waiting] of inOrder.entries()) {
    if (answers !== null && 'error' in answers) waiting.reject(answers.error)
    else {
      const answer = answers?.[nth]
      if (answer === undefined || answer.outcome === 'locked') void alone(db, waiting)
      else waiting.resolve(answer)
    }
  }
}

async function alone(db: Db, { asked, resolve, reject }: Waiting): Promise<void> {
  try {
    const [answer] = await insertPurchases(db, [asked], { mayWait: true })
    if (answer === undefined || answer.outcome === 'locked')
      throw new Error('A booking that may wait was not answered.')
    resolve(answer)
  } catch (error) {
    reject(error)
  }
}

function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    void work.finally(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
