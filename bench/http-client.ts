import { once } from 'node:events'
import net from 'node:net'

/**
 * One connection that sends a request and waits for the end of its answer, over and over. It reads no more of
 * an answer than it must: on two cores a full HTTP client takes as much time as the server it measures.
 */
export async function openConnection(url: URL) {
  const socket = net.connect({ host: url.hostname, port: Number(url.port), noDelay: true })
  await once(socket, 'connect')
  let waiting: { done(status: number): void; failed(error: Error): void } | null = null
  let answer: Buffer = Buffer.alloc(0)
  socket.on('data', (piece: Buffer) => {
    answer = answer.length === 0 ? piece : Buffer.concat([answer, piece])
    if (!isWhole(answer)) return
    const status = Number(answer.toString('latin1', 9, 12))
    answer = Buffer.alloc(0)
    waiting?.done(status)
  })
  const lost = (error?: Error) => waiting?.failed(error ?? new Error('The server closed.'))
  socket.on('error', lost)
  socket.on('close', () => lost())
  return {
    /** Sends a complete raw request and resolves with the response status. */
    ask(request: string): Promise<number> {
      return new Promise((resolve, reject) => {
        waiting = { done: resolve, failed: reject }
        socket.write(request)
      })
    },
    close: () => socket.destroy(),
  }
}

function isWhole(answer: Buffer): boolean {
  const headEnds = answer.indexOf('\r\n\r\n')
  if (headEnds < 0) return false
  const head = answer.toString('latin1', 0, headEnds).toLowerCase()
  const length = /content-length: (\d+)/.exec(head)?.[1]
  if (length !== undefined) return answer.length >= headEnds + 4 + Number(length)
  return answer.toString('latin1', answer.length - 5) === '0\r\n\r\n'
}
