import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { insertAlone, insertTogether } from '#core/bookings/commands/insert-purchases.ts'
import type { DB } from '#core/shared/database.ts'

export type Statement = { text: string; values: readonly unknown[] }

type Booking = { sessionId: string; email: string; key: string; reference: string }

/** The statements that book, word for word: one booking alone, or several in one call. */
export async function bookingStatements(bookings: readonly Booking[]): Promise<Statement[]> {
  const seen: Statement[] = []
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (inner) => new PostgresIntrospector(inner),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => listener(seen),
    },
  })
  const purchases = bookings.map(({ sessionId, email, key, reference }) => ({
    sessionId,
    spots: 1,
    name: 'Guest',
    email,
    phone: null,
    idempotencyKey: key,
    requestHash: 'hash',
    reference,
    source: 'api' as const,
    language: 'en' as const,
    confirmUntil: null,
    seenPriceMinor: null,
  }))
  const [first, ...others] = purchases
  if (!first) return []
  const sent = others.length > 0 ? insertTogether(db, purchases) : insertAlone(db, first)
  // Nobody answers: only what was sent counts.
  await sent.then(
    () => null,
    () => null,
  )
  return seen
}

/** A driver that hears every statement and answers nothing. */
function listener(seen: Statement[]) {
  const connection: DatabaseConnection = {
    executeQuery: async (query: CompiledQuery) => {
      seen.push({ text: query.sql, values: query.parameters })
      return { rows: [] }
    },
    streamQuery: () => {
      throw new Error('Nothing is streamed here.')
    },
  }
  const nothing = async () => {}
  return {
    init: nothing,
    destroy: nothing,
    acquireConnection: async () => connection,
    releaseConnection: nothing,
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
  }
}
