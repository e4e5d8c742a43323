import path from 'node:path'
import type { ServerBuild } from 'react-router'
import type { Deps } from '#core/shared/deps.ts'
import { createApp } from '#server/http/app.ts'
import { type CookieJar, cookieJar } from './cookie-jar.ts'
import { newSession } from './session.ts'

/** A browser without JavaScript that follows no redirect; its cookies stay with it. */
export type Visitor = {
  cookies: CookieJar
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** A form sent by POST; a list sends its name once per value. FormData is for a form with a file. */
  post(
    path: string,
    form?: Record<string, string | readonly string[]> | FormData,
    headers?: Record<string, string>,
  ): Promise<Response>
}

export type TestApp = {
  request(path: string, init?: RequestInit): Promise<Response>
  /** A new visitor; the limits per network count by `network`. */
  visitor(options?: { network?: string }): Visitor
}

/** The whole web process in-process: the built pages over the given dependencies. */
export async function appFor(deps: Deps): Promise<TestApp> {
  const build = await loadBuild()
  const app = createApp({
    deps,
    proxies: { count: 1, peers: [] },
    build: async () => build,
    assets: null,
    mode: 'production',
  })
  const request = async (to: string, init?: RequestInit) =>
    app.request(new URL(to, deps.origin).href, init)
  return {
    request,
    visitor: ({ network = '192.0.2.1' } = {}) => visitorOf(request, deps.origin, network),
  }
}

export function loadBuild(): Promise<ServerBuild> {
  return import(path.resolve('build/server/index.js'))
}

function visitorOf(request: TestApp['request'], origin: string, network: string): Visitor {
  const cookies = cookieJar()
  async function send(to: string, given: Record<string, string>, init: RequestInit = {}) {
    const url = new URL(to, origin)
    const cookie = cookies.headerFor(url)
    const headers = { 'x-forwarded-for': network, ...(cookie && { cookie }), ...given }
    const answer = await request(to, { ...init, headers })
    for (const line of answer.headers.getSetCookie()) cookies.keep(line, url)
    return answer
  }
  return {
    cookies,
    get: (to, headers = {}) => send(to, headers),
    async post(to, form = {}, headers = {}) {
      const encoded = new Response(formBody(form))
      const body = await encoded.arrayBuffer()
      const stated = {
        'content-type': encoded.headers.get('content-type') ?? '',
        'content-length': `${body.byteLength}`,
      }
      return send(to, { origin, ...stated, ...headers }, { method: 'POST', body })
    },
  }
}

function formBody(
  form: Record<string, string | readonly string[]> | FormData,
): URLSearchParams | FormData {
  if (form instanceof FormData) return form
  const pairs = Object.entries(form).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : value.map((one) => [name, one]),
  )
  return new URLSearchParams(pairs)
}

/** What a person reads on the page: its text without tags and scripts, spaces single. */
export async function readPage(answer: Response): Promise<string> {
  const html = await answer.text()
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x([0-9a-f]+);/gi, (_whole, code: string) =>
      String.fromCodePoint(parseInt(code, 16)),
    )
    .replace(/&(quot|lt|gt|nbsp);/g, (_whole, name: string) => entities[name] ?? '')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
}

const entities: Record<string, string> = { quot: '"', lt: '<', gt: '>', nbsp: ' ' }

/** The notice a redirect carries to the next page: a toast there, or a banner. */
export function noticeOf(answer: Response): { title: string; text?: string } | null {
  const line = answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('notice=') && !/max-age=0/i.test(cookie))
  if (!line) return null
  return JSON.parse(decodeURIComponent(line.slice('notice='.length, line.indexOf(';'))))
}

/** Gives the visitor a session of the user. */
export async function signInAs(deps: Deps, visitor: Visitor, userId: string): Promise<void> {
  const { name, value } = await newSession(deps, userId)
  visitor.cookies.set(name, value)
}
