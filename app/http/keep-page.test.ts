import { RouterContextProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { forgetLostNavigation, keepPage, lostNavigation } from './keep-page.ts'

const url = 'http://localhost/classes?after=1'
const noAnswer = { root: { type: 'error', result: new TypeError('Failed to fetch') } }
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

test.each([noAnswer, unreadable])(
  'a navigation without an answer is lost, and held back',
  async (results) => {
    const leaving = new AbortController()
    const held = navigate(leaving.signal, results)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(lostNavigation()).toBe('/classes?after=1')
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
