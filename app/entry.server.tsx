import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { incomingContext } from './context.ts'

export { contextFor } from './context.ts'

const renderMs = 10_000

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { nonce, deps, requestId } = context.get(incomingContext)
  return new Promise((resolve, reject) => {
    // Without a script nothing can reveal what is streamed later: bots wait for all of it.
    const ready = isbot(request.headers.get('user-agent')) ? 'onAllReady' : 'onShellReady'
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        [ready]() {
          const body = new PassThrough()
          // The timer holds the whole render; it goes as soon as the page is out.
          body.on('close', () => clearTimeout(timer))
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
          pipe(body)
        },
        onShellError: (error: unknown) => {
          clearTimeout(timer)
          reject(error instanceof Error ? error : new Error(String(error)))
        },
        onError: (error: unknown) => deps.log.error({ requestId, err: error }, 'rendering failed'),
      },
    )
    const timer = setTimeout(abort, renderMs)
  })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  const { deps, requestId } = context.get(incomingContext)
  deps.log.error({ requestId, err: error, path: new URL(request.url).pathname }, 'a request failed')
}
