import { RouterContextProvider, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { forgetLostNavigation, keepPage, lostNavigation } from './keep-page.ts'

const url = 'http://localhost/classes?after=1'
const noAnswer = { root: { type: 'error', result: new TypeError('Failed to fetch') } }
const proxied = { root: { type: 'error', result: new ErrorResponse(502, '', '<h1>Bad Gateway') } }
const unreadable = { root: { type: 'error', result: new Error('Unable to decode turbo-stream') } }

async function navigate(signal: AbortSignal, results: Record<string, unknown>) {
  const request = new Request(url, { signal })
  const asked = {
    request,
    url: new URL(url),
    pattern: '',
    params: {},
    context: new RouterContextProvider(),
  }
  return keepPage(asked, () => Promise.resolve(results))
}

afterEach(forgetLostNavigation)

test.each([
  { results: noAnswer, why: 'network' },
  { results: unreadable, why: 'network' },
  { results: proxied, why: 'server' },
])(
  'a navigation without an answer of ours is lost, and held back: $why',
  async ({ results, why }) => {
    const leaving = new AbortController()
    const held = navigate(leaving.signal, results)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(lostNavigation()).toEqual({ to: '/classes?after=1', why })
    leaving.abort()
    expect(await held).toBe(results)
  },
)

test.each([noAnswer, unreadable])(
  'a navigation that the reader has left is not lost',
  async (results) => {
    expect(await navigate(AbortSignal.abort(), results)).toBe(results)
    expect(lostNavigation()).toBeNull()
  },
)
