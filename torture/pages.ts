import type { Outcome } from './asking.ts'

const timeoutMs = 8000
const uuid = '[0-9a-f]{8}-[0-9a-f-]{27}'

export type Fields = [name: string, value: string][]

/** Sends a form as a browser without JavaScript does. Anything but a redirect to a booking, or a refusal, is `unknown`. */
export async function sendForm(url: string, fields: Fields, device: string): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: `device=${device}` },
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { status } = response
    await response.body?.cancel()
    if (status >= 500) return { phase: 'unknown', answer: { status }, token: null }
    if (status !== 303) return { phase: 'fail', answer: { status }, token: null }
    const to = new URL(response.headers.get('location') ?? '', url)
    const reference = to.pathname.replace('/booking/', '')
    return { phase: 'ok', answer: { status, reference }, token: to.searchParams.get('token') }
  } catch (error) {
    return unknown(error)
  }
}

/** Opens a page; its spots that can be cancelled are the bookings of the answer. */
export async function openPage(url: string, device: string): Promise<Outcome & { html: string }> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: `device=${device}` },
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { status } = response
    const html = await response.text()
    if (status >= 500) return { phase: 'unknown', answer: { status }, token: null, html }
    if (status !== 200) return { phase: 'fail', answer: { status }, token: null, html }
    const bookings = valuesOf(html, 'spot').map((id) => ({ id, status: 'shown' }))
    return { phase: 'ok', answer: { status, bookings }, token: null, html }
  } catch (error) {
    return { ...unknown(error), html: '' }
  }
}

/** The ids that fields of this name offer. */
export function valuesOf(html: string, name: string): string[] {
  const inputs = html.match(/<input\b[^>]*>/g) ?? []
  return inputs
    .filter((input) => input.includes(`name="${name}"`))
    .flatMap((input) => new RegExp(`value="(${uuid})"`).exec(input)?.[1] ?? [])
}

/** The bundle that a page offers to book another session with. */
export function passIn(html: string): string | null {
  return new RegExp(`[?;&]pass=(${uuid})`).exec(html)?.[1] ?? null
}

/** The number the first page gives a device; null when no page came. */
export async function deviceFrom(url: string): Promise<string | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    await response.body?.cancel()
    const cookies = response.headers.getSetCookie().join('\n')
    return new RegExp(`^device=(${uuid})`, 'm').exec(cookies)?.[1] ?? null
  } catch {
    return null
  }
}

function unknown(error: unknown): Outcome {
  const code = error instanceof Error ? error.name : String(error)
  return { phase: 'unknown', answer: { code }, token: null }
}
