// A child process: opens many streams of one session, books it at a steady pace and prints as JSON how long
// each booking took to reach each stream.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { openConnection } from './http-client.ts'

const job = z
  .object({
    origin: z.string(),
    sessionId: z.string(),
    streams: z.number(),
    perSecond: z.number(),
    seconds: z.number(),
  })
  .parse(JSON.parse(await readAll()))

const url = new URL(job.origin)
// Each on its own, as behind a proxy: one address may not hold this many.
const addressOf = (nth: number) => `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`
type Told = { at: number; booked: number }
const heard: Told[][] = []
const opened = performance.now()
for (let nth = 0; nth < job.streams; nth += 100)
  heard.push(
    ...(await Promise.all(
      Array.from({ length: Math.min(100, job.streams - nth) }, (_, n) => openStream(nth + n)),
    )),
  )
const silent = () => heard.filter((stream) => stream.length === 0).length
while (silent() > 0) {
  if (performance.now() - opened > 60_000)
    throw new Error(`${silent()} of ${job.streams} streams said nothing within a minute.`)
  await pause(20)
}
const openMs = performance.now() - opened

const before = heard[0]?.[0]?.booked ?? 0
const answered: number[] = []
const connection = await openConnection(url)
const begun = performance.now()
for (let nth = 0; nth < job.perSecond * job.seconds; nth++) {
  const wait = begun + (nth * 1000) / job.perSecond - performance.now()
  if (wait > 0) await pause(wait)
  const status = await connection.ask(bookingRequest(nth))
  if (status !== 201) throw new Error(`A booking was answered with ${status}.`)
  answered.push(performance.now())
}
const ended = performance.now()
await pause(2000)

const latencies: number[] = []
let missed = 0
for (const stream of heard) {
  let next = 0
  for (const [nth, at] of answered.entries()) {
    while ((stream[next]?.booked ?? Infinity) < before + nth + 1) next += 1
    const told = stream[next]
    if (told === undefined) missed += 1
    else latencies.push(Math.max(0, told.at - at))
  }
}
latencies.sort((one, other) => one - other)
const share = (part: number) => latencies[Math.floor(latencies.length * part)] ?? 0
const notices = Math.max(...heard.map((stream) => stream.filter(({ at }) => at > begun).length))
process.stdout.write(
  JSON.stringify({
    p50: share(0.5),
    p95: share(0.95),
    p99: share(0.99),
    missed,
    noticesPerSecond: notices / ((ended - begun) / 1000),
    bookings: answered.length,
    openMs,
  }),
)
process.exit(0)

async function openStream(nth: number): Promise<Told[]> {
  const socket = net.connect({ host: url.hostname, port: Number(url.port) })
  await once(socket, 'connect')
  const told: Told[] = []
  let unread = ''
  socket.setEncoding('latin1').on('data', (piece: string) => {
    unread += piece
    const found = [...unread.matchAll(/"booked":(\d+),.*\n\n/g)].at(-1)
    if (!found) return
    unread = ''
    told.push({ at: performance.now(), booked: Number(found[1]) })
  })
  socket.write(
    `GET /live?sessions=${job.sessionId} HTTP/1.1\r\nhost: ${url.host}\r\nx-forwarded-for: ${addressOf(nth)}\r\n\r\n`,
  )
  return told
}

function bookingRequest(nth: number): string {
  const body = JSON.stringify({
    sessionId: job.sessionId,
    customer: { name: `Guest ${nth}`, email: `live${nth}.${process.pid}@bench.example` },
  })
  return `POST /api/v1/bookings HTTP/1.1\r\nhost: ${url.host}\r\nx-forwarded-for: 10.255.0.1\r\ncontent-type: application/json\r\nidempotency-key: ${randomUUID()}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

async function readAll(): Promise<string> {
  let text = ''
  for await (const piece of process.stdin) text += String(piece)
  return text
}
