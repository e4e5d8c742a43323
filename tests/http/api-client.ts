import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import type { bookRequestSchema } from '#core/bookings/schema.ts'
import type { Deps } from '#core/shared/deps.ts'
import { createApi } from '#api/api.ts'

export const clientAddress = '192.0.2.1'

/** The API where the server mounts it; `ask('/classes')`. */
export function apiOf(deps: Deps) {
  const app = new Hono().route('/api/v1', createApi(deps, { addressOf: () => clientAddress }))
  const ask = async (path: string, init: RequestInit = {}) => app.request(`/api/v1${path}`, init)
  return {
    ask,
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    book: (
      wish: Omit<z.input<typeof bookRequestSchema>, 'customer'> & { customer?: object },
      key: string = randomUUID(),
      headers: Record<string, string> = {},
    ) =>
      ask('/bookings', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Idempotency-Key': key.padEnd(16, '.'),
          ...headers,
        },
        body: JSON.stringify({ customer: { name: 'Carla', email: 'carla@example.com' }, ...wish }),
      }),
  }
}

const booking = z.object({
  id: z.string(),
  reference: z.string(),
  status: z.string(),
  sessionId: z.string(),
  classId: z.string(),
  priceMinor: z.number(),
  currency: z.string(),
  expiresAt: z.string().nullable(),
  manageUrl: z.string(),
})

export async function purchaseIn(answer: Response) {
  return z.object({ booking, bookings: z.array(booking) }).parse(await answer.json())
}

export async function problemIn(answer: Response) {
  return z
    .object({
      type: z.string(),
      title: z.string(),
      status: z.number(),
      code: z.string(),
      detail: z.string().optional(),
      errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
      requestId: z.string(),
    })
    .parse(await answer.json())
}

export async function pageIn(answer: Response) {
  return z
    .object({ data: z.array(z.looseObject({ id: z.string() })), nextCursor: z.string().nullable() })
    .parse(await answer.json())
}

export function tokenOf({ manageUrl }: { manageUrl: string }): string {
  return new URL(manageUrl).searchParams.get('token') ?? ''
}
