import type { Server } from 'node:http'
import net from 'node:net'

/**
 * Returns a function that closes the server: no new connections, responses in progress arrive, and each response closes
 * its connection, so that keep-alive clients send no further requests. Resolves when all connections are closed.
 */
export function prepareClose(server: Server): () => Promise<void> {
  /** how many answers each connection still waits for */
  const waited = new Map<net.Socket, number>()
  const beginnings = new Set<() => void>()
  let isClosing = false

  server.on('connection', (socket) => {
    waited.set(socket, 0)
    socket.once('close', () => waited.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    const makeLast = () => {
      if (!response.headersSent) response.setHeader('connection', 'close')
    }
    waited.set(socket, (waited.get(socket) ?? 0) + 1)
    beginnings.add(makeLast)
    // By now all data has been handed to the operating system; "ended" alone does not guarantee that.
    response.once('close', () => {
      beginnings.delete(makeLast)
      const left = (waited.get(socket) ?? 1) - 1
      if (!socket.destroyed) waited.set(socket, left)
      if (isClosing && left === 0) socket.end()
    })
    if (isClosing) makeLast()
  })
  return () =>
    new Promise((resolve) => {
      isClosing = true
      // The server's own close() cuts off responses that have ended but are not sent yet.
      net.Server.prototype.close.call(server, () => resolve())
      for (const makeLast of beginnings) makeLast()
      for (const [socket, answers] of waited) if (answers === 0) socket.destroy()
    })
}
