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
  email: randomUUID(),
  key: randomUUID(),
  reference: randomUUID(),
}
const statements = await bookingStatements(marker)
const anyMarker = new RegExp(Object.values(marker).join('|'), 'g')
let sent = 0

await measureConnections(job, async () => {
  const client = new pg.Client({
    connectionString: job.databaseUrl,
    options: '-c lock_timeout=3000 -c timezone=UTC',
  })
  await client.connect()
  return {
    async once() {
      const actual = new Map(nextValues())
      const outcome = { done: 0, refused: 0, failed: 0 }
      for (const [n, { text, values }] of statements.entries()) {
        const { rows } = await client.query({
          name: `booking-${n}`,
          text,
          values: values.map((value) =>
            typeof value === 'string'
              ? value.replace(anyMarker, (found) => actual.get(found) ?? found)
              : value,
          ),
        })
        for (const row of rows) {
          if (row.outcome === 'booked') outcome.done += 1
          else if (row.outcome === 'refused') outcome.refused += 1
          else outcome.failed += 1
        }
      }
      return outcome
    },
    close: () => client.end(),
  }
})

/** The values that replace the marker's values in the next booking. */
function nextValues(): [string, string][] {
  sent += 1
  return [
    [marker.sessionId, job.sessions[(sent * 7919) % job.sessions.length] ?? ''],
    [marker.email, `loop${sent}.${process.pid}@bench.example`],
    [marker.key, randomUUID()],
    [marker.reference, newReference()],
  ]
}
