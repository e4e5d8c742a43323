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
    untilRefused: z.boolean().optional(),
    sessions: z.array(z.string()),
  })
  .parse(await readJob())

const marker = {
  sessionId: randomUUID(),
  email: 'marker@bench.example',
  key: 'marker-key',
  reference: 'MARKER0000',
}
const anyMarker = new RegExp(Object.values(marker).join('|'), 'g')
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
      let booked = false
      for (const [n, { text, values }] of statements.entries()) {
        const { rows } = await client.query({
          name: `booking-${n}`,
          text,
          values: values.map((value) =>
            typeof value === 'string'
              ? value.replace(anyMarker, (text) => actual[text] ?? text)
              : value,
          ),
        })
        booked = rows[0]?.outcome === 'booked'
      }
      return booked
    },
    close: () => client.end(),
  }
})
