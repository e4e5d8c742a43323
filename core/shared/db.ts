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
  // date[]
  [1182, (text) => text.slice(1, -1).split(',').filter(Boolean)],
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
const maxNamedStatements = 500
const names = new Map<string, string>()
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxNamedStatements) return known
  return giveName(text, text)
}

function giveName(text: string, seed: string): string {
  const name = createHash('sha256').update(seed).digest('base64url').slice(0, 24)
  names.set(text, name)
  return name
}

/** For every pool: detects a server that disappeared without closing its connections. */
export const poolPatience = {
  /** for a connection, a new one or one that comes free */
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}
// Longer than any statement may take, here and in the queue of the worker.
const maxSilenceMs = 35_000
const answerMs = 5000

/** Closes a connection whose server is silent for too long and does not respond to a probe. */
export function endWhenSilent(client: pg.PoolClient, silentMs = maxSilenceMs): void {
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
    // If a statement is still running, the probe waits behind it. An error counts as a response.
    client.query('select 1').then(heard, heard)
    stream.setTimeout(answerMs)
  })
  stream.setTimeout(silentMs)
}

export type DatabaseOptions = {
  url: string
  /** connections at most */
  max?: number
  /** false behind a pooler without prepared statements */
  namedStatements?: boolean
  /** lock timeout, default 3000 */
  lockWaitMs?: number
  /** statement timeout, default 30,000 */
  statementMs?: number
  /** how long to wait for a connection, default 10,000 */
  connectionWaitMs?: number
  /** how long a connection may be silent, default 35,000 */
  silentMs?: number
  onError?: (error: Error) => void
}

/**
 * Starts each transaction with its isolation and limits, because a pooler in transaction mode loses connection settings.
 * Sent in one message, to avoid another round trip.
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

/** Opens a pool. A lock timeout throws SQLSTATE 55P03; a statement runs 30 s at most. */
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
  // Without listeners a restart of the database ends the process. The pool's listener handles idle connections; a
  // connection's own handles those in use, whose statement fails with the same error.
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

/**
 * Characters. Lists with many conditions are planned each time for the vendor that they are about: the one plan that a name
 * keeps for everybody took 16 s for a vendor with 50,000 bookings, and planning takes a few milliseconds.
 */
const longestNamed = 1500

/** Names the statements that Kysely sends; other queries pass unchanged. */
function nameStatements(client: pg.PoolClient): void {
  const run: (...asked: readonly unknown[]) => unknown = client.query.bind(client)
  Object.assign(client, {
    query: (...asked: readonly unknown[]) => {
      const [text, values] = asked
      if (
        typeof text !== 'string' ||
        !Array.isArray(values) ||
        values.length === 0 ||
        asked.length > 2 ||
        text.length > longestNamed
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
      // All connections of the process use the same new name.
      const name = giveName(named.text, `${named.name} ${named.text}`)
      // Inside a transaction a retry is impossible, because the transaction has failed.
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

/** The constraint that an error names, such as that of two rows which exclude each other. */
export function brokenConstraint(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.constraint ?? null) : null
}

/** What an error says of the rows that break a constraint. */
export function detailOf(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.detail ?? null) : null
}

/** No connection of a full pool became free in time, so nothing was sent. The driver gives no code. */
function isPoolTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout exceeded')
}

/** Worth a retry: too busy (lock wait, deadlock, out of connections), or the statement must be prepared again. */
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
