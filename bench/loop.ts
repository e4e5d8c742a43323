// A child process: the reference. Sends the statements of a booking in a bare loop, without any of the product around them.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'
import { newReference } from '#core/shared/ids.ts'
import { bookingStatements } from './statements.ts'

const job = z
  .object({
    databaseUrl: z.string(),
    connections: z.number(),
    seconds: z.number(),
    sessions: z.array(z.string()),
  })
  .parse(JSON.parse(await readAll()))

const marker = {
  sessionId: randomUUID(),
  email: 'marker@bench.example',
  key: 'marker-key',
  reference: 'MARKER0000',
}
const statements = await bookingStatements(marker)
let sent = 0
const latencies: number[] = []
const started = performance.now()
const until = started + job.seconds * 1000
await Promise.all(Array.from({ length: job.connections }, loop))
const seconds = (performance.now() - started) / 1000
latencies.sort((one, other) => one - other)
const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
process.stdout.write(
  JSON.stringify({
    perSecond: latencies.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    refused: 0,
  }),
)

async function loop(): Promise<void> {
  const client = new pg.Client({
    connectionString: job.databaseUrl,
    options: '-c lock_timeout=3000 -c timezone=UTC',
  })
  await client.connect()
  while (performance.now() < until) {
    sent += 1
    const actual: Record<string, string> = {
      [marker.sessionId]: job.sessions[(sent * 7919) % job.sessions.length] ?? '',
      [marker.email]: `loop${sent}.${process.pid}@bench.example`,
      [marker.key]: randomUUID(),
      [marker.reference]: newReference(),
    }
    const begun = performance.now()
    for (const [n, { text, values }] of statements.entries()) {
      await client.query({
        name: `booking-${n}`,
        text,
        values: values.map((value) =>
          typeof value === 'string' ? (actual[value] ?? value) : value,
        ),
      })
    }
    latencies.push(performance.now() - begun)
  }
  await client.end()
}

async function readAll(): Promise<string> {
  let text = ''
  for await (const piece of process.stdin) text += String(piece)
  return text
}
