import { createHash } from 'node:crypto'
import { Socket } from 'node:net'
import {
  CompiledQuery,
  type Driver,
  Kysely,
  type PostgresDialectConfig,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import type { DB } from './database.ts'
import { camelCaseRows, SnakeCaseDialect } from './row-names.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

/** A `date` stays 'yyyy-mm-dd': the default parser makes it midnight in the zone of the process. */
const parsers = new Map<number, (text: string) => unknown>([
  [1082, (text) => text],
  // `time`: the minutes are all we keep
  [1083, (text) => text.slice(0, 5)],
  // bigint: money in minor units and counters, all far below 2^53
  [20, (text) => Number(text)],
])
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    format === 'binary'
      ? pg.types.getTypeParser(oid, format)
      : (parsers.get(oid) ?? pg.types.getTypeParser(oid)),
}

// A text seen for the first time is planned once per connection. The bound keeps a query built from
// lists of changing length from filling the server's memory with plans.
const mostNamed = 500
const names = new Map<string, string>()
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostNamed) return known
  return giveName(text, text)
}

function giveName(text: string, seed: string): string {
  const name = createHash('sha256').update(seed).digest('base64url').slice(0, 24)
  names.set(text, name)
  return name
}

/** For every pool: a server that is gone without a word is noticed, not waited for. */
export const poolPatience = {
  /** for a connection, a new one or one that comes free */
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}
// Longer than any statement may take, here and in the queue of the worker.
const mostSilentMs = 35_000
const answerMs = 5000

/** Ends a connection whose server says nothing for long and then does not answer a question either. */
export function endWhenSilent(client: pg.PoolClient, silentMs = mostSilentMs): void {
  const { stream } = client.connection
  let asked = false
  if (!(stream instanceof Socket)) return
  stream.on('timeout', () => {
    if (asked) {
      stream.destroy(Object.assign(new Error('The database is silent.'), { code: 'ETIMEDOUT' }))
      return
    }
    asked = true
    const heard = () => {
      asked = false
      stream.setTimeout(silentMs)
    }
    // Behind a statement that has no answer it is never sent. A refusal is an answer too.
    client.query('select 1').then(heard, heard)
    stream.setTimeout(answerMs)
  })
  stream.setTimeout(silentMs)
}

export type DatabaseOptions = {
  url: string
  /** connections at most */
  max?: number
  /** false behind a pooler that cannot carry prepared statements */
  namedStatements?: boolean
  /** how long a lock is waited for, 3000 without it */
  lockWaitMs?: number
  /** how long a statement may take, 30,000 without it */
  statementMs?: number
  /** how long a connection is waited for, 10,000 without it */
  connectionWaitMs?: number
  /** how long a connection may be without any word, 35,000 without it */
  silentMs?: number
  onError?: (error: Error) => void
}

/**
 * Begins each transaction with its isolation and its limits: behind a pooler that lends connections by transaction, what
 * was set for a connection is lost. In one message, so that it costs no further round trip.
 */
class PinnedDialect extends SnakeCaseDialect {
  readonly #begin: CompiledQuery

  constructor(config: PostgresDialectConfig, limits: Readonly<Record<string, number>>) {
    super(config)
    const set = Object.entries(limits).map(([name, ms]) => `; set local ${name} = ${ms}`)
    this.#begin = CompiledQuery.raw(`begin isolation level read committed${set.join('')}`)
  }

  override createDriver(): Driver {
    const beginTransaction: Driver['beginTransaction'] = async (connection) => {
      await connection.executeQuery(this.#begin)
    }
    return Object.assign(super.createDriver(), { beginTransaction })
  }
}

/** Opens a pool. Who waits too long for a lock gets SQLSTATE 55P03; a statement runs 30 s at most. */
export function openDatabase(options: DatabaseOptions) {
  const limits = {
    lock_timeout: options.lockWaitMs ?? 3000,
    statement_timeout: options.statementMs ?? 30_000,
    idle_in_transaction_session_timeout: 30_000,
  }
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? 20,
    types,
    options: [
      ...Object.entries(limits).map(([name, ms]) => `-c ${name}=${ms}`),
      // A space inside a value is written like this.
      String.raw`-c default_transaction_isolation=read\ committed`,
      '-c timezone=UTC',
    ].join(' '),
    application_name: 'openspot',
    ...poolPatience,
    ...(options.connectionWaitMs && { connectionTimeoutMillis: options.connectionWaitMs }),
  })
  // Without listeners a restart of the database ends the process: the pool's hears of connections at
  // rest, a connection's own of those at work, whose statement fails with the same error.
  pool.on('error', (error) => options.onError?.(error))
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', (client) => endWhenSilent(client, options.silentMs))
  if (options.namedStatements ?? true) pool.on('connect', nameStatements)
  const db: Db = new Kysely<DB>({
    dialect: new PinnedDialect({ pool }, limits),
    plugins: [camelCaseRows],
  })
  return { db, pool, close: () => db.destroy() }
}

/** Gives every statement Kysely sends a name; any other way of asking passes as it came. */
function nameStatements(client: pg.PoolClient): void {
  const run: (...asked: readonly unknown[]) => unknown = client.query.bind(client)
  Object.assign(client, {
    query: (...asked: readonly unknown[]) => {
      const [text, values] = asked
      if (
        typeof text !== 'string' ||
        !Array.isArray(values) ||
        values.length === 0 ||
        asked.length > 2
      )
        return run(...asked)
      const name = nameOf(text)
      return name === undefined ? run(text, values) : runNamed({ name, text, values })
    },
  })
  async function runNamed(named: { name: string; text: string; values: unknown[] }) {
    try {
      return await run(named)
    } catch (error) {
      if (!isStalePlan(error)) throw error
      // All connections of the process that meet it come to the same new name.
      const name = giveName(named.text, `${named.name} ${named.text}`)
      // Inside a transaction everything has failed with it.
      if (client.getTransactionStatus() !== 'I') throw error
      return run({ ...named, name })
    }
  }
}

/** The statement was planned before a migration changed a table of it. */
function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery'
}

/** SQLSTATE of a database error, else null. */
export function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.code !== undefined ? error.code : null
}

/** Nothing was asked: of a full pool no connection came free in time. The driver gives it no code. */
function isPoolTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout exceeded')
}

/** Too busy to answer in time (lock wait, deadlock, out of connections), or planned anew: worth another try. */
export function isBusy(error: unknown): boolean {
  if (isStalePlan(error) || isPoolTimeout(error)) return true
  const state = sqlState(error)
  return state === '55P03' || state === '40P01' || state === '53300' || state === '57014'
}

const lostConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** The database went away or is starting: whether the transaction was committed is not known. */
export function isAway(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== null) return /^(?:08|57P0[123])/.test(state)
  if (!(error instanceof Error)) return false
  if ('code' in error && lostConnection.has(String(error.code))) return true
  // The driver gives these no code.
  return /^Connection terminated|^Client has encountered a connection error|^timeout expired/.test(
    error.message,
  )
}
