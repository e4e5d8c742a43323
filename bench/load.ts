// A child process: sends one kind of request and prints what it saw as JSON.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { measureConnections, readJob } from './by-connections.ts'
import { openConnection } from './http-client.ts'

const job = z
  .object({
    url: z.string(),
    connections: z.number(),
    seconds: z.number(),
    untilRefused: z.boolean().optional(),
    sessions: z.array(z.string()).optional(),
    /** as browsers ask for pages */
    gzip: z.boolean().optional(),
  })
  .parse(await readJob())

const url = new URL(job.url)
const target = url.pathname + url.search
const { sessions } = job
const accepted = job.gzip ? 'accept-encoding: gzip\r\n' : ''
let sent = 0
const nextRequest = sessions
  ? () => bookingOf(sessions)
  : () => `GET ${target} HTTP/1.1\r\nhost: ${url.host}\r\n${accepted}\r\n`

await measureConnections(job, async () => {
  const connection = await openConnection(url)
  return {
    async once() {
      const status = await connection.ask(nextRequest())
      const isDone = status >= 200 && status < 300
      const isRefused = status === 409
      return {
        done: Number(isDone),
        refused: Number(isRefused),
        failed: Number(!isDone && !isRefused),
      }
    },
    async close() {
      connection.close()
    },
  }
})

function bookingOf(all: readonly string[]): string {
  sent += 1
  const body = JSON.stringify({
    sessionId: all[(sent * 7919) % all.length],
    customer: { name: `Guest ${sent}`, email: `guest${sent}.${process.pid}@bench.example` },
  })
  return `POST ${target} HTTP/1.1\r\nhost: ${url.host}\r\ncontent-type: application/json\r\nidempotency-key: ${randomUUID()}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}
