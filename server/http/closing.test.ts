import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { expect, test } from 'vitest'
import { prepareClose } from './closing.ts'

/** A server whose answers the test gives, and a visitor who keeps connections open. */
async function aPlace() {
  const asked: ServerResponse[] = []
  // Nobody's patience ends the connection instead.
  const server = createServer({ keepAliveTimeout: 600_000 }, (_request, response) => {
    asked.push(response)
  })
  const close = prepareClose(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const ask = async () => {
    const [answer]: IncomingMessage[] = await once(get({ port, agent }), 'response')
    let text = ''
    for await (const piece of answer?.setEncoding('utf8') ?? []) text += String(piece)
    return { connection: answer?.headers.connection, text }
  }
  const untilAsked = async (count: number) => {
    await expect.poll(() => asked.length).toBe(count)
    const response = asked[count - 1]
    if (!response) throw new Error('unreachable')
    return response
  }
  return { close, ask, untilAsked }
}

test('a server that closes answers what it was asked and lets the connection go', async () => {
  const { close, ask, untilAsked } = await aPlace()
  const first = ask()
  const one = await untilAsked(1)
  one.end('kept')
  expect(await first).toEqual({ connection: 'keep-alive', text: 'kept' })

  const waiting = ask()
  const two = await untilAsked(2)
  const closed = close()
  two.end('answered')
  expect(await waiting).toEqual({ connection: 'close', text: 'answered' })
  await closed
  await expect(ask()).rejects.toThrow('ECONNREFUSED')
})

test('an answer that has begun is finished, and its connection goes with it', async () => {
  const { close, ask, untilAsked } = await aPlace()
  const waiting = ask()
  const response = await untilAsked(1)
  response.write('be')
  const closed = close()
  response.end('gun')
  expect((await waiting).text).toBe('begun')
  await closed
})

test('an answer that is ended and not yet sent arrives whole', async () => {
  const { close, ask, untilAsked } = await aPlace()
  const waiting = ask()
  const response = await untilAsked(1)
  // More than the buffers of a connection hold.
  response.end('x'.repeat(20_000_000))
  await close()
  expect((await waiting).text).toHaveLength(20_000_000)
})
