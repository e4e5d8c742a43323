// A child process: the reference. Sends the statements of a booking in a bare loop, without any of the product around them.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'
import { newReference } from '#core/shared/ids.ts'
import { measureConnections, readJob } from './by-connections.ts'
import { bookingStatements } from './statements.ts'

const job = z
  .object({
    databaseUrl: z.string(),
    connections: z.number(),
    seconds: z.number(),
    sessions: z.array(z.string()),
  })
  .parse(await readJob())

const marker = {
  sessionId: randomUUID(),
  email: 'marker@bench.example',
  key: 'marker-key',
  reference: 'MARKER0000',
}
const statements = await bookingStatements(marker)
let sent = 0

await measureConnections(job, async () => {
  const client = new pg.Client({
    connectionString: job.databaseUrl,
    options: '-c lock_timeout=3000 -c timezone=UTC',
  })
  await client.connect()
  return {
    async once() {
      sent += 1
      const actual: Record<string, string> = {
        [marker.sessionId]: job.sessions[(sent * 7919) % job.sessions.length] ?? '',
        [marker.email]: `loop${sent}.${process.pid}@bench.example`,
        [marker.key]: randomUUID(),
        [marker.reference]: newReference(),
      }
      for (const [n, { text, values }] of statements.entries()) {
        await client.query({
          name: `booking-${n}`,
          text,
          values: values.map((value) =>
            typeof value === 'string' ? (actual[value] ?? value) : value,
          ),
        })
      }
      return true
    },
    close: () => client.end(),
  }
})
