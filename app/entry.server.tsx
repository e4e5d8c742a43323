import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
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
import { pageBody } from './build/page-body.ts'
import { withHead } from './build/page-head.ts'
import { startAfterPaint } from './build/page-start.ts'
import { unseenHead } from './seo/head.ts'

export { contextFor } from './http/context.ts'

provideTexts()

const renderMs = 10_000
/** Requests whose database did not respond. */
const unanswered = new WeakSet<object>()
/** Several loaders of one page can throw the same error. */
const told = new WeakSet<object>()

export default async function handleRequest(
  request: Request,
  answered: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const status = answered === 500 && unanswered.has(context) ? 503 : answered
  if (status === 503 && !headers.has('retry-after')) headers.set('retry-after', retryAfterSeconds)
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { nonce, deps, requestId } = context.get(incomingContext)
  const page = await drawn(
    <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
    nonce,
    (error) => deps.log.error({ requestId, err: error }, 'rendering failed'),
  )
  const accepted = request.headers.get('accept-encoding') ?? ''
  const withFound = isOf(routerContext, 'vendor') ? page : withHead(page, unseenHead(context))
  // Where people sign in, some buttons need their script.
  const whole = isOf(routerContext, 'public') ? startAfterPaint(withFound, nonce) : withFound
  return pageBody(whole, { accepted, headers, status })
}

/** The whole page: nothing is streamed, since without a script nothing could reveal what comes later. */
function drawn(page: ReactNode, nonce: string, onError: (error: unknown) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Uint8Array[] = []
    const whole = new Writable({
      write(piece: Uint8Array, _encoding, done) {
        pieces.push(piece)
        done()
      },
      final(done) {
        // The timer holds the whole render; it goes as soon as the page is there.
        clearTimeout(timer)
        resolve(Buffer.concat(pieces).toString())
        done()
      },
    })
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => pipe(whole),
      onShellError(error) {
        clearTimeout(timer)
        reject(error instanceof Error ? error : new Error(String(error)))
      },
      onError,
    })
    const timer = setTimeout(abort, renderMs)
  })
}

/** In the workspace, where people work all day, the scripts are already cached. */
function isOf({ staticHandlerContext }: EntryContext, pages: 'public' | 'vendor'): boolean {
  return staticHandlerContext.matches.some(({ route }) => route.id.startsWith(`routes/${pages}/`))
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  if (statusOfFailure(error) === 503) unanswered.add(context)
  if (typeof error === 'object' && error !== null) {
    if (told.has(error)) return
    told.add(error)
  }
  const { deps, requestId } = context.get(incomingContext)
  // The address of a feed is all that protects it.
  const path = new URL(request.url).pathname.replace(/^(\/feeds\/).*/, '$1…')
  deps.log.error({ requestId, err: error, path }, 'a request failed')
}
