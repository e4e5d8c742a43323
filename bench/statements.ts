import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { callBookSession } from '#core/bookings/steps/call-book-session.ts'
import type { DB } from '#core/shared/database.ts'

export type Statement = { text: string; values: readonly unknown[] }

type Booking = { sessionId: string; email: string; key: string; reference: string }

/** The statement that books, word for word. */
export async function bookingStatements({
  sessionId,
  email,
  key,
  reference,
}: Booking): Promise<Statement[]> {
  const seen: Statement[] = []
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (inner) => new PostgresIntrospector(inner),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => listener(seen),
    },
  })
  const sent = callBookSession(
    { db, settings: { plans: true } },
    {
      sessionId,
      spots: 1,
      name: 'Guest',
      email,
      phone: null,
      idempotencyKey: key,
      requestHash: 'hash',
      reference,
      accepted: [],
      source: 'api',
      fromNetwork: null,
      language: 'en',
      confirmUntil: null,
      seenVersion: 0,
    },
  )
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
