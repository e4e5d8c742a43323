// A child process: sends one kind of request and prints what it saw as JSON.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { openConnection } from './http-client.ts'

const job = z
  .object({
    url: z.string(),
    connections: z.number(),
    seconds: z.number(),
    sessions: z.array(z.string()).optional(),
  })
  .parse(JSON.parse(await readAll()))

const url = new URL(job.url)
const target = url.pathname + url.search
const { sessions } = job
let sent = 0
let refused = 0
const latencies: number[] = []
const nextRequest = sessions
  ? () => bookingOf(sessions)
  : () => `GET ${target} HTTP/1.1\r\nhost: ${url.host}\r\n\r\n`

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
    refused,
  }),
)

async function loop(): Promise<void> {
  const connection = await openConnection(url)
  while (performance.now() < until) {
    const begun = performance.now()
    const status = await connection.ask(nextRequest())
    if (status >= 200 && status < 300) latencies.push(performance.now() - begun)
    else refused += 1
  }
  connection.close()
}

function bookingOf(all: readonly string[]): string {
  sent += 1
  const body = JSON.stringify({
    sessionId: all[(sent * 7919) % all.length],
    customer: { name: `Guest ${sent}`, email: `guest${sent}.${process.pid}@bench.example` },
  })
  return `POST ${target} HTTP/1.1\r\nhost: ${url.host}\r\ncontent-type: application/json\r\nidempotency-key: ${randomUUID()}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

async function readAll(): Promise<string> {
  let text = ''
  for await (const piece of process.stdin) text += String(piece)
  return text
}
