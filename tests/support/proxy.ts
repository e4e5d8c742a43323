import { once } from 'node:events'
import net from 'node:net'
import { onTestFinished } from 'vitest'

export type Proxy = {
  /** the database's address by way of the proxy */
  url: string
  /** Breaks every connection and refuses new ones. */
  cut(): void
  /** Requests arrive, but the connection closes instead of a response. */
  loseAnswers(): void
  /** Existing connections silently pass nothing; new ones work. */
  silence(): void
  mend(): void
}

/** Stands between a process and its database until the test is over. */
export async function startProxy(databaseUrl: string): Promise<Proxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<net.Socket>()
  const silenced = new Set<net.Socket>()
  let way: 'open' | 'cut' | 'answers lost' = 'open'
  const server = net.createServer((client) => {
    if (way === 'cut') return void client.destroy()
    const upstream = net.connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.end()
      })
    }
    client.on('data', (asked) => silenced.has(client) || upstream.write(asked))
    upstream.on('data', (answer) => {
      if (silenced.has(upstream)) return
      if (way === 'open') client.write(answer)
      else client.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const breakAll = () => sockets.forEach((socket) => socket.destroy())
  onTestFinished(() => {
    breakAll()
    server.close()
  })
  const address = server.address()
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: url.href,
    cut() {
      way = 'cut'
      breakAll()
    },
    loseAnswers() {
      way = 'answers lost'
    },
    silence() {
      for (const socket of sockets) silenced.add(socket)
    },
    mend() {
      way = 'open'
    },
  }
}
