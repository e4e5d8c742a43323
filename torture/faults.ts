import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Fault } from './check.ts'
import { appendTo } from './history.ts'
import type { DurablePostgres } from './postgres.ts'
import type { Victim } from './processes.ts'
import { between, pick, type Random, shuffled } from './random.ts'

export type FaultKind = Exclude<Fault['kind'], 'crash'>
/** How many cards of each kind lie in the deck that faults are drawn from. */
export type Deck = Readonly<Record<FaultKind, number>>

export type Targets = {
  webs: readonly Victim[]
  workers: readonly Victim[]
  postgres: DurablePostgres
}

export const usualDeck: Deck = { web: 4, worker: 4, backend: 8, postmaster: 2, freeze: 3, stop: 3 }

/** Keeps what was done to the system, in memory and in the kill log. */
export function openKillLog(file: string): { faults: Fault[]; add(fault: Fault): void } {
  const write = appendTo(file)
  const faults: Fault[] = []
  return {
    faults,
    add(fault) {
      faults.push(fault)
      write({ at: new Date(fault.from).toISOString(), ...fault })
    },
  }
}

/** Does harm until the time is over: one fault about every `everyMs`, all kinds of the deck in turn. */
export async function doHarm(
  targets: Targets,
  options: {
    random: Random
    deck: Deck
    everyMs: number
    untilMs: number
    add: (fault: Fault) => void
  },
): Promise<void> {
  const { random, everyMs, untilMs } = options
  let cards: FaultKind[] = []
  let nextAt = Date.now()
  for (;;) {
    nextAt += everyMs * (0.4 + 1.2 * random())
    await pause(Math.max(0, nextAt - Date.now()))
    if (Date.now() >= untilMs) return
    if (cards.length === 0) cards = shuffled(random, cardsOf(options.deck))
    const kind = cards.pop()
    if (!kind) return
    const from = Date.now()
    const done = await strike(kind, targets, random)
    if (done !== null) options.add({ kind, from, to: Date.now(), ...done })
  }
}

function cardsOf(deck: Deck): FaultKind[] {
  const kinds: FaultKind[] = ['web', 'worker', 'backend', 'postmaster', 'freeze', 'stop']
  return kinds.flatMap((kind) => Array.from({ length: deck[kind] }, () => kind))
}

type Struck = { says: string; to?: number }

async function strike(kind: FaultKind, targets: Targets, random: Random): Promise<Struck | null> {
  switch (kind) {
    case 'web':
    case 'worker': {
      const victim = pick(random, kind === 'web' ? targets.webs : targets.workers)
      victim?.kill()
      return victim ? { says: `kill -9 ${victim.name}` } : null
    }
    case 'freeze': {
      const victim = pick(random, targets.workers)
      const seconds = between(random, 1, 8)
      victim?.freeze(seconds)
      const says = `kill -STOP ${victim?.name} for ${seconds} s`
      return victim ? { says, to: Date.now() + 1000 * seconds } : null
    }
    case 'stop': {
      const victim = pick(random, [...targets.webs, ...targets.workers])
      victim?.tell()
      return victim ? { says: `SIGTERM to ${victim.name}` } : null
    }
    case 'backend':
      return terminateBackend(targets.postgres.url)
    case 'postmaster': {
      await targets.postgres.kill()
      await pause(between(random, 0, 500))
      await targets.postgres.restart()
      return { says: 'kill -9 postmaster' }
    }
  }
}

const lookingForMs = 300

/** Ends a connection: one that has written and not yet committed, if any is met within a moment. */
async function terminateBackend(url: string): Promise<Struck | null> {
  const client = new pg.Client({ connectionString: url, application_name: 'torture' })
  client.on('error', () => {})
  const end = async (which: string) => {
    const { rows } = await client.query<{ name: string; state: string }>(`
      select application_name as name, state, pg_terminate_backend(pid) from (
        select * from pg_stat_activity
        where application_name like 'openspot%' and ${which} order by random() limit 1) one`)
    return rows[0]
  }
  try {
    await client.connect()
    const until = Date.now() + lookingForMs
    let row = await end('backend_xid is not null')
    while (!row && Date.now() < until) row = await end('backend_xid is not null')
    row ??= await end('true')
    return row ? { says: `pg_terminate_backend of ${row.name}, ${row.state}` } : null
  } catch {
    return null
  } finally {
    await client.end().catch(() => {})
  }
}
