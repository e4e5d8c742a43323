import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { insertPurchases } from '#core/bookings/commands/insert-purchases.ts'
import type { DB } from '#core/shared/database.ts'

export type Statement = { text: string; values: readonly unknown[] }

/** The statements one booking sends, word for word, with the values of one booking. */
export async function bookingStatements(booking: {
  sessionId: string
  email: string
  key: string
  reference: string
}): Promise<Statement[]> {
  const seen: Statement[] = []
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (inner) => new PostgresIntrospector(inner),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => listener(seen),
    },
  })
  // Nobody answers: only what was sent counts.
  const purchase = {
    sessionId: booking.sessionId,
    spots: 1,
    name: 'Guest',
    email: booking.email,
    phone: null,
    idempotencyKey: booking.key,
    requestHash: 'hash',
    reference: booking.reference,
    source: 'api' as const,
    language: 'en' as const,
    confirmUntil: null,
  }
  await insertPurchases(db, [purchase], { mayWait: true }).catch(() => null)
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
