// A child process: sends one kind of request and prints what it saw as JSON.
import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { z } from 'zod'

const job = z
  .object({
    url: z.string(),
    connections: z.number(),
    seconds: z.number(),
    sessions: z.array(z.string()).optional(),
    amount: z.number().optional(),
  })
  .parse(JSON.parse(await readAll()))

let sent = 0
function bookingOf(sessions: readonly string[]) {
  sent += 1
  return JSON.stringify({
    sessionId: sessions[(sent * 7919) % sessions.length],
    customer: { name: `Guest ${sent}`, email: `guest${sent}.${process.pid}@bench.example` },
  })
}

const { sessions } = job
const result = await autocannon({
  url: job.url,
  connections: job.connections,
  ...(job.amount === undefined ? { duration: job.seconds } : { amount: job.amount }),
  ...(sessions && {
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => ({
          ...request,
          headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
          body: bookingOf(sessions),
        }),
      },
    ],
  }),
})
process.stdout.write(
  JSON.stringify({
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    refused: result.non2xx + result.errors,
  }),
)

async function readAll(): Promise<string> {
  let text = ''
  for await (const piece of process.stdin) text += String(piece)
  return text
}
