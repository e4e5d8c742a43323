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
import { incomingContext } from './http/context.ts'
import { retryAfterSeconds, statusOfFailure } from './http/failures.ts'
import { provideTexts } from './locale/text-files.server.ts'
import { withHead } from './build/page-head.ts'
import { unseenHead } from './seo/head.ts'

export { contextFor } from './http/context.ts'

provideTexts()

const renderMs = 10_000
/** Requests whose database did not respond. */
const unanswered = new WeakSet<object>()
/** Several loaders of one page can throw the same error. */
const told = new WeakSet<object>()

export default function handleRequest(
  request: Request,
  answered: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  const status = answered === 500 && unanswered.has(context) ? 503 : answered
  if (status === 503 && !headers.has('retry-after')) headers.set('retry-after', retryAfterSeconds)
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
          // If a visitor leaves during a page, an unhandled stream error would end the process.
          body.on('error', () => clearTimeout(timer))
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
          pipe(isWorkspace(routerContext) ? body : withHead(body, unseenHead(context)))
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

/** In the workspace, where people work all day, the scripts are already cached. */
function isWorkspace({ staticHandlerContext }: EntryContext): boolean {
  return staticHandlerContext.matches.some(({ route }) => route.id.startsWith('routes/vendor/'))
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  if (statusOfFailure(error) === 503) unanswered.add(context)
  if (typeof error === 'object' && error !== null) {
    if (told.has(error)) return
    told.add(error)
  }
  const { deps, requestId } = context.get(incomingContext)
  deps.log.error({ requestId, err: error, path: new URL(request.url).pathname }, 'a request failed')
}
