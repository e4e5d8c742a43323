import type { Server, ServerResponse } from 'node:http'

/**
 * Answers how the server is closed: no new connections, what is being answered is answered, and each answer is the
 * last of its connection, or a visitor who keeps one would go on asking. Resolves when all of them are gone.
 */
export function closing(server: Server): () => Promise<void> {
  const answering = new Set<ServerResponse>()
  let isClosing = false

  function makeLast(response: ServerResponse): void {
    if (!response.headersSent) response.setHeader('connection', 'close')
    else response.once('close', () => server.closeIdleConnections())
  }

  server.prependListener('request', (_request, response) => {
    answering.add(response)
    response.once('close', () => answering.delete(response))
    if (isClosing) makeLast(response)
  })
  return () =>
    new Promise((resolve) => {
      isClosing = true
      server.close(() => resolve())
      for (const response of answering) makeLast(response)
      server.closeIdleConnections()
    })
}
